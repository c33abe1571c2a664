package dev.laptimer.operator.run;

import dev.laptimer.api.BenchmarkSpec;
import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.BenchmarkStatus.RunStatus;
import dev.laptimer.operator.run.Benchmark.Hold;
import dev.laptimer.operator.run.Benchmark.MeasuredCluster;
import dev.laptimer.operator.run.Benchmark.OwnServer;
import dev.laptimer.operator.run.Labels.Component;
import dev.laptimer.result.Statuses;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * All that a decision is made from: the benchmark, what is there of it, and the time. It answers
 * questions; it decides nothing.
 */
record Situation(Benchmark benchmark, Observed observed, Instant now) {

  /**
   * A pod of a lost node never goes; after its grace period and this it is no longer waited for.
   */
  private static final Duration PATIENCE_WITH_TERMINATION = Duration.ofSeconds(30);

  Situation withRefusal(Refusal refusal) {
    return new Situation(benchmark, observed.withRefusal(refusal), now);
  }

  BenchmarkSpec spec() {
    return benchmark.spec();
  }

  BenchmarkStatus status() {
    return benchmark.status();
  }

  /** The run in progress, or the last one; null for none. */
  RunStatus run() {
    return status() == null ? null : status().run();
  }

  long generation() {
    return benchmark.generation();
  }

  Statuses.Context context() {
    return new Statuses.Context(status(), generation(), now);
  }

  DesiredObjects desired() {
    return new DesiredObjects(benchmark, run());
  }

  /** Why nothing can begin; empty if it can. */
  Optional<Hold> hold() {
    return Optional.ofNullable(benchmark.cluster()).map(MeasuredCluster::hold);
  }

  /** True if the cluster that is measured is not the one for which the run was made. */
  boolean isOfAnotherForm() {
    return observed.objects().stream()
        .filter(this::isOfThisRun)
        .anyMatch(benchmark::isOfAnotherForm);
  }

  /** All that was to be timed is timed; what is left are faults. */
  boolean areTrialsDone() {
    return observed.output() instanceof Output.Underway underway
        && underway.progress() != null
        && underway.progress().trialsDone() >= underway.progress().trials();
  }

  /** Servers that are deployed for the run. */
  List<OwnServer> servers() {
    return benchmark.servers();
  }

  Optional<Job> job() {
    return find(Job.class, object -> true);
  }

  Optional<StatefulSet> statefulSet(OwnServer server) {
    return find(StatefulSet.class, object -> server.target().equals(Labels.target(object)));
  }

  /** The newest pod of the runner; of several that which has the lead. */
  Optional<Pod> runnerPod() {
    return newest(runnerPods().filter(pod -> Labels.completionIndex(pod) == 0));
  }

  /** All pods of the runner. */
  Stream<Pod> runnerPods() {
    return pods().filter(pod -> Labels.isOf(pod, Component.RUNNER));
  }

  /** True if every pod of the runner is there and at work. */
  boolean isRunnerRunning() {
    return runnerPods().filter(Pods::isRunning).map(Labels::completionIndex).distinct().count()
        == spec().runnerOrDefault().podsOrDefault();
  }

  /** The newest pod of a server. */
  Optional<Pod> serverPod(OwnServer server) {
    return newest(
        pods()
            .filter(pod -> Labels.isOf(pod, Component.SERVER))
            .filter(pod -> server.target().equals(Labels.target(pod))));
  }

  boolean isReady(OwnServer server) {
    return serverPod(server).filter(Pods::isReady).isPresent();
  }

  boolean areServersReady() {
    return servers().stream().allMatch(this::isReady);
  }

  boolean exists(HasMetadata wanted) {
    return observed.objects().stream()
        .filter(this::isOfThisRun)
        .anyMatch(
            object ->
                object.getKind().equals(wanted.getKind())
                    && object.getMetadata().getName().equals(wanted.getMetadata().getName()));
  }

  /** Objects of earlier runs, or of an earlier benchmark of this name. */
  List<HasMetadata> leftovers() {
    return observed.objects().stream().filter(object -> !isOfThisRun(object)).toList();
  }

  /** Pods of those. */
  List<Pod> leftoverPods() {
    return observed.pods().stream().filter(pod -> !isOfThisRun(pod)).toList();
  }

  boolean isWorthWaitingFor(Pod pod) {
    return Pods.terminationTime(pod)
        .map(time -> now.isBefore(time.plus(PATIENCE_WITH_TERMINATION)))
        .orElse(true);
  }

  private boolean isOfThisRun(HasMetadata object) {
    return run() != null && Labels.isOf(object, benchmark.resource(), run().number());
  }

  private Stream<Pod> pods() {
    return observed.pods().stream().filter(this::isOfThisRun);
  }

  private <T extends HasMetadata> Optional<T> find(Class<T> type, Predicate<HasMetadata> which) {
    return observed.objects().stream()
        .filter(type::isInstance)
        .filter(this::isOfThisRun)
        .filter(which)
        .map(type::cast)
        .findFirst();
  }

  private static Optional<Pod> newest(Stream<Pod> pods) {
    return pods.max(Comparator.comparing(pod -> pod.getMetadata().getCreationTimestamp()));
  }
}
