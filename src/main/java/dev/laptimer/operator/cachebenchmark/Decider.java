package dev.laptimer.operator.cachebenchmark;

import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.CacheBenchmarkStatus;
import dev.laptimer.api.CacheBenchmarkStatus.RunStatus;
import dev.laptimer.api.RunState;
import dev.laptimer.operator.cachebenchmark.Decision.Notice;
import dev.laptimer.result.Reason;
import dev.laptimer.result.Statuses;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What to do with a benchmark. Pure: one function of what is wanted, what is there and the time,
 * with one small function for each state. Every step is written to the status before the next one
 * follows from it, so that it does not matter when the operator dies.
 */
final class Decider {

  private static final Duration AT_ONCE = Duration.ofMillis(50);
  private static final Duration SOON = Duration.ofSeconds(2);
  private static final Duration NOW_AND_THEN = Duration.ofSeconds(5);

  private Decider() {}

  static Decision decide(Situation situation) {
    var spec = situation.spec();
    if (situation.benchmark().getMetadata().getDeletionTimestamp() != null) {
      return Decision.NOTHING;
    }
    var problem = SpecCheck.problem(spec);
    if (problem.isPresent()) {
      return invalid(situation, problem.get());
    }
    if (spec.suspendOrDefault()) {
      return suspended(situation);
    }
    var run = situation.run();
    if (run == null) {
      return begin(situation, 1, null, null);
    }
    if (!RunIdentity.hash(spec).equals(run.hash())) {
      return begin(situation, run.number() + 1, null, "the spec changed");
    }
    if (isAskedForAgain(spec, run)) {
      return begin(situation, run.number() + 1, null, "spec.run.token asks for another run");
    }
    return switch (situation.status().state()) {
      case Pending -> pending(situation);
      case Deploying -> deploying(situation);
      case Running -> running(situation);
      case Suspended, Finished, Failed -> ended(situation);
    };
  }

  /** By a token that is there and is not the last one; one that was removed asks for nothing. */
  private static boolean isAskedForAgain(CacheBenchmarkSpec spec, RunStatus run) {
    var token = token(spec);
    return token != null && !token.isEmpty() && !token.equals(run.token());
  }

  private static String token(CacheBenchmarkSpec spec) {
    return spec.run() == null ? null : spec.run().token();
  }

  /**
   * Puts the next run into the status, before anything is done for it. The one before goes to the
   * history, cancelled if it had not ended.
   *
   * @param retryOf the interrupted run that is repeated, or null
   * @param why the one before is ended, if it had not; null if there was none
   */
  private static Decision begin(Situation situation, int number, Integer retryOf, String why) {
    var metadata = situation.benchmark().getMetadata();
    var run =
        new RunStatus(
            number,
            RunIdentity.hash(situation.spec()),
            token(situation.spec()),
            retryOf,
            RunIdentity.seed(metadata.getUid(), number),
            Names.job(metadata.getName(), number),
            null,
            null,
            null,
            null);
    var before = situation.status();
    boolean cancels = before != null && isUnderway(before);
    var previous = cancels ? before.withSummary(why) : before;
    var context = new Statuses.Context(previous, situation.generation(), situation.now());
    var notices = new ArrayList<Notice>();
    if (cancels) {
      notices.add(
          new Notice(
              retryOf != null,
              retryOf == null ? "RunCancelled" : "RunInterrupted",
              "run %d: %s".formatted(number - 1, why)));
    }
    var summary =
        retryOf == null
            ? "run %d is about to start".formatted(number)
            : "run %d is about to start; it repeats run %d: %s".formatted(number, retryOf, why);
    return write(
        situation,
        Statuses.progressing(context, RunState.Pending, "RunPending", summary, run, false),
        notices,
        AT_ONCE);
  }

  /** Waits until nothing of an earlier run is left: two runs never overlap. */
  private static Decision pending(Situation situation) {
    var run = situation.run();
    var removed = removal(situation.leftovers(), situation.leftoverPods());
    var waitsFor = situation.leftoverPods().stream().filter(situation::isWorthWaitingFor).toList();
    if (!situation.leftovers().isEmpty() || !waitsFor.isEmpty()) {
      var summary =
          "waits until the objects of the run before are gone: "
              + (waitsFor.isEmpty()
                  ? "%d left".formatted(situation.leftovers().size())
                  : "pods %s"
                      .formatted(
                          String.join(
                              ", ",
                              waitsFor.stream()
                                  .map(pod -> pod.getMetadata().getName())
                                  .sorted()
                                  .toList())));
      return write(
              situation,
              Statuses.progressing(
                  situation.context(),
                  RunState.Pending,
                  "WaitingForEarlierRun",
                  summary,
                  run,
                  false),
              List.of(),
              SOON)
          .deleting(removed);
    }
    return write(
        situation,
        Statuses.progressing(
            situation.context(),
            RunState.Deploying,
            "Deploying",
            "run %d: servers and runner are being started".formatted(run.number()),
            run.withStartTime(seconds(situation.now())),
            false),
        List.of(),
        AT_ONCE);
  }

  /** Servers first; the runner when all of them are ready. */
  private static Decision deploying(Situation situation) {
    var end = RunEnd.of(situation);
    if (end.isPresent()) {
      return end(situation, end.get());
    }
    var run = withJob(situation);
    var runner = situation.runnerPod();
    if (runner.filter(Pods::isRunning).isPresent()) {
      return runningStatus(situation, run);
    }
    var finding = StartDiagnosis.of(situation);
    if (finding.filter(Finding::hopeless).isPresent()) {
      return fail(situation, run, finding.get().reason(), finding.get().message());
    }
    var deadline =
        Instant.parse(run.startTime()).plusSeconds(situation.spec().startTimeoutSecondsOrDefault());
    if (!situation.now().isBefore(deadline)) {
      return startTimedOut(situation, run, finding);
    }
    var missing = missing(situation);
    return write(
            situation,
            Statuses.progressing(
                situation.context(),
                RunState.Deploying,
                finding.map(f -> f.reason().name()).orElse("Deploying"),
                "run %d: %s"
                    .formatted(
                        run.number(),
                        finding.map(Finding::message).orElseGet(() -> waitsFor(situation))),
                run,
                situation.areServersReady()),
            List.of(),
            missing.isEmpty() ? NOW_AND_THEN : SOON)
        .creating(missing);
  }

  private static List<HasMetadata> missing(Situation situation) {
    var desired = situation.desired();
    var wanted = new ArrayList<HasMetadata>();
    situation.ownTargets().forEach(target -> wanted.addAll(desired.server(target)));
    if (situation.areServersReady() && situation.run().jobUid() == null) {
      wanted.addAll(desired.runner());
    }
    wanted.removeIf(situation::exists);
    return List.copyOf(wanted);
  }

  private static String waitsFor(Situation situation) {
    var servers =
        situation.ownTargets().stream()
            .filter(target -> !situation.isServerReady(target))
            .map(target -> target.name())
            .toList();
    return servers.isEmpty()
        ? "the runner is being started"
        : "waits for the servers of " + String.join(", ", servers);
  }

  private static Decision startTimedOut(
      Situation situation, RunStatus run, Optional<Finding> finding) {
    var late =
        " (%d s have passed, startTimeoutSeconds)"
            .formatted(situation.spec().startTimeoutSecondsOrDefault());
    if (finding.isEmpty()) {
      var reason = situation.areServersReady() ? Reason.RunnerNotStarted : Reason.ServerNotReady;
      return fail(situation, run, reason, waitsFor(situation) + late);
    }
    var reason =
        finding.get().reason() == Reason.WaitingForReference
            ? Reason.ReferenceNotFound
            : finding.get().reason();
    return fail(situation, run, reason, finding.get().message() + late);
  }

  /** The runner is at work. */
  private static Decision running(Situation situation) {
    var end = RunEnd.of(situation);
    return end.isPresent()
        ? end(situation, end.get())
        : runningStatus(situation, withJob(situation));
  }

  private static Decision runningStatus(Situation situation, RunStatus run) {
    var progress =
        situation.observed().output() instanceof Output.Underway underway
            ? underway.progress()
            : run.progress();
    var summary =
        progress == null
            ? "run %d: the runner checks the targets".formatted(run.number())
            : "run %d: %d of %d trials, %d %%"
                .formatted(
                    run.number(), progress.trialsDone(), progress.trials(), progress.percent());
    return write(
        situation,
        Statuses.progressing(
            situation.context(),
            RunState.Running,
            "Running",
            summary,
            run.withProgress(progress),
            true),
        List.of(),
        NOW_AND_THEN);
  }

  private static RunStatus withJob(Situation situation) {
    var run = situation.run();
    return run.jobUid() != null
        ? run
        : situation.job().map(job -> run.withJobUid(job.getMetadata().getUid())).orElse(run);
  }

  private static Decision end(Situation situation, RunEnd end) {
    var run = withJob(situation);
    if (end instanceof RunEnd.WithDocument with) {
      return keep(situation, run, with);
    }
    if (end instanceof RunEnd.WithoutDocument without) {
      return fail(situation, run, without.reason(), without.message());
    }
    if (end instanceof RunEnd.Interrupted interrupted) {
      return run.retryOf() == null
          ? begin(situation, run.number() + 1, run.number(), interrupted.message())
          : fail(
              situation,
              run,
              Reason.Interrupted,
              interrupted.message() + "; it was a repetition already, of run " + run.retryOf());
    }
    return new Decision(List.of(), List.of(), null, List.of(), SOON);
  }

  /** Keeps the document first; then the status says so. What cannot be kept is analysed yet. */
  private static Decision keep(Situation situation, RunStatus run, RunEnd.WithDocument end) {
    var document = end.document().withPlacement(Placements.of(situation));
    var configMap = ResultConfigMaps.of(situation.desired().resultMetadata(), document);
    var refusal = situation.observed().refusal();
    var status =
        Statuses.ended(
            situation.context(),
            situation.spec(),
            run,
            document,
            refusal == null ? configMap.getMetadata().getName() : null);
    if (refusal != null) {
      var notice =
          new Notice(
              true, "ResultNotKept", "the result document could not be kept: " + refusal.message());
      return write(situation, status, List.of(notice), AT_ONCE);
    }
    return write(situation, status, List.of(), AT_ONCE).creating(List.of(configMap));
  }

  private static Decision fail(Situation situation, RunStatus run, Reason reason, String message) {
    return write(
        situation, Statuses.failed(situation.context(), run, reason, message), List.of(), AT_ONCE);
  }

  private static Decision invalid(Situation situation, String problem) {
    var cleared = cleared(situation);
    return isAsOf(situation, RunState.Failed)
        ? cleared
        : write(
            situation,
            Statuses.failed(situation.context(), null, Reason.InvalidSpec, problem),
            List.of(),
            AT_ONCE);
  }

  /** A kill switch: what is underway is removed as soon as the status says that it is cancelled. */
  private static Decision suspended(Situation situation) {
    return isAsOf(situation, RunState.Suspended)
        ? cleared(situation)
        : write(
            situation,
            Statuses.suspended(situation.context(), situation.run()),
            List.of(),
            AT_ONCE);
  }

  private static boolean isAsOf(Situation situation, RunState state) {
    var status = situation.status();
    return status != null
        && status.state() == state
        && status.observedGeneration() != null
        && status.observedGeneration() == situation.generation();
  }

  /**
   * Nothing is wanted that is not there already. A run that did not end by itself (suspended, or an
   * invalid spec came in between) is made anew.
   */
  private static Decision ended(Situation situation) {
    var status = situation.status();
    if (!Past.endedByItself(status)) {
      return begin(situation, status.run().number() + 1, null, "cancelled");
    }
    boolean evaluated =
        status.state() != RunState.Suspended
            && status.observedGeneration() == situation.generation();
    if (evaluated) {
      return cleared(situation);
    }
    return write(situation, evaluatedAnew(situation), List.of(), AT_ONCE);
  }

  /** The last run in the light of the spec of now. */
  private static CacheBenchmarkStatus evaluatedAnew(Situation situation) {
    var stored = situation.observed().stored();
    return stored == null
        ? Statuses.settled(situation.context())
        : Statuses.ended(
            situation.context(),
            situation.spec(),
            situation.run(),
            stored,
            situation.status().resultRef().configMap());
  }

  private static Decision cleared(Situation situation) {
    var observed = situation.observed();
    var removal = removal(observed.objects(), observed.pods());
    return new Decision(
        List.of(), removal, null, List.of(), observed.objects().isEmpty() ? null : NOW_AND_THEN);
  }

  /** Objects take their pods with them; a pod that was left alone must be taken by itself. */
  private static List<HasMetadata> removal(
      List<HasMetadata> objects, List<? extends HasMetadata> pods) {
    var all = new ArrayList<HasMetadata>(objects);
    if (objects.isEmpty()) {
      all.addAll(pods);
    }
    all.removeIf(object -> object.getMetadata().getDeletionTimestamp() != null);
    return List.copyOf(all);
  }

  static boolean isUnderway(CacheBenchmarkStatus status) {
    return status.state() == RunState.Pending
        || status.state() == RunState.Deploying
        || status.state() == RunState.Running;
  }

  /** Writes a status if it differs, with a notice of what changes by it. */
  private static Decision write(
      Situation situation, CacheBenchmarkStatus status, List<Notice> notices, Duration lookAgain) {
    var before = situation.status();
    if (status.equals(before)) {
      return new Decision(List.of(), List.of(), null, List.of(), lookAgain);
    }
    var all = new ArrayList<>(notices);
    Notices.ofChange(before, status).ifPresent(all::add);
    return new Decision(
        List.of(), Past.droppedResults(situation, status), status, List.copyOf(all), lookAgain);
  }

  private static String seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
