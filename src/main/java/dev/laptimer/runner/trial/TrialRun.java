package dev.laptimer.runner.trial;

import dev.laptimer.api.EngineName;
import dev.laptimer.client.CacheClient;
import dev.laptimer.client.ClientErrors;
import dev.laptimer.client.Clients;
import dev.laptimer.client.Credentials;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument.Failure;
import dev.laptimer.result.ResultDocument.Health;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.TrialResult;
import dev.laptimer.runner.health.HealthProbe;
import dev.laptimer.runner.trial.Worker.Expiry;
import dev.laptimer.runner.trial.Worker.TargetFailedException;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** One trial: all phases of one arm, once, in this process. Made for one call of {@link #run}. */
public final class TrialRun {

  private final Plan plan;
  private final Plan.Trial trial;
  private final Plan.Arm arm;
  private final Plan.Workload workload;
  private final ClientErrors errors;
  private final Instant startTime = Instant.now();
  private final List<PhaseResult> phases = new ArrayList<>();
  private final List<CacheClient> clients = new ArrayList<>();
  private Map<String, Long> countersBefore;
  private Map<String, Long> countersAfter;
  private Health health;
  private volatile TimedPhase current;
  private volatile int unitsDone;
  private volatile boolean cancelled;

  /**
   * @param index of the trial in the plan
   */
  public TrialRun(Plan plan, int index) {
    this.plan = plan;
    this.trial = plan.trials().get(index);
    this.arm = plan.arm(trial.arm());
    this.workload = plan.workload(arm);
    this.errors = new ClientErrors(Credentials.read(arm.credentialsDir()));
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
      clients.forEach(CacheClient::close);
    }
  }

  /** Ends {@link #run} soon, from another thread; no operation is begun after it returned. */
  public void cancel() {
    cancelled = true;
    var phase = current;
    if (phase != null) {
      phase.cancel();
    }
  }

  public boolean isCancelled() {
    return cancelled;
  }

  private void measure() throws InterruptedException {
    var keys = new KeySpace(plan, workload).keys(arm.client());
    var values = new Values(plan.seed(), workload);
    int connections = workload.connections();
    int each = arm.client().isMultiplexed() ? connections : 1;
    for (int i = 0; i < connections; i += each) {
      clients.add(Clients.open(arm, each));
    }
    var first = clients.get(0);
    if (arm.owned()) {
      first.flush();
    }
    countersBefore = first.serverCounters();
    var workers = workers(keys, values);
    var probe = new HealthProbe();
    long startMillis =
        System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
    for (var phase : workload.phases()) {
      var reading = probe.read();
      current = new TimedPhase(phase, workers);
      if (cancelled) {
        throw new TargetFailedException("the trial was cancelled");
      }
      var measured = current.run();
      phases.add(measured.result(phase, probe.since(reading)));
      current = null;
      unitsDone += units(phase);
    }
    health = HealthProbe.health(startMillis);
    assertAnswers(first);
    countersAfter = first.serverCounters();
  }

  /** A server that went away shortly before the end was not measured to the end. */
  private void assertAnswers(CacheClient client) {
    try {
      client.ping();
    } catch (RuntimeException e) {
      throw new TargetFailedException(
          "the server does not answer at the end of the trial: " + errors.text(e));
    }
  }

  /** Share of the trial that is done, 0 to 1, laps and seconds counted alike; for any thread. */
  public double done() {
    double units = workload.phases().stream().mapToInt(TrialRun::units).sum();
    var phase = current;
    return (unitsDone + (phase == null ? 0 : phase.done() * units(phase.phase()))) / units;
  }

  private static int units(Plan.Phase phase) {
    return phase.laps() + phase.durationSeconds();
  }

  /** Each with a client and a contiguous share of the keys. */
  private List<Worker> workers(CacheClient.Key[] keys, Values values) {
    var expiry = Expiry.of(workload.expirySeconds(), clockGranularityNanos(), keys.length);
    var shares = KeySequence.split(workload.keyOrder(), keys.length, clients.size(), plan.seed());
    return IntStream.range(0, clients.size())
        .mapToObj(
            i ->
                new Worker(
                    clients.get(i).pipe(workload.pipelineDepth()),
                    workload.pipelineDepth(),
                    errors,
                    keys,
                    values,
                    shares.get(i),
                    expiry))
        .toList();
  }

  /** Memcached's clock has whole seconds, so that it may drop a key up to one second too early. */
  private long clockGranularityNanos() {
    return arm.engine() == EngineName.Memcached
        ? TimeUnit.SECONDS.toNanos(1)
        : TimeUnit.MILLISECONDS.toNanos(1);
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
        failure == null ? null : new Failure(Reason.TargetFailed.name(), failure));
  }
}
