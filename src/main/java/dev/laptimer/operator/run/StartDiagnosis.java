package dev.laptimer.operator.run;

import dev.laptimer.operator.run.Benchmark.OwnServer;
import dev.laptimer.result.Reason;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Why servers or the runner do not start, in the words of those who know. Pure. */
final class StartDiagnosis {

  /** After so many crashes in a row a server is taken to crash always. */
  private static final int MAX_RESTARTS = 3;

  /** So long an object may take before anybody asks what is said of it. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final Set<String> IMAGE_PULL =
      Set.of("ErrImagePull", "ImagePullBackOff", "RegistryUnavailable", "ImageInspectError");
  private static final Set<String> IMAGE_NEVER = Set.of("InvalidImageName", "ErrImageNeverPull");
  private static final Set<String> ORDINARY = Set.of("ContainerCreating", "PodInitializing");

  private StartDiagnosis() {}

  /** What holds the run up; a hopeless finding comes before one that may pass. */
  static Optional<Finding> of(Situation situation) {
    var findings = findings(situation).toList();
    return findings.stream()
        .filter(Finding::hopeless)
        .findFirst()
        .or(() -> findings.stream().findFirst());
  }

  /** Objects that are stuck, and of which events may say why. */
  static List<HasMetadata> stuckObjects(Situation situation) {
    var servers =
        situation.servers().stream()
            .filter(server -> !situation.isReady(server))
            .flatMap(server -> latest(situation.serverPod(server), situation.statefulSet(server)));
    var runner =
        situation.runnerPod().isPresent() ? situation.runnerPods() : situation.job().stream();
    return Stream.concat(servers, runner)
        .filter(object -> !(object instanceof Pod pod) || isStuck(pod))
        .filter(object -> Pods.creationTime(object).plus(PATIENCE).isBefore(situation.now()))
        .toList();
  }

  private static boolean isStuck(Pod pod) {
    return Pods.waiting(pod).filter(waiting -> ORDINARY.contains(waiting.getReason())).isPresent();
  }

  private static Stream<HasMetadata> latest(
      Optional<Pod> pod, Optional<? extends HasMetadata> controller) {
    return pod.isPresent() ? pod.stream().map(p -> p) : controller.stream().map(c -> c);
  }

  private static Stream<Finding> findings(Situation situation) {
    var refusal =
        Optional.ofNullable(situation.observed().refusal()).map(r -> refused(situation, r));
    var servers =
        situation.servers().stream()
            .filter(server -> !situation.isReady(server))
            .flatMap(server -> server(situation, server).stream());
    return Stream.concat(refusal.stream(), Stream.concat(servers, runner(situation).stream()));
  }

  private static Finding refused(Situation situation, Refusal refusal) {
    var reason =
        refusal.isQuota()
            ? Reason.QuotaExceeded
            : situation.areServersReady() ? Reason.RunnerNotStarted : Reason.ServerNotReady;
    return new Finding(
        reason,
        "the API server refuses %s: %s".formatted(refusal.object(), refusal.message()),
        refusal.forGood());
  }

  private static Optional<Finding> server(Situation situation, OwnServer server) {
    var who = "the server of target '" + server.target() + "'";
    var pod = situation.serverPod(server);
    if (pod.isEmpty()) {
      return situation
          .statefulSet(server)
          .flatMap(set -> notCreated(situation, set, who, Reason.ServerNotReady));
    }
    return crash(pod.get(), server).or(() -> pod(situation, pod.get(), who, Reason.ServerNotReady));
  }

  private static Optional<Finding> crash(Pod pod, OwnServer server) {
    return Pods.lastEnd(pod)
        .map(
            end ->
                Pods.isOutOfMemory(end)
                    ? Finding.hopeless(
                        Reason.ServerOutOfMemory, Words.serverOutOfMemory(server.target(), pod))
                    : new Finding(
                        Pods.restarts(pod) >= MAX_RESTARTS
                            ? Reason.ServerCrashed
                            : Reason.ServerNotReady,
                        Words.serverCrashed(server.target(), end),
                        Pods.restarts(pod) >= MAX_RESTARTS));
  }

  private static Optional<Finding> runner(Situation situation) {
    var who = "the runner";
    return situation.runnerPod().isPresent()
        ? situation
            .runnerPods()
            .flatMap(pod -> pod(situation, pod, who, Reason.RunnerNotStarted).stream())
            .findFirst()
        : situation.job().flatMap(job -> notCreated(situation, job, who, Reason.RunnerNotStarted));
  }

  private static Optional<Finding> pod(Situation situation, Pod pod, String who, Reason reason) {
    return image(pod, who)
        .or(() -> unschedulable(pod, who))
        .or(() -> notMounted(situation, pod, who, reason))
        .or(() -> notStarted(pod, who, reason));
  }

  private static Optional<Finding> image(Pod pod, String who) {
    return Pods.waiting(pod)
        .filter(
            waiting ->
                IMAGE_PULL.contains(waiting.getReason())
                    || IMAGE_NEVER.contains(waiting.getReason()))
        .map(
            waiting ->
                new Finding(
                    Reason.ImagePullFailed,
                    "image '%s' of %s cannot be had: %s: %s"
                        .formatted(
                            Pods.waitingImage(pod), who, waiting.getReason(), waiting.getMessage()),
                    IMAGE_NEVER.contains(waiting.getReason())));
  }

  private static Optional<Finding> unschedulable(Pod pod, String who) {
    return Pods.condition(pod, "PodScheduled")
        .filter(condition -> "False".equals(condition.getStatus()))
        .map(
            condition ->
                Finding.mayPass(
                    Reason.Unschedulable,
                    "no node for %s: %s".formatted(who, condition.getMessage())));
  }

  private static Optional<Finding> notMounted(
      Situation situation, Pod pod, String who, Reason otherReason) {
    return newestEvent(situation, pod, "FailedMount")
        .map(
            event ->
                Finding.mayPass(
                    event.getMessage().contains("secret ")
                        ? Reason.WaitingForReference
                        : otherReason,
                    "%s waits for what its pod refers to: %s".formatted(who, event.getMessage())));
  }

  private static Optional<Finding> notStarted(Pod pod, String who, Reason reason) {
    return Pods.waiting(pod)
        .filter(waiting -> waiting.getReason() != null && !ORDINARY.contains(waiting.getReason()))
        .map(
            waiting ->
                Finding.mayPass(
                    reason,
                    "%s does not start: %s: %s"
                        .formatted(who, waiting.getReason(), waiting.getMessage())));
  }

  private static Optional<Finding> notCreated(
      Situation situation, HasMetadata controller, String who, Reason reason) {
    return newestEvent(situation, controller, "FailedCreate")
        .map(
            event ->
                Finding.mayPass(
                    event.getMessage().contains("exceeded quota") ? Reason.QuotaExceeded : reason,
                    "no pod for %s: %s".formatted(who, event.getMessage())));
  }

  private static Optional<Event> newestEvent(
      Situation situation, HasMetadata object, String reason) {
    return situation.observed().events().stream()
        .filter(event -> reason.equals(event.getReason()))
        .filter(event -> event.getMessage() != null)
        .filter(event -> object.getMetadata().getUid().equals(event.getInvolvedObject().getUid()))
        .max(Comparator.comparing(StartDiagnosis::time));
  }

  private static String time(Event event) {
    return event.getLastTimestamp() != null
        ? event.getLastTimestamp()
        : event.getMetadata().getCreationTimestamp();
  }
}
