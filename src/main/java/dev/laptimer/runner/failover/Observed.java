package dev.laptimer.runner.failover;

import dev.laptimer.api.FaultAction;
import java.util.List;

/**
 * All that was seen of one event. Times are readings of {@link System#nanoTime()}.
 *
 * @param action that was asked for
 * @param beginNanos begin of the steady time before it
 * @param askedNanos when the fault was asked for
 * @param endNanos when all was well again, and had been for a while
 * @param acknowledgedNanos when each write was acknowledged, in order
 * @param notable writes that failed or took long, in the order of their ends
 * @param changes what each member was at the begin, and whatever it was later, in order
 * @param members how many there are
 */
record Observed(
    int number,
    FaultAction action,
    long beginNanos,
    long askedNanos,
    long endNanos,
    long[] acknowledgedNanos,
    List<Write> notable,
    List<Change> changes,
    int members) {

  /**
   * A write.
   *
   * @param intendedNanos when it was to be sent, which its latency counts from
   * @param endNanos when it was acknowledged or failed
   * @param error null if it was acknowledged
   */
  record Write(long id, long intendedNanos, long endNanos, String error) {

    boolean failed() {
      return error != null;
    }

    long nanos() {
      return endNanos - intendedNanos;
    }
  }

  /**
   * A member that is another than before.
   *
   * @param atNanos when it was asked
   */
  record Change(long atNanos, String member, MemberState state) {}
}
