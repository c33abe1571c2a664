package dev.laptimer.runner.trial;

import dev.laptimer.api.Operation;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument.OpenLoopResult;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.SweepStep;
import dev.laptimer.result.ResultDocument.WarmUpResult;
import dev.laptimer.result.ResultDocument.Window;
import dev.laptimer.runner.health.HealthProbe;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * One phase done by all workers together. A lap is timed from the moment in which the last of them
 * is ready to the moment in which the last one has ended.
 */
final class TimedPhase {

  private final Plan.Phase phase;
  private final List<? extends TimedWorker> workers;
  private final Laps laps;
  private final Offered offered;

  /** Of each worker, for an open loop. */
  private final Map<TimedWorker, Schedule> schedules;

  /**
   * @param gate where the processes of a trial wait for each other before each lap
   */
  TimedPhase(Plan.Phase phase, List<? extends TimedWorker> workers, Gate gate) {
    this(phase, workers, gate, null);
  }

  /**
   * @param offered what is due when; null for a closed loop, in which each connection sends its
   *     next batch when the one before is answered
   */
  TimedPhase(Plan.Phase phase, List<? extends TimedWorker> workers, Gate gate, Offered offered) {
    this.offered = offered;
    this.schedules = offered == null ? Map.of() : offered.schedules(workers);
    this.phase = phase;
    this.workers = workers;
    this.laps = new Laps(Math.max(1, phase.laps()), workers.size(), gate);
  }

  Plan.Phase phase() {
    return phase;
  }

  /** What the workers counted, and the laps. */
  record Measured(Tally tally, List<Long> lapNanos, OpenLoopResult openLoop) {

    /**
     * @param sweep what was measured after it; null for nothing
     */
    PhaseResult result(
        Plan.Phase phase, Window window, WarmUpResult warmUp, List<SweepStep> sweep) {
      return new PhaseResult(
          phase.name(),
          phase.operation(),
          lapNanos,
          tally.operations(),
          tally.errors(),
          tally.misses(),
          tally.expiredMisses(),
          tally.wrongValues(),
          tally.errorsByMessage(),
          tally.percentileNanos(50),
          tally.percentileNanos(90),
          tally.percentileNanos(99),
          tally.percentileNanos(99.9),
          tally.maxNanos(),
          tally.overflows(),
          tally.encodedHistogram(),
          HealthProbe.withHottestThread(window, "connection", tally.hottestThreadNanos()),
          Operation.OF_TABLES.contains(phase.operation()) ? tally.retries() : null,
          tally.meanNanos(),
          warmUp,
          null,
          openLoop,
          sweep,
          tally.mix());
    }

    SweepStep step(int percent) {
      return new SweepStep(
          percent, tally.operations(), tally.errors(), openLoop, tally.latencies());
    }
  }

  /**
   * @throws TargetFailedException if the server fails for good, or answers no operation at all
   */
  Measured run() throws InterruptedException {
    var tally = all(phase.operation(), workers, this::work);
    if (laps.cancelled) {
      throw new TargetFailedException("the trial was cancelled");
    }
    boolean none = tally.operations() == 0 && offered != null;
    if (tally.errors() == tally.operations() && !none) {
      throw new TargetFailedException(
          "every operation of phase '%s' failed: %s"
              .formatted(phase.name(), tally.errorsByMessage().keySet()));
    }
    return new Measured(
        tally, laps.nanos(), offered == null ? null : offered.result(schedules.values(), tally));
  }

  /** What all workers count, each in a thread of its own. */
  static Tally all(
      Operation operation, List<? extends TimedWorker> workers, Function<TimedWorker, Tally> work)
      throws InterruptedException {
    var threads = Executors.newFixedThreadPool(workers.size(), TimedPhase::thread);
    try {
      var tasks =
          workers.stream().map(worker -> (Callable<Tally>) () -> withThread(work, worker)).toList();
      var tally = new Tally(operation);
      for (var counted : threads.invokeAll(tasks)) {
        tally.add(result(counted));
      }
      return tally;
    } finally {
      threads.shutdownNow();
    }
  }

  private static Tally withThread(Function<TimedWorker, Tally> work, TimedWorker worker) {
    var threads = ManagementFactory.getThreadMXBean();
    boolean known = threads.isCurrentThreadCpuTimeSupported();
    long before = known ? threads.getCurrentThreadCpuTime() : 0;
    var tally = work.apply(worker);
    tally.threadUsed(known ? threads.getCurrentThreadCpuTime() - before : 0);
    return tally;
  }

  /** Share of the phase that is done, 0 to 1; for any thread. */
  double done() {
    if (phase.laps() > 0) {
      return (double) laps.done / phase.laps();
    }
    long elapsed = laps.start == 0 ? 0 : System.nanoTime() - laps.start;
    return Math.min(1, (double) elapsed / TimeUnit.SECONDS.toNanos(phase.durationSeconds()));
  }

  /** Ends {@link #run} soon, from another thread. */
  void cancel() {
    laps.cancel();
  }

  private static Thread thread(Runnable work) {
    var thread = new Thread(work, "connection");
    thread.setDaemon(true);
    return thread;
  }

  private static Tally result(Future<Tally> counted) throws InterruptedException {
    try {
      return counted.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause();
    }
  }

  private Tally work(TimedWorker worker) {
    var tally =
        offered == null ? new Tally(phase.operation()) : Tally.ofOpenLoop(phase.operation());
    try {
      worker.begin(phase.operation());
      laps.arriveAndAwaitAdvance();
      while (!laps.isTerminated()) {
        if (offered != null) {
          atRate(worker, tally);
        } else if (phase.laps() > 0) {
          worker.pass(phase.operation(), tally, false, 0, laps::isTerminated);
        } else {
          untilEnd(worker, tally);
        }
        laps.arriveAndAwaitAdvance();
      }
      return tally;
    } finally {
      // After the last lap nobody waits any more; after a failure nobody shall
      laps.forceTermination();
    }
  }

  private void atRate(TimedWorker worker, Tally tally) {
    var pace =
        new Pace(
            schedules.get(worker), laps.start, Pace.hasCpusFor(workers.size()), laps::isTerminated);
    worker.pass(phase.operation(), pace, tally, laps::isTerminated);
    tally.allSent(pace.lastSentNanos(), pace.isBeyondReach());
    pace.awaitEnd();
  }

  private void untilEnd(TimedWorker worker, Tally tally) {
    long end = laps.start + TimeUnit.SECONDS.toNanos(phase.durationSeconds());
    do {
      worker.pass(phase.operation(), tally, true, end, laps::isTerminated);
      // After one pass of a Delete no key is left
    } while (phase.operation() != Operation.Delete
        && worker.hasWork()
        && System.nanoTime() - end < 0
        && !laps.isTerminated());
  }

  /** Where workers meet between laps; the last one to come reads the clock. */
  private static final class Laps extends Phaser {

    private final int count;
    private final Gate gate;
    private final List<Long> nanos = new ArrayList<>();
    private volatile int done;
    private volatile long start;
    private volatile boolean cancelled;

    private Laps(int count, int workers, Gate gate) {
      super(workers);
      this.gate = gate;
      this.count = count;
    }

    @Override
    protected boolean onAdvance(int lap, int workers) {
      long now = System.nanoTime();
      if (lap > 0) {
        nanos.add(now - start);
      }
      done = lap;
      if (lap < count) {
        gate.pass();
      }
      start = System.nanoTime();
      return lap == count;
    }

    private void cancel() {
      cancelled = true;
      forceTermination();
    }

    private List<Long> nanos() {
      return List.copyOf(nanos);
    }
  }
}
