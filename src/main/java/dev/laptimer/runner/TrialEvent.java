package dev.laptimer.runner;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.laptimer.api.Documents;
import dev.laptimer.result.ResultDocument.TrialResult;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * What the process of a trial tells the runner: one line of JSON each, on its standard output.
 *
 * @param done how far it is, 0 to 1; or null
 * @param ready true if it waits for the others that share the trial; or null
 * @param result of the trial, the last event; or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record TrialEvent(Double done, Boolean ready, TrialResult result) {

  private static final String PREFIX = "@trial ";

  String line() {
    return PREFIX + Documents.toJson(this);
  }

  /** The event of a line; empty if it is none, as when the JVM itself writes something. */
  static Optional<TrialEvent> of(String line) {
    if (!line.startsWith(PREFIX)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Documents.fromJson(line.substring(PREFIX.length()), TrialEvent.class));
    } catch (UncheckedIOException e) {
      return Optional.empty();
    }
  }
}
