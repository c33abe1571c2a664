package dev.laptimer.e2e;

import static dev.laptimer.e2e.Cluster.CLIENT;
import static dev.laptimer.e2e.Manifests.MEMCACHED;
import static dev.laptimer.e2e.Manifests.REDIS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.RunState;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The operator is killed at any moment, twice in a row: one run, one result. */
@E2e
@Tag("disruptive")
class OperatorKilledTest {

  private static final String TARGETS = REDIS + "," + MEMCACHED;

  @Test
  void asSoonAsTheBenchmarkIsThere(Space space) {
    var benchmark = space.benchmark(Manifests.slow(TARGETS, 3));
    killTheOperatorTwice();
    assertOneRunAndOneResult(benchmark);
  }

  @Test
  void whileTheServersStart(Space space) {
    var benchmark = space.benchmark(Manifests.slow(TARGETS, 3));
    Space.await("a server's pod").until(() -> !space.pods().isEmpty());
    killTheOperatorTwice();
    assertOneRunAndOneResult(benchmark);
  }

  @Test
  void asTheJobAppears(Space space) {
    var benchmark = space.benchmark(Manifests.slow(TARGETS, 3));
    Space.await("the Job").until(() -> !space.witness().jobUids().isEmpty());
    killTheOperatorTwice();
    assertOneRunAndOneResult(benchmark);
  }

  @Test
  void whileTheRunnerMeasures(Space space) {
    var benchmark = space.benchmark(Manifests.slow(TARGETS, 20));
    benchmark.awaitState(RunState.Running);
    killTheOperatorTwice();
    assertOneRunAndOneResult(benchmark);
  }

  @Test
  void untilTheRunnerIsDoneSoThatNobodyHasReadItsResult(Space space) {
    var benchmark = space.benchmark(Manifests.slow(TARGETS, 5));
    benchmark.awaitState(RunState.Running);
    scaleTheOperator(0);
    try {
      kill(running());
      Space.await("the end of the Job")
          .until(
              () ->
                  CLIENT.batch().v1().jobs().inNamespace(space.name()).list().getItems().stream()
                      .allMatch(OperatorKilledTest::ended));
    } finally {
      scaleTheOperator(1);
    }
    killTheOperatorTwice();
    assertOneRunAndOneResult(benchmark);
  }

  private static boolean ended(Job job) {
    return job.getStatus() != null
        && job.getStatus().getConditions().stream()
            .anyMatch(
                one ->
                    Set.of("Complete", "Failed").contains(one.getType())
                        && one.getStatus().equals("True"));
  }

  static void scaleTheOperator(int replicas) {
    CLIENT
        .apps()
        .deployments()
        .inNamespace(Cluster.OPERATOR_NAMESPACE)
        .withLabel(Cluster.OPERATOR_LABEL, Cluster.OPERATOR_LABEL_VALUE)
        .resources()
        .forEach(deployment -> deployment.scale(replicas));
  }

  private static void killTheOperatorTwice() {
    var killed = running();
    kill(killed);
    Space.await("another pod of the operator")
        .until(() -> running().stream().anyMatch(uid -> !killed.contains(uid)));
    kill(running());
  }

  /** UIDs of the operator's pods whose process runs, those that were asked to end among them. */
  private static Set<String> running() {
    return Cluster.allOperatorPods()
        .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
        .map(pod -> pod.getMetadata().getUid())
        .collect(Collectors.toSet());
  }

  private static void kill(Set<String> uids) {
    Cluster.allOperatorPods()
        .filter(pod -> uids.contains(pod.getMetadata().getUid()))
        .forEach(pod -> CLIENT.resource(pod).withGracePeriod(0).delete());
  }

  private static void assertOneRunAndOneResult(Benchmark benchmark) {
    var status = benchmark.awaitFinished();
    var space = benchmark.space();
    assertThat(status.run().number()).isEqualTo(1);
    assertThat(status.run().retryOf()).isNull();
    assertThat(status.history()).isNull();
    assertThat(status.results()).hasSize(2);
    assertThat(space.witness().jobUids().keySet()).containsExactly(status.run().jobName());
    assertThat(space.witness().jobUids().get(status.run().jobName())).hasSize(1);
    assertThat(space.witness().measuredTogether()).isEmpty();
    assertThat(benchmark.document().outcome().complete()).isTrue();
    space.awaitObjects("ConfigMap/" + status.resultRef().configMap());
  }
}
