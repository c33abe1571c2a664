package dev.laptimer.e2e;

import static dev.laptimer.e2e.Cluster.CLIENT;
import static dev.laptimer.e2e.Manifests.REDIS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.RunState;
import dev.laptimer.result.Reason;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A run that loses its Job or its pod is made once more, from the beginning, and only once. */
@E2e
class InterruptionTest {

  @Test
  void aJobDeletedByHandIsFollowedByOneRetryOfTheWholeRun(Space space) {
    var benchmark = space.benchmark(Manifests.slow(REDIS, 15));
    var first = running(benchmark, 1);

    CLIENT.batch().v1().jobs().inNamespace(space.name()).withName(first.run().jobName()).delete();

    assertRetried(benchmark, benchmark.awaitFinished());
  }

  @Test
  void aRunnerPodDeletedIsFollowedByOneRetryOfTheWholeRun(Space space) {
    var benchmark = space.benchmark(Manifests.slow(REDIS, 15));
    var first = running(benchmark, 1);

    CLIENT.resource(runnerPod(space, first.run().jobName())).delete();

    assertRetried(benchmark, benchmark.awaitFinished());
  }

  @Test
  void oneOfSeveralRunnerPodsDeletedIsFollowedByOneRetryOfTheWholeRun(Space space) {
    var benchmark =
        space.benchmark(
            Manifests.slow(REDIS, 15)
                .replace("expiry:", "connections: 2, expiry:")
                .replace("rounds:", "runner: {pods: 2}, rounds:"));
    var first = running(benchmark, 1);

    CLIENT.resource(runnerPod(space, first.run().jobName(), 1)).withGracePeriod(0).delete();

    var status = benchmark.awaitFinished();
    assertRetried(benchmark, status);
    assertThat(status.results().get(0).phases()).allMatch(phase -> phase.pods().size() == 2);
  }

  @Test
  void aSecondInterruptionIsTheEnd(Space space) {
    var benchmark = space.benchmark(Manifests.slow(REDIS, 60));
    for (int number = 1; number <= 2; number++) {
      var status = running(benchmark, number);
      CLIENT.resource(runnerPod(space, status.run().jobName())).withGracePeriod(0).delete();
    }

    benchmark.awaitFailed(Reason.Interrupted);
    var status = benchmark.status();
    assertThat(status.run().number()).isEqualTo(2);
    assertThat(status.run().retryOf()).isEqualTo(1);
    assertThat(status.history())
        .extracting(past -> past.number() + " " + past.reason())
        .containsExactly("1 " + Reason.Interrupted);
    assertThat(space.witness().measuredTogether()).isEmpty();
  }

  @Test
  void aServerThatDiesTakesTheRunWithIt(Space space) {
    var benchmark = space.benchmark(Manifests.slow(REDIS, 15));
    var first = running(benchmark, 1);

    CLIENT
        .pods()
        .inNamespace(space.name())
        .withName(first.run().jobName() + "-redis-0")
        .withGracePeriod(0)
        .delete();

    // A server that was deleted was interrupted as its runner would be; its figures end there
    assertRetried(benchmark, benchmark.awaitFinished());
  }

  /** Waits until the run of this number measures. */
  static BenchmarkStatus running(Benchmark benchmark, int number) {
    var status =
        benchmark.await(
            "run %d that measures".formatted(number),
            one ->
                one.state() == RunState.Running
                    && one.run().number() == number
                    && one.run().progress() != null);
    Space.await("the runner's pod")
        .until(() -> runnerPod(benchmark.space(), status.run().jobName()) != null);
    return status;
  }

  static Pod runnerPod(Space space, String jobName) {
    return runnerPod(space, jobName, 0);
  }

  /**
   * @param index of the pod; counts where there are several
   */
  private static Pod runnerPod(Space space, String jobName, int index) {
    return CLIENT
        .pods()
        .inNamespace(space.name())
        .withLabel("batch.kubernetes.io/job-name", jobName)
        .list()
        .getItems()
        .stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
        .filter(
            pod ->
                Integer.toString(index)
                    .equals(
                        pod.getMetadata()
                            .getLabels()
                            .getOrDefault("batch.kubernetes.io/job-completion-index", "0")))
        .findFirst()
        .orElse(null);
  }

  static void assertRetried(Benchmark benchmark, BenchmarkStatus status) {
    assertThat(status.run().number()).isEqualTo(2);
    assertThat(status.run().retryOf()).isEqualTo(1);
    assertThat(status.history())
        .extracting(past -> past.number() + " " + past.reason())
        .containsExactly("1 " + Reason.Interrupted);
    var document = benchmark.document();
    assertThat(document.plan().runNumber()).isEqualTo(2);
    assertThat(document.trials())
        .as("trials of the second run alone")
        .hasSize(document.plan().trials().size())
        .allMatch(trial -> !trial.startTime().isBefore(Instant.parse(status.run().startTime())));
    var space = benchmark.space();
    assertThat(space.witness().measuredTogether()).isEmpty();
    assertThat(space.witness().jobUids().values())
        .as("one Job for each of two runs")
        .hasSize(2)
        .allMatch(uids -> uids.size() == 1);
    space.awaitObjects("ConfigMap/" + status.resultRef().configMap());
  }
}
