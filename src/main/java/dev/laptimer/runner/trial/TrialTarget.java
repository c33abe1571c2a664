package dev.laptimer.runner.trial;

import dev.laptimer.result.ResultDocument.RowBytes;
import java.util.List;
import java.util.Map;

/** The server that a trial measures, with all connections to it. Made for one trial. */
interface TrialTarget extends AutoCloseable {

  /** Makes the server ready, opens the connections and shares the work out among them. */
  List<? extends TimedWorker> connect();

  /** The server's own counters, by their own names. */
  Map<String, Long> counters();

  /**
   * Waits, between two phases, until what the one wrote is there for the other.
   *
   * @throws TargetFailedException if it is not what was to be written
   */
  void settle();

  /** Sizes of the rows that are the values; null where values are no rows. */
  default RowBytes rowBytes() {
    return null;
  }

  /** One bare round trip. */
  void ping();

  /** Closes the connections. */
  @Override
  void close();
}
