package dev.laptimer.local;

import dev.laptimer.plan.Plan;
import dev.laptimer.result.FaultRequest;
import java.io.IOException;
import java.util.Optional;

/** The servers of a run on this machine. Made for one start and one end. */
interface LocalServers extends AutoCloseable {

  /**
   * Starts them and waits until all of them can be used.
   *
   * @throws ServerFailedException if that did not work, or not in time
   */
  void start() throws IOException, ServerFailedException, InterruptedException;

  /** What is to be measured of the started servers. */
  Plan plan(long seed);

  /** Does to a server what the runner asks for, soon; returns at once. */
  void faultWanted(FaultRequest request);

  /** What there is to say of the first server that has ended without having been asked to. */
  Optional<String> firstEnd();

  /** Stops the servers and deletes what they wrote, but for their logs. */
  @Override
  void close();

  /** The same without giving the servers a chance to end by themselves. */
  void kill();
}
