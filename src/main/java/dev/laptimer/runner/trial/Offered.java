package dev.laptimer.runner.trial;

import dev.laptimer.result.ResultDocument.OpenLoopResult;
import dev.laptimer.runner.trial.Schedule.Load;
import dev.laptimer.runner.trial.Share.Range;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an open loop offers to a server.
 *
 * @param load the operations of all connections
 * @param own connections of this process
 * @param connections how many there are in all
 * @param seed of the times at which operations are due
 */
record Offered(Load load, Range own, int connections, long seed) {

  /** Share of the offered operations below which the rate was not reached. */
  private static final double REACHED = 0.99;

  /** The operations of each worker. */
  Map<TimedWorker, Schedule> schedules(List<? extends TimedWorker> workers) {
    var schedules = new IdentityHashMap<TimedWorker, Schedule>();
    int from = own.from();
    for (var worker : workers) {
      int to = from + worker.connections();
      schedules.put(
          worker, new Schedule(load, new Range(from, to), connections, seed * connections + from));
      from = to;
    }
    return schedules;
  }

  /**
   * What became of it. The achieved rate goes to the end of the time or, with a backlog, until the
   * last operation was sent.
   */
  OpenLoopResult result(Collection<Schedule> schedules, Tally tally) {
    long count = schedules.stream().mapToLong(Schedule::count).sum();
    var sending = tally.sending();
    double seconds = Math.max(load.nanos(), sending.lastNanos()) / 1e9;
    double offeredPerSecond = count * 1e9 / load.nanos();
    double achievedPerSecond = (tally.operations() - tally.errors()) / seconds;
    return new OpenLoopResult(
        count,
        offeredPerSecond,
        achievedPerSecond,
        sending.isBeyondReach() || achievedPerSecond < REACHED * offeredPerSecond,
        sending.service().latencies(),
        sending.delays().latencies());
  }
}
