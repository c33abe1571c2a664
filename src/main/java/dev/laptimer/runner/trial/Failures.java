package dev.laptimer.runner.trial;

import dev.laptimer.client.ClientErrors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The failures in a row of one worker. */
final class Failures {

  /** A server that fails without pause for so long, or so often, has failed. */
  private static final long MAX_FAILING_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final int MAX_FAILURES = 1_000;

  /** Between attempts to reach a server that is away. */
  private static final long RECONNECT_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final ClientErrors errors;
  private int count;
  private long since;

  Failures(ClientErrors errors) {
    this.errors = errors;
  }

  /** An operation was answered. */
  void over() {
    count = 0;
  }

  /**
   * An operation failed.
   *
   * @param start when it was begun
   * @throws TargetFailedException if the server has failed for good
   */
  void count(RuntimeException error, long start, Tally tally) {
    var text = errors.text(error);
    tally.error(text);
    if (count++ == 0) {
      since = start;
    }
    long failingNanos = System.nanoTime() - since;
    if (count >= MAX_FAILURES || failingNanos >= MAX_FAILING_NANOS) {
      throw new TargetFailedException(
          "%d operations in a row failed within %.1f s, the last with: %s"
              .formatted(count, failingNanos / 1e9, text));
    }
  }

  /** Waits a little for a server that is away. */
  static void pause() {
    LockSupport.parkNanos(RECONNECT_PAUSE_NANOS);
  }
}
