package dev.laptimer.operator.run;

import dev.laptimer.api.BenchmarkStatus;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What is to be done now, in this order. Doing it twice is as good as doing it once.
 *
 * @param create objects that are missing
 * @param delete objects that are to go
 * @param status the whole status; null to leave it as it is
 * @param notices of what changes by that
 * @param lookAgain when to look again if nothing happens before; null for not at all
 */
public record Decision(
    List<HasMetadata> create,
    List<HasMetadata> delete,
    BenchmarkStatus status,
    List<Notice> notices,
    Duration lookAgain) {

  static final Duration AT_ONCE = Duration.ofMillis(50);
  static final Duration SOON = Duration.ofSeconds(2);
  static final Duration NOW_AND_THEN = Duration.ofSeconds(5);

  /** Nothing to do. */
  static final Decision NOTHING = new Decision(List.of(), List.of(), null, List.of(), null);

  /** Writes a status if it differs, with a notice of what changes by it. */
  static Decision write(
      Situation situation, BenchmarkStatus status, List<Notice> notices, Duration lookAgain) {
    var before = situation.status();
    if (status.equals(before)) {
      return new Decision(List.of(), List.of(), null, List.of(), lookAgain);
    }
    var all = new ArrayList<>(notices);
    Notices.ofChange(before, status).ifPresent(all::add);
    return new Decision(
        List.of(), Past.droppedResults(situation, status), status, List.copyOf(all), lookAgain);
  }

  Decision creating(List<HasMetadata> objects) {
    return new Decision(objects, delete, status, notices, lookAgain);
  }

  /** With more to delete. */
  Decision deleting(List<HasMetadata> objects) {
    var all = new ArrayList<>(delete);
    all.addAll(objects);
    return new Decision(create, List.copyOf(all), status, notices, lookAgain);
  }

  /** An event to be emitted for people. */
  public record Notice(boolean warning, String reason, String message) {}
}
