package dev.laptimer.runner.trial;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits for the times at which the operations of one worker are due. What is due is never left out
 * and keeps its time, however late it is sent, unless it is so late that the rate is beyond reach.
 */
final class Pace {

  /** A backlog of so long ends the load: it only grows. */
  static final long MAX_BACKLOG_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** A thread that sleeps wakes up about this much too late; it waits the rest of it awake. */
  private static final long SPIN_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  /** Longest sleep, so that a cancelled phase ends soon. */
  private static final long MAX_SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Schedule schedule;
  private final long start;
  private final boolean spins;
  private final BooleanSupplier stopped;
  private boolean beyondReach;
  private long lastSent;

  /**
   * @param start of the phase, by {@link System#nanoTime}
   * @param spins whether there is a CPU for waiting awake
   * @param stopped whether another worker has failed
   */
  Pace(Schedule schedule, long start, boolean spins, BooleanSupplier stopped) {
    this.schedule = schedule;
    this.start = start;
    this.spins = spins;
    this.stopped = stopped;
  }

  /** Whether so many threads may each wait awake and leave the others a CPU. */
  static boolean hasCpusFor(int threads) {
    return threads < Runtime.getRuntime().availableProcessors();
  }

  /** Whether nothing more is to be sent. */
  boolean isOver() {
    return beyondReach || schedule.isOver() || stopped.getAsBoolean();
  }

  boolean isDue(long now) {
    return !isOver() && dueNanos() - now <= 0;
  }

  /** When the next operation is due, by {@link System#nanoTime}. */
  long dueNanos() {
    return start + schedule.nextNanos();
  }

  boolean spins() {
    return spins;
  }

  /** The next operation is sent now. */
  void sent(long now) {
    beyondReach = now - dueNanos() > MAX_BACKLOG_NANOS;
    lastSent = now - start;
    schedule.advance();
  }

  /** When the last one was sent, since the start; 0 before the first. */
  long lastSentNanos() {
    return lastSent;
  }

  /** Whether operations were left out, as the backlog was too long. */
  boolean isBeyondReach() {
    return beyondReach && !schedule.isOver();
  }

  /** Waits for the next operation to be due, or for the phase to be stopped. */
  void await() {
    if (!isOver()) {
      awaitNanos(dueNanos(), spins);
    }
  }

  /** Waits for the end of the time in which operations are due. */
  void awaitEnd() {
    awaitNanos(start + schedule.nanos(), false);
  }

  private void awaitNanos(long time, boolean spins) {
    long rest;
    while ((rest = time - System.nanoTime()) > 0 && !stopped.getAsBoolean()) {
      if (spins && rest <= SPIN_NANOS) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(this, Math.min(MAX_SLEEP_NANOS, spins ? rest - SPIN_NANOS : rest));
      }
    }
  }
}
