package dev.laptimer.operator.run;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateTerminatedBuilder;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a pod says of itself; of several containers the first of its spec counts, unless said
 * otherwise.
 */
final class Pods {

  private static final String OOM_KILLED = "OOMKilled";

  private Pods() {}

  static boolean isReady(Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() == null
        && condition(pod, "Ready").filter(ready -> "True".equals(ready.getStatus())).isPresent();
  }

  /** A node that no longer reports leaves the container as it was, and the pod not ready. */
  static boolean isOnALostNode(Pod pod) {
    return condition(pod, "Ready").filter(ready -> "False".equals(ready.getStatus())).isPresent()
        && container(pod).filter(status -> Boolean.TRUE.equals(status.getReady())).isPresent();
  }

  /** The container runs, and none of the others is still to come. */
  static boolean isRunning(Pod pod) {
    return state(pod).map(ContainerState::getRunning).isPresent() && waiting(pod).isEmpty();
  }

  /** Of the first container that waits, whichever it is. */
  static Optional<ContainerStateWaiting> waiting(Pod pod) {
    return containers(pod)
        .map(ContainerStatus::getState)
        .filter(Objects::nonNull)
        .map(ContainerState::getWaiting)
        .filter(Objects::nonNull)
        .findFirst();
  }

  /** Image of that container. */
  static String waitingImage(Pod pod) {
    return containers(pod)
        .filter(container -> container.getState() != null)
        .filter(container -> container.getState().getWaiting() != null)
        .findFirst()
        .flatMap(container -> image(pod, container.getName()))
        .orElseGet(() -> image(pod));
  }

  private static Optional<String> image(Pod pod, String container) {
    return pod.getSpec().getContainers().stream()
        .filter(one -> one.getName().equals(container))
        .map(Container::getImage)
        .findFirst();
  }

  /** Whether any of its containers was killed for memory. */
  static boolean isAnyOutOfMemory(Pod pod) {
    return containers(pod)
        .map(ContainerStatus::getState)
        .filter(Objects::nonNull)
        .map(ContainerState::getTerminated)
        .filter(Objects::nonNull)
        .anyMatch(Pods::isOutOfMemory);
  }

  static Optional<ContainerStateTerminated> terminated(Pod pod) {
    return state(pod).map(ContainerState::getTerminated);
  }

  /**
   * How the container ended the last time, whether it was started again or not. A node may clear an
   * ended container away before it tells of it; that it was started again it always tells, and then
   * the end has a time and nothing else.
   */
  static Optional<ContainerStateTerminated> lastEnd(Pod pod) {
    return toldEnd(pod).or(() -> restarts(pod) == 0 ? Optional.empty() : endBeforeRestart(pod));
  }

  private static Optional<ContainerStateTerminated> endBeforeRestart(Pod pod) {
    return state(pod)
        .map(ContainerState::getRunning)
        .map(
            running ->
                new ContainerStateTerminatedBuilder()
                    .withFinishedAt(running.getStartedAt())
                    .build());
  }

  /** How the container ended the last time, in the words of its node. */
  static Optional<ContainerStateTerminated> toldEnd(Pod pod) {
    return terminated(pod)
        .or(
            () ->
                container(pod)
                    .map(ContainerStatus::getLastState)
                    .map(ContainerState::getTerminated));
  }

  static boolean isOutOfMemory(ContainerStateTerminated end) {
    return OOM_KILLED.equals(end.getReason());
  }

  static int restarts(Pod pod) {
    return container(pod).map(ContainerStatus::getRestartCount).orElse(0);
  }

  static Optional<PodCondition> condition(Pod pod, String type) {
    return pod.getStatus() == null
        ? Optional.empty()
        : pod.getStatus().getConditions().stream()
            .filter(condition -> type.equals(condition.getType()))
            .findFirst();
  }

  static Optional<ContainerStatus> container(Pod pod) {
    var name = pod.getSpec().getContainers().get(0).getName();
    return containers(pod).filter(status -> name.equals(status.getName())).findFirst();
  }

  private static Stream<ContainerStatus> containers(Pod pod) {
    return pod.getStatus() == null
        ? Stream.empty()
        : pod.getStatus().getContainerStatuses().stream();
  }

  /** When its grace period ends, if it was deleted. */
  static Optional<Instant> terminationTime(HasMetadata pod) {
    return Optional.ofNullable(pod.getMetadata().getDeletionTimestamp()).map(Instant::parse);
  }

  static Instant creationTime(HasMetadata object) {
    return Instant.parse(object.getMetadata().getCreationTimestamp());
  }

  /** The container's memory limit as it is written. */
  static String memoryLimit(Pod pod) {
    var resources = pod.getSpec().getContainers().get(0).getResources();
    var limits = resources == null ? null : resources.getLimits();
    Quantity limit = limits == null ? null : limits.get("memory");
    return limit == null ? "none of its own (the node's memory)" : limit.toString();
  }

  static String image(Pod pod) {
    return pod.getSpec().getContainers().get(0).getImage();
  }

  private static Optional<ContainerState> state(Pod pod) {
    return container(pod).map(ContainerStatus::getState);
  }
}
