package dev.laptimer.result;

import dev.laptimer.api.CacheBenchmarkStatus.Progress;
import java.util.List;
import java.util.Optional;

/**
 * How a runner without any right in the cluster hands over what it measured: by its log. Each event
 * is one line, {@value #PREFIX} and a JSON object; the result document comes in numbered pieces,
 * and its SHA-256 once more in the container's termination message, so that a cut log is noticed.
 */
public final class EventLog {

  /** What every event's line begins with. */
  public static final String PREFIX = "@laptimer ";

  private EventLog() {}

  /**
   * The termination message of the runner, JSON.
   *
   * @param reason the {@link Reason} with which the run ended
   * @param message what happened, at most 1024 characters
   * @param sha256 of the result document's bytes, hexadecimal; null if there is no document
   * @param bytes its length
   */
  public record Termination(String reason, String message, String sha256, int bytes) {}

  /** Says that a log does not hold the whole document. */
  public static final class ResultLostException extends Exception {
    public ResultLostException(String message) {
      super(message);
    }
  }

  /** The line of a progress event. */
  public static String progress(Progress progress) {
    throw new UnsupportedOperationException();
  }

  /** The newest progress in (the end of) a log. */
  public static Optional<Progress> latestProgress(String log) {
    throw new UnsupportedOperationException();
  }

  /** The lines that carry a document. */
  public static List<String> result(ResultDocument document) {
    throw new UnsupportedOperationException();
  }

  /** What the runner leaves as its termination message. */
  public static Termination termination(ResultDocument document) {
    throw new UnsupportedOperationException();
  }

  /** The document that a whole log carries. */
  public static ResultDocument read(String log, Termination termination)
      throws ResultLostException {
    throw new UnsupportedOperationException();
  }
}
