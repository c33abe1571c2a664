package dev.laptimer.runner;

import dev.laptimer.api.BenchmarkSpec;
import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.client.ClientErrors;
import dev.laptimer.client.Credentials;
import dev.laptimer.client.sql.RunDatabase;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.DocumentLimit;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument;
import dev.laptimer.result.ResultDocument.DroppedRound;
import dev.laptimer.result.ResultDocument.FailoverResult;
import dev.laptimer.result.ResultDocument.Failure;
import dev.laptimer.result.ResultDocument.Outcome;
import dev.laptimer.result.ResultDocument.Preflight;
import dev.laptimer.result.ResultDocument.TrialResult;
import dev.laptimer.result.RoundRule;
import dev.laptimer.result.StopRule;
import dev.laptimer.runner.failover.FailoverRun;
import dev.laptimer.runner.health.EnvironmentFacts;
import dev.laptimer.runner.preflight.Preflights;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Executes a plan: preflight of every arm, then the trials in their order, each in a fresh JVM,
 * then the failover events. It always gives a document; what went wrong is in its outcome. Made for
 * one call of {@link #run}.
 */
public final class PlanRunner {

  private final RunListener listener;
  private final String token;
  private final List<Preflight> preflights = new ArrayList<>();
  private final List<TrialResult> trials = new ArrayList<>();
  private final List<DroppedRound> droppedRounds = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private Crew crew;
  private FailoverResult failover;
  private SharedTrial current;
  private Reason stopped;

  /** Of a plan whose trials are made on this machine alone. */
  public PlanRunner(RunListener listener) {
    this(listener, null);
  }

  /**
   * @param token that the agents of the plan ask for; null if it has none
   */
  public PlanRunner(RunListener listener, String token) {
    this.listener = listener;
    this.token = token;
  }

  /** Runs the plan to its end, to its timeout, to the first failure, or until {@link #cancel()}. */
  public ResultDocument run(BenchmarkSpec spec, Plan plan) {
    var startTime = Instant.now();
    var timer = Executors.newSingleThreadScheduledExecutor(PlanRunner::timerThread);
    var database = plan.cluster() == null ? null : new RunDatabase(plan);
    Failure failure;
    try {
      crew = new Crew(plan, token);
      failure =
          crew.assemble(TimeUnit.SECONDS.toNanos(plan.startTimeoutSeconds()), this::isStopped)
              .map(lost -> stopFailure(plan).orElse(lost))
              .or(() -> preflight(plan, database))
              .or(() -> trials(spec, plan, timer))
              .orElse(null);
    } finally {
      crew.close();
      timer.shutdownNow();
      if (database != null) {
        database.drop().ifPresent(notes::add);
      }
    }
    return DocumentLimit.bounded(
        new ResultDocument(
            ResultDocument.SCHEMA_VERSION,
            spec instanceof CacheBenchmarkSpec ? "CacheBenchmark" : "DbCluster",
            EnvironmentFacts.laptimerVersion(),
            spec,
            plan,
            startTime,
            Instant.now(),
            outcome(plan, failure),
            EnvironmentFacts.read(
                plan,
                trials.stream().map(TrialResult::health).filter(Objects::nonNull).findFirst()),
            List.copyOf(preflights),
            List.copyOf(trials),
            failover,
            null,
            null,
            droppedRounds.isEmpty() ? null : List.copyOf(droppedRounds)));
  }

  /**
   * Ends the run soon, from another thread: the trial is stopped, own keys on endpoints are deleted
   * as is the own database, and {@link #run} returns with outcome {@code Cancelled}.
   */
  public void cancel() {
    stop(Reason.Cancelled);
  }

  private synchronized void stop(Reason reason) {
    if (stopped == null) {
      stopped = reason;
      if (current != null) {
        current.stop();
      }
    }
  }

  private synchronized Optional<Reason> stopped() {
    return Optional.ofNullable(stopped);
  }

  private boolean isStopped() {
    return stopped().isPresent();
  }

  private static Thread timerThread(Runnable work) {
    var thread = new Thread(work, "run-timeout");
    thread.setDaemon(true);
    return thread;
  }

  /** Checks all arms; the first failure counts. */
  private Optional<Failure> preflight(Plan plan, RunDatabase database) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(plan.startTimeoutSeconds());
    for (var arm : plan.arms()) {
      if (isStopped()) {
        return stopFailure(plan);
      }
      var found = Preflights.check(plan, arm, database, end - System.nanoTime(), this::isStopped);
      preflights.add(found);
      listener.preflight(found);
    }
    return stopFailure(plan)
        .or(() -> preflights.stream().map(Preflight::failure).filter(Objects::nonNull).findFirst());
  }

  private Optional<Failure> trials(BenchmarkSpec spec, Plan plan, ScheduledExecutorService timer) {
    timer.schedule(() -> stop(Reason.TimedOut), plan.timeoutSeconds(), TimeUnit.SECONDS);
    var progress = new RunProgress(plan.trials().size(), events(plan), listener);
    var toCome = new ArrayDeque<>(plan.trials());
    while (!toCome.isEmpty()) {
      var trial = toCome.removeFirst();
      if (isStopped()) {
        return stopFailure(plan);
      }
      listener.trialStarted(trial);
      progress.trialStarted();
      var result = trial(plan, trial, progress);
      if (plan.cluster() == null) {
        new KeyCleanup(plan, plan.arm(trial.arm())).run().ifPresent(notes::add);
      }
      trials.add(result);
      listener.trialFinished(result);
      if (result.failure() != null) {
        return stopFailure(plan).or(() -> Optional.of(result.failure()));
      }
      progress.trialFinished();
      if (!toCome.isEmpty() && toCome.peekFirst().round() == trial.round()) {
        continue;
      }
      var repeated = judge(spec, plan, trial.round());
      repeated.forEach(toCome::addLast);
      progress.moreTrials(repeated.size());
      if (!toCome.isEmpty() && StopRule.enough(spec, plan, counted())) {
        progress.noMoreTrials();
        notes.add("the intervals were narrow enough after round " + trial.round());
        break;
      }
    }
    return events(plan) == 0 ? Optional.empty() : failover(plan, progress);
  }

  /**
   * Drops the round that is over if something spoils it. What is dropped is repeated, up to as many
   * rounds as the plan has, by one runner pod; several begin only what all of them have in the
   * plan.
   *
   * @return the trials of the round that comes in its place
   */
  private List<Plan.Trial> judge(BenchmarkSpec spec, Plan plan, int round) {
    boolean again =
        droppedRounds.size() < plan.rounds() && spec.runnerOrDefault().podsOrDefault() == 1;
    int next = plan.rounds() + droppedRounds.size() + 1;
    var ofRound = trials.stream().filter(trial -> trial.round() == round).toList();
    var dropped = RoundRule.dropped(ofRound, again ? next : null);
    dropped.ifPresent(droppedRounds::add);
    if (dropped.isEmpty() || !again) {
      return List.of();
    }
    var repeated = new ArrayList<Plan.Trial>();
    for (var trial : ofRound) {
      int index = plan.trials().size() + (next - plan.rounds() - 1) * ofRound.size();
      repeated.add(new Plan.Trial(index + repeated.size(), next, trial.arm()));
    }
    return repeated;
  }

  private List<TrialResult> counted() {
    return trials.stream()
        .filter(trial -> droppedRounds.stream().noneMatch(d -> d.round() == trial.round()))
        .toList();
  }

  private static int events(Plan plan) {
    return plan.cluster() == null || plan.cluster().failover() == null
        ? 0
        : plan.cluster().failover().events().size();
  }

  private Optional<Failure> failover(Plan plan, RunProgress progress) {
    var ended = new FailoverRun(plan, listener, this::isStopped, progress::events).run();
    failover = ended.result();
    return stopFailure(plan).or(() -> Optional.ofNullable(ended.failure()));
  }

  private TrialResult trial(Plan plan, Plan.Trial trial, RunProgress progress) {
    var startTime = Instant.now();
    Failure failure;
    try {
      var ended = start(planned(plan, trial)).await(progress::lap);
      if (ended.result().isPresent()) {
        return ended.result().get().as(trial.index(), trial.round());
      }
      failure =
          new Failure(
              ended.failure().reason(), scrubbed(plan.arm(trial.arm()), ended.failure().message()));
    } catch (UncheckedIOException e) {
      failure =
          new Failure(
              Reason.RunnerCrashed.name(), "the trial cannot be started: " + e.getMessage());
    }
    return new TrialResult(
        trial.index(),
        trial.round(),
        trial.arm(),
        startTime,
        Instant.now(),
        List.of(),
        null,
        Map.of(),
        Map.of(),
        stopFailure(plan).orElse(failure),
        null);
  }

  /** A repeated trial is one of the plan's of the same arm, under a number of its own. */
  private static Plan.Trial planned(Plan plan, Plan.Trial trial) {
    return trial.index() < plan.trials().size()
        ? trial
        : plan.trials().stream().filter(t -> t.arm().equals(trial.arm())).findFirst().orElseThrow();
  }

  /** Whatever a JVM wrote on its way down, a secret is not to be handed on. */
  private static String scrubbed(Plan.Arm arm, String text) {
    return new ClientErrors(Credentials.read(arm.credentialsDir())).scrubbed(text);
  }

  private synchronized SharedTrial start(Plan.Trial trial) {
    current = crew.start(trial);
    if (stopped != null) {
      current.stop();
    }
    return current;
  }

  private Optional<Failure> stopFailure(Plan plan) {
    return stopped()
        .map(
            reason -> {
              var what =
                  reason == Reason.TimedOut
                      ? "timeoutSeconds: %d are over".formatted(plan.timeoutSeconds())
                      : "the run was cancelled";
              return new Failure(reason.name(), what);
            });
  }

  private Outcome outcome(Plan plan, Failure failure) {
    long measured = counted().stream().filter(trial -> trial.failure() == null).count();
    var count = "%d of %d trials were measured".formatted(measured, plan.trials().size());
    var words = new ArrayList<String>();
    if (failure != null) {
      words.add(failure.message());
    }
    words.add(count);
    words.addAll(notes);
    return new Outcome(
        failure == null,
        failure == null ? Reason.Measured.name() : failure.reason(),
        String.join("; ", words));
  }
}
