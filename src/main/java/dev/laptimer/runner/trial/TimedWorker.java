package dev.laptimer.runner.trial;

import dev.laptimer.api.Operation;
import java.util.function.BooleanSupplier;

/** One thread of a phase, with its connections and its share of what is done in each lap. */
interface TimedWorker {

  /** Makes ready for a phase, before the clock starts. */
  default void begin(Operation operation) {}

  /**
   * Makes, untimed, what a pass of the operation needs to be done in full: what it reads, changes
   * or deletes is at the server, and what it inserts is not. Does nothing where that is so.
   */
  void prepare(Operation operation, BooleanSupplier stopped);

  /** Takes what was written from the server again, so that the first phase finds nothing. */
  void clear();

  /** False where there are more workers than keys or rows. */
  boolean hasWork();

  /**
   * One pass over the share.
   *
   * @param endNanos time of the clock at which to stop before the end; see {@code limited}
   * @param limited false to ignore {@code endNanos}
   * @param stopped whether another worker has failed
   * @throws TargetFailedException if the server fails for good
   */
  void pass(
      Operation operation, Tally tally, boolean limited, long endNanos, BooleanSupplier stopped);

  /** Over how many connections it sends. */
  int connections();

  /**
   * Does each operation when it is due, pass after pass, and a backlog as fast as it can.
   *
   * @param tally of an open loop
   * @throws TargetFailedException if the server fails for good
   */
  void pass(Operation operation, Pace pace, Tally tally, BooleanSupplier stopped);
}
