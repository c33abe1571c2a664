package dev.laptimer.operator.run;

import dev.laptimer.operator.run.Benchmark.OwnServer;
import dev.laptimer.result.EventLog.Termination;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument;
import dev.laptimer.result.ResultDocument.Outcome;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * How a run whose Job was there ended, if it did. The runner's own word counts unless the cluster
 * knows better: a server that was killed looks to the runner like a connection that broke. Pure.
 */
sealed interface RunEnd {

  /** The runner handed over what it measured, all or part of it. */
  record WithDocument(ResultDocument document) implements RunEnd {}

  /** It ended and left nothing. */
  record WithoutDocument(Reason reason, String message) implements RunEnd {}

  /** Something from outside ended it; what it measured does not count. */
  record Interrupted(String message) implements RunEnd {}

  /** It ended, or is about to, but what is known may not be all yet. */
  record Unclear() implements RunEnd {}

  /** So long the runner may take to notice that a server is gone, and to hand over what it has. */
  Duration TIME_TO_NOTICE = Duration.ofSeconds(30);

  /** So long the log of an ended runner is asked for. */
  Duration TIME_TO_READ = Duration.ofSeconds(30);

  /** So long it takes kubelet to say that a container ended. */
  Duration TIME_TO_TELL = Duration.ofSeconds(5);

  /** So long it takes the cluster to say that a node is lost. */
  Duration TIME_TO_LOSE_A_NODE = Duration.ofSeconds(75);

  /** What a runner says when a server does not answer any more. */
  Set<Reason> CONNECTION_LOST =
      EnumSet.of(
          Reason.TargetFailed,
          Reason.ConnectionRefused,
          Reason.ConnectTimeout,
          Reason.NameNotResolved);

  /** What a runner says that lost another of its pods, or was told to go because one failed. */
  Set<Reason> OTHER_RUNNER_LOST = EnumSet.of(Reason.RunnerPodLost, Reason.Cancelled);

  /** Empty as long as it goes on. */
  static Optional<RunEnd> of(Situation situation) {
    var job = situation.job();
    if (job.isEmpty()) {
      return situation.observed().jobIsGone()
          ? Optional.of(new Interrupted("the Job was deleted"))
          : Optional.empty();
    }
    return measured(situation, job.get())
        .or(() -> deadlineExceeded(job.get()))
        .or(() -> runnerOutOfMemory(situation))
        .or(() -> serverEnded(situation, job.get()))
        .or(() -> interrupted(situation, job.get()))
        .or(() -> handedOver(situation))
        .or(() -> podGone(situation, job.get()));
  }

  private static Optional<RunEnd> measured(Situation situation, Job job) {
    return document(situation)
        .filter(document -> document.outcome().complete())
        .filter(document -> !isAServerAnother(situation, job))
        .map(WithDocument::new);
  }

  /** True if a server was started anew in the middle: then the whole is of no single server. */
  private static boolean isAServerAnother(Situation situation, Job job) {
    return situation.servers().stream()
        .flatMap(server -> situation.serverPod(server).stream())
        .anyMatch(
            pod ->
                endedMeanwhile(situation, job, pod).isPresent()
                    || isMeanwhile(situation, job, Pods.creationTime(pod)));
  }

  private static Optional<ContainerStateTerminated> endedMeanwhile(
      Situation situation, Job job, Pod pod) {
    return Pods.lastEnd(pod).filter(end -> isMeanwhile(situation, job, time(end)));
  }

  /** Between the beginning of the Job and the end of the runner. */
  private static boolean isMeanwhile(Situation situation, Job job, Instant time) {
    var runnerEnd = situation.runnerPod().flatMap(Pods::terminated).map(RunEnd::time);
    return time.isAfter(Pods.creationTime(job))
        && runnerEnd.filter(end -> time.isAfter(end)).isEmpty();
  }

  private static Optional<RunEnd> deadlineExceeded(Job job) {
    return condition(job, "Failed")
        .filter(condition -> "DeadlineExceeded".equals(condition.getReason()))
        .map(
            condition ->
                new WithoutDocument(
                    Reason.TimedOut,
                    "the runner did not end within its timeouts, and its Job was stopped: "
                        + condition.getMessage()));
  }

  private static Optional<RunEnd> runnerOutOfMemory(Situation situation) {
    return situation
        .runnerPods()
        .filter(Pods::isAnyOutOfMemory)
        .findFirst()
        .map(
            pod ->
                ended(
                    situation,
                    Finding.hopeless(Reason.RunnerOutOfMemory, Words.runnerOutOfMemory(pod))));
  }

  /** A server that was killed or crashed while the Job was there. */
  private static Optional<RunEnd> serverEnded(Situation situation, Job job) {
    return situation.servers().stream()
        .flatMap(server -> serverEnd(situation, job, server).stream())
        .findFirst();
  }

  private static Optional<RunEnd> serverEnd(Situation situation, Job job, OwnServer server) {
    var pod =
        situation.serverPod(server).filter(p -> p.getMetadata().getDeletionTimestamp() == null);
    var end = pod.filter(p -> !isEvicted(p)).flatMap(p -> endedMeanwhile(situation, job, p));
    if (end.isEmpty()) {
      return Optional.empty();
    }
    boolean runnerEnded = situation.runnerPod().flatMap(Pods::terminated).isPresent();
    if (!runnerEnded && situation.now().isBefore(time(end.get()).plus(TIME_TO_NOTICE))) {
      return Optional.of(new Unclear());
    }
    var finding =
        Pods.isOutOfMemory(end.get())
            ? Finding.hopeless(
                Reason.ServerOutOfMemory, Words.serverOutOfMemory(server.target(), pod.get()))
            : Finding.hopeless(
                Reason.ServerCrashed, Words.serverCrashed(server.target(), end.get()));
    return Optional.of(ended(situation, finding));
  }

  private static Optional<RunEnd> interrupted(Situation situation, Job job) {
    var run = situation.run();
    if (job.getMetadata().getDeletionTimestamp() != null) {
      return Optional.of(new Interrupted("the Job was deleted"));
    }
    if (run.jobUid() != null && !run.jobUid().equals(job.getMetadata().getUid())) {
      return Optional.of(new Interrupted("the Job was replaced by another of its name"));
    }
    return situation
        .runnerPod()
        .flatMap(pod -> lost(pod, "the runner's pod"))
        .or(() -> otherRunnerLost(situation))
        .or(
            () ->
                situation.servers().stream()
                    .flatMap(server -> serverLost(situation, job, server).stream())
                    .findFirst())
        .map(Interrupted::new);
  }

  /** When the pod that has the lead is done, the others go too, and nothing is lost. */
  private static Optional<String> otherRunnerLost(Situation situation) {
    var lead = situation.runnerPod().flatMap(Pods::terminated).flatMap(RunEnd::termination);
    return lead.filter(end -> !OTHER_RUNNER_LOST.contains(reason(end))).isPresent()
        ? Optional.empty()
        : situation
            .runnerPods()
            .filter(pod -> Labels.completionIndex(pod) > 0)
            .flatMap(pod -> lost(pod, "the runner's pod " + Labels.completionIndex(pod)).stream())
            .findFirst();
  }

  private static Optional<String> serverLost(Situation situation, Job job, OwnServer server) {
    var who = "the pod of the server of target '" + server.target() + "'";
    var pod = situation.serverPod(server);
    if (pod.isEmpty()) {
      return Optional.of(who + " was deleted");
    }
    return Pods.creationTime(pod.get()).isAfter(Pods.creationTime(job))
        ? Optional.of(who + " was replaced")
        : lost(pod.get(), who);
  }

  private static Optional<String> lost(Pod pod, String who) {
    var disruption =
        Pods.condition(pod, "DisruptionTarget")
            .filter(condition -> "True".equals(condition.getStatus()))
            .map(
                condition ->
                    "%s was ended by the cluster: %s: %s"
                        .formatted(who, condition.getReason(), condition.getMessage()));
    if (disruption.isPresent()) {
      return disruption;
    }
    if (isEvicted(pod)) {
      return Optional.of(
          "%s was ended by its node: %s: %s"
              .formatted(who, pod.getStatus().getReason(), pod.getStatus().getMessage()));
    }
    return pod.getMetadata().getDeletionTimestamp() == null
        ? Optional.empty()
        : Optional.of(who + " was deleted");
  }

  private static boolean isEvicted(Pod pod) {
    return pod.getStatus() != null
        && "Failed".equals(pod.getStatus().getPhase())
        && pod.getStatus().getReason() != null;
  }

  /** The runner's container ended. */
  private static Optional<RunEnd> handedOver(Situation situation) {
    var end = situation.runnerPod().flatMap(Pods::terminated);
    if (end.isEmpty()) {
      return Optional.empty();
    }
    var termination = termination(end.get());
    if (termination.isEmpty()) {
      boolean started = !Set.of("StartError", "ContainerCannotRun").contains(reason(end.get()));
      return Optional.of(
          new WithoutDocument(
              started ? Reason.RunnerCrashed : Reason.RunnerNotStarted,
              "the runner ended with " + Words.end(end.get())));
    }
    if (mayTellMore(situation, termination.get(), end.get())) {
      return Optional.of(new Unclear());
    }
    if (isNodeLost(situation, termination.get())) {
      return Optional.of(
          new Interrupted("the node of a server or of another runner pod no longer answers"));
    }
    return Optional.of(handedOver(situation, termination.get(), end.get()));
  }

  private static RunEnd handedOver(
      Situation situation, Termination termination, ContainerStateTerminated end) {
    var document = document(situation);
    if (document.isPresent()) {
      return new WithDocument(document.get());
    }
    if (termination.sha256() == null) {
      return new WithoutDocument(reason(termination), termination.message());
    }
    if (situation.now().isBefore(time(end).plus(TIME_TO_READ))) {
      return new Unclear();
    }
    var why =
        situation.observed().output() instanceof Output.Missing missing
            ? missing.message()
            : "its log could not be read";
    return new WithoutDocument(
        Reason.ResultLost,
        "the runner ended with %s, but its result could not be had: %s"
            .formatted(termination.reason(), why));
  }

  /**
   * A runner that lost the connection to a server of the run's own, or to another of its pods,
   * knows it before the cluster says what became of that.
   */
  private static boolean mayTellMore(
      Situation situation, Termination termination, ContainerStateTerminated end) {
    boolean mayBeServer =
        CONNECTION_LOST.contains(reason(termination)) && !situation.servers().isEmpty();
    if (!mayBeServer && reason(termination) != Reason.RunnerPodLost) {
      return false;
    }
    var patience = isNodeLost(situation, termination) ? TIME_TO_TELL : TIME_TO_LOSE_A_NODE;
    return situation.now().isBefore(time(end).plus(patience));
  }

  private static boolean isNodeLost(Situation situation, Termination termination) {
    if (reason(termination) == Reason.RunnerPodLost) {
      return situation.runnerPods().anyMatch(Pods::isOnALostNode);
    }
    return CONNECTION_LOST.contains(reason(termination))
        && situation.servers().stream()
            .flatMap(server -> situation.serverPod(server).stream())
            .anyMatch(Pods::isOnALostNode);
  }

  /** The Job ended, and its pod with the log is gone. */
  private static Optional<RunEnd> podGone(Situation situation, Job job) {
    if (situation.runnerPod().isPresent()) {
      return Optional.empty();
    }
    if (condition(job, "Complete").isPresent()) {
      return Optional.of(
          new WithoutDocument(
              Reason.ResultLost, "the runner's pod was deleted before its log was read"));
    }
    return condition(job, "Failed")
        .map(condition -> new Interrupted("the runner's pod is gone: " + condition.getMessage()));
  }

  /** Ended for a reason that is better known than the runner could know it. */
  private static RunEnd ended(Situation situation, Finding finding) {
    var document = document(situation);
    if (document.isPresent()) {
      return new WithDocument(
          document
              .get()
              .withOutcome(new Outcome(false, finding.reason().name(), finding.message())));
    }
    var end = situation.runnerPod().flatMap(Pods::terminated);
    boolean documentMayCome =
        end.flatMap(RunEnd::termination).filter(t -> t.sha256() != null).isPresent()
            && situation.now().isBefore(time(end.get()).plus(TIME_TO_READ));
    return documentMayCome
        ? new Unclear()
        : new WithoutDocument(finding.reason(), finding.message());
  }

  private static Optional<ResultDocument> document(Situation situation) {
    return situation.observed().output() instanceof Output.Document output
        ? Optional.of(output.document())
        : Optional.empty();
  }

  /** What a runner left as its last word, if it was able to. */
  static Optional<Termination> termination(ContainerStateTerminated end) {
    return Optional.ofNullable(end.getMessage()).flatMap(Termination::fromJson);
  }

  private static Reason reason(Termination termination) {
    return Arrays.stream(Reason.values())
        .filter(reason -> reason.name().equals(termination.reason()))
        .findFirst()
        .orElse(Reason.RunnerCrashed);
  }

  private static String reason(ContainerStateTerminated end) {
    return end.getReason() == null ? "" : end.getReason();
  }

  private static Optional<JobCondition> condition(Job job, String type) {
    return job.getStatus() == null
        ? Optional.empty()
        : job.getStatus().getConditions().stream()
            .filter(c -> type.equals(c.getType()) && "True".equals(c.getStatus()))
            .findFirst();
  }

  private static Instant time(ContainerStateTerminated end) {
    return end.getFinishedAt() == null ? Instant.EPOCH : Instant.parse(end.getFinishedAt());
  }
}
