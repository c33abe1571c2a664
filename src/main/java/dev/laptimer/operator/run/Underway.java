package dev.laptimer.operator.run;

import dev.laptimer.api.BenchmarkStatus.RunStatus;
import dev.laptimer.api.RunState;
import dev.laptimer.operator.run.Benchmark.OwnServer;
import dev.laptimer.operator.run.Decision.Notice;
import dev.laptimer.result.Reason;
import dev.laptimer.result.Statuses;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What to do with a run that is on its way, in each of its states. Pure. */
final class Underway {

  private Underway() {}

  /** Waits until nothing of an earlier run is left: two runs never overlap. */
  static Decision pending(Situation situation) {
    var run = situation.run();
    var removed = Over.removal(situation.leftovers(), situation.leftoverPods());
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
      return Decision.write(
              situation,
              Statuses.progressing(
                  situation.context(),
                  RunState.Pending,
                  "WaitingForEarlierRun",
                  summary,
                  run,
                  false),
              List.of(),
              Decision.SOON)
          .deleting(removed);
    }
    var hold = situation.hold();
    if (hold.isPresent()) {
      return Decision.write(
          situation,
          Statuses.progressing(
              situation.context(),
              RunState.Pending,
              hold.get().reason(),
              "run %d waits: %s".formatted(run.number(), hold.get().message()),
              run,
              false),
          List.of(),
          Decision.NOW_AND_THEN);
    }
    return Decision.write(
        situation,
        Statuses.progressing(
            situation.context(),
            RunState.Deploying,
            "Deploying",
            "run %d: servers and runner are being started".formatted(run.number()),
            run.withStartTime(seconds(situation.now())),
            false),
        List.of(),
        Decision.AT_ONCE);
  }

  /** Servers first; the runner when all of them are ready. */
  static Decision deploying(Situation situation) {
    var end = RunEnd.of(situation);
    if (end.isPresent()) {
      return end(situation, end.get());
    }
    var run = withJob(situation);
    if (situation.isRunnerRunning()) {
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
    return Decision.write(
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
            missing.isEmpty() ? patience(situation, deadline) : Decision.SOON)
        .creating(missing);
  }

  /** Now and then, but not after the deadline. */
  private static Duration patience(Situation situation, Instant deadline) {
    var left = Duration.between(situation.now(), deadline);
    return left.compareTo(Decision.NOW_AND_THEN) < 0 ? left : Decision.NOW_AND_THEN;
  }

  private static List<HasMetadata> missing(Situation situation) {
    var desired = situation.desired();
    var wanted = new ArrayList<HasMetadata>();
    situation.servers().forEach(server -> wanted.addAll(desired.server(server)));
    if (situation.areServersReady() && situation.run().jobUid() == null) {
      wanted.addAll(desired.runner());
    }
    wanted.removeIf(situation::exists);
    return List.copyOf(wanted);
  }

  private static String waitsFor(Situation situation) {
    var servers =
        situation.servers().stream()
            .filter(server -> !situation.isReady(server))
            .map(OwnServer::target)
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
  static Decision running(Situation situation) {
    var end = RunEnd.of(situation);
    return end.isPresent()
        ? end(situation, end.get())
        : runningStatus(situation, withJob(situation));
  }

  private static Decision runningStatus(Situation situation, RunStatus run) {
    var told =
        situation.observed().output() instanceof Output.Underway underway
                && underway.progress() != null
            ? run.withProgress(underway.progress())
            : run;
    var fault = Faults.toNote(situation);
    var noted = fault.map(told::withFault).orElse(told);
    return Decision.write(
            situation,
            Statuses.progressing(
                situation.context(), RunState.Running, "Running", summary(noted), noted, true),
            fault.map(Faults::notice).stream().toList(),
            fault.isPresent() ? Decision.AT_ONCE : Faults.patience(situation))
        .doing(Faults.toDo(situation).orElse(null));
  }

  private static String summary(RunStatus run) {
    var progress = run.progress();
    if (progress == null) {
      return "run %d: the runner checks the targets".formatted(run.number());
    }
    var trials =
        "run %d: %d of %d trials, %d %%"
            .formatted(run.number(), progress.trialsDone(), progress.trials(), progress.percent());
    return run.fault() == null ? trials : trials + "; last fault: " + Faults.words(run.fault());
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
          ? NewRun.begin(situation, run.number() + 1, run.number(), interrupted.message())
          : fail(
              situation,
              run,
              Reason.Interrupted,
              interrupted.message() + "; it was a repetition already, of run " + run.retryOf());
    }
    return Decision.delete(List.of(), Decision.NOW_AND_THEN);
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
      return Decision.write(situation, status, List.of(notice), Decision.AT_ONCE);
    }
    return Decision.write(situation, status, List.of(), Decision.AT_ONCE)
        .creating(List.of(configMap));
  }

  private static Decision fail(Situation situation, RunStatus run, Reason reason, String message) {
    return Decision.write(
        situation,
        Statuses.failed(situation.context(), run, reason, message),
        List.of(),
        Decision.AT_ONCE);
  }

  private static String seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
