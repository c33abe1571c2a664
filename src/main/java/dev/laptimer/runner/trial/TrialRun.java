package dev.laptimer.runner.trial;

import dev.laptimer.api.Operation;
import dev.laptimer.client.ClientErrors;
import dev.laptimer.client.Credentials;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument.Failure;
import dev.laptimer.result.ResultDocument.Health;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.SweepStep;
import dev.laptimer.result.ResultDocument.TrialResult;
import dev.laptimer.result.ResultDocument.WarmUpResult;
import dev.laptimer.runner.health.HealthProbe;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** One trial: all phases of one arm, once, in this process. Made for one call of {@link #run}. */
public final class TrialRun {

  private final Plan plan;
  private final Plan.Trial trial;
  private final Plan.Arm arm;
  private final Plan.Workload workload;
  private final ClientErrors errors;
  private final Instant startTime = Instant.now();
  private final List<PhaseResult> phases = new ArrayList<>();
  private final TrialTarget target;
  private final Share share;
  private final Gate gate;
  private Map<String, Long> countersBefore;
  private Map<String, Long> countersAfter;
  private Health health;
  private volatile TimedPhase current;
  private volatile WarmUpRun warming;
  private volatile int unitsDone;
  private volatile boolean cancelled;

  /**
   * The whole of a trial.
   *
   * @param index of the trial in the plan
   */
  public TrialRun(Plan plan, int index) {
    this(plan, index, Share.WHOLE, Gate.OPEN);
  }

  /**
   * A share of a trial.
   *
   * @param gate where the processes of the trial wait for each other
   */
  public TrialRun(Plan plan, int index, Share share, Gate gate) {
    this.share = share;
    this.gate = gate;
    this.plan = plan;
    this.trial = plan.trials().get(index);
    this.arm = plan.arm(trial.arm());
    this.workload = plan.workload(arm);
    this.errors = new ClientErrors(Credentials.read(arm.credentialsDir()));
    this.target =
        plan.cluster() == null
            ? new CacheTarget(plan, arm, errors, share)
            : new TableTarget(plan, arm, errors, share);
  }

  /** Measures. What goes wrong is in the result. */
  public TrialResult run() throws InterruptedException {
    try {
      measure();
      return result(null);
    } catch (TargetFailedException e) {
      return result(e.getMessage());
    } catch (RuntimeException e) {
      return result(errors.text(e));
    } finally {
      target.close();
    }
  }

  /** Ends {@link #run} soon, from another thread; no operation is begun after it returned. */
  public void cancel() {
    cancelled = true;
    var phase = current;
    if (phase != null) {
      phase.cancel();
    }
    var warmUp = warming;
    if (warmUp != null) {
      warmUp.cancel();
    }
  }

  public boolean isCancelled() {
    return cancelled;
  }

  private void measure() throws InterruptedException {
    if (!share.isFirst()) {
      // Not before the first has made the server ready, which would take from us what is ours
      gate.pass();
    }
    var workers = target.connect();
    if (share.isFirst()) {
      gate.pass();
    }
    countersBefore = target.counters();
    var probe = new HealthProbe();
    long startMillis =
        System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
    var warmUps = warmUp(workers);
    for (var phase : workload.phases()) {
      var reading = probe.read();
      var offered =
          phase.openLoop() == null ? null : offered(phase, phase.openLoop().ratePerMinute());
      var measured = run(new TimedPhase(phase, workers, gate, offered));
      var window = probe.since(reading);
      var sweep = phase.sweep() == null ? null : sweep(phase, measured, workers);
      phases.add(measured.result(phase, window, warmUps.remove(phase.operation()), sweep));
      target.settle();
    }
    health = HealthProbe.health(startMillis);
    assertAnswers();
    countersAfter = target.counters();
  }

  private TimedPhase.Measured run(TimedPhase phase) throws InterruptedException {
    current = phase;
    if (cancelled) {
      throw new TargetFailedException("the trial was cancelled");
    }
    var measured = phase.run();
    current = null;
    unitsDone += unitsOfPart(phase.phase());
    return measured;
  }

  /** Every round has a schedule of its own, which is the same for all arms. */
  private Offered offered(Plan.Phase phase, long ratePerMinute) {
    return new Offered(
        Schedule.Load.of(ratePerMinute, phase.durationSeconds(), phase.openLoop().arrivals()),
        share.connections(workload.connections()),
        workload.connections(),
        seed(phase, 0));
  }

  private long seed(Plan.Phase phase, int percent) {
    return 31 * (31 * (plan.seed() + trial.round()) + workload.phases().indexOf(phase)) + percent;
  }

  /** Each process goes by what it reached itself. */
  private List<SweepStep> sweep(
      Plan.Phase phase, TimedPhase.Measured closed, List<? extends TimedWorker> workers)
      throws InterruptedException {
    long answered = closed.tally().operations() - closed.tally().errors();
    double perMinute = 60e9 * answered / closed.lapNanos().get(0);
    int connections = share.connections(workload.connections()).size();
    var steps = new ArrayList<SweepStep>();
    for (int percent : phase.sweep().percents()) {
      var load =
          Schedule.Load.of(
              Math.round(perMinute * percent / 100),
              phase.durationSeconds(),
              phase.sweep().arrivals());
      var offered =
          new Offered(
              load,
              new Share.Range(0, connections),
              connections,
              seed(phase, percent) * share.pods() + share.pod());
      steps.add(run(new TimedPhase(phase, workers, gate, offered)).step(percent));
    }
    return List.copyOf(steps);
  }

  /**
   * Does each operation before any is timed; afterwards the server is as it was before.
   *
   * @return what happened, by operation
   */
  private Map<Operation, WarmUpResult> warmUp(List<? extends TimedWorker> workers)
      throws InterruptedException {
    var results = new EnumMap<Operation, WarmUpResult>(Operation.class);
    if (workload.warmUp() == null) {
      return results;
    }
    for (var operation :
        workload.phases().stream().map(Plan.Phase::operation).distinct().toList()) {
      warming = new WarmUpRun(operation, workload.warmUp(), workers);
      if (cancelled) {
        throw new TargetFailedException("the trial was cancelled");
      }
      results.put(operation, warming.run());
      warming = null;
    }
    workers.forEach(TimedWorker::clear);
    target.settle();
    return results;
  }

  /** A server that went away shortly before the end was not measured to the end. */
  private void assertAnswers() {
    try {
      target.ping();
    } catch (RuntimeException e) {
      throw new TargetFailedException(
          "the server does not answer at the end of the trial: " + errors.text(e));
    }
  }

  /** Share of the trial that is done, 0 to 1, laps and seconds counted alike; for any thread. */
  public double done() {
    double units = workload.phases().stream().mapToInt(TrialRun::units).sum();
    var phase = current;
    return (unitsDone + (phase == null ? 0 : phase.done() * unitsOfPart(phase.phase()))) / units;
  }

  private static int units(Plan.Phase phase) {
    int parts = phase.sweep() == null ? 1 : 1 + phase.sweep().percents().size();
    return parts * unitsOfPart(phase);
  }

  private static int unitsOfPart(Plan.Phase phase) {
    return phase.laps() + phase.durationSeconds();
  }

  private TrialResult result(String failure) {
    return new TrialResult(
        trial.index(),
        trial.round(),
        trial.arm(),
        startTime,
        Instant.now(),
        List.copyOf(phases),
        health,
        countersBefore,
        countersAfter,
        failure == null ? null : new Failure(Reason.TargetFailed.name(), failure),
        failure == null ? target.rowBytes() : null);
  }
}
