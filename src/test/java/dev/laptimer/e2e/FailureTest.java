package dev.laptimer.e2e;

import static dev.laptimer.e2e.Manifests.MEMCACHED;
import static dev.laptimer.e2e.Manifests.REDIS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.result.Reason;
import org.junit.jupiter.api.Test;

/** What ends a run that has begun. */
@E2e
class FailureTest {

  @Test
  void aServerKilledForItsMemory(Space space) {
    // 4000 values of 20 kB do not fit into 32 MiB
    var benchmark =
        space.benchmark(
            """
            apiVersion: laptimer.dev/v1alpha1
            kind: CacheBenchmark
            metadata: {name: race}
            spec:
              targets:
                - name: redis
                  engine: Redis
                  server: {resources: {requests: {memory: 32Mi}, limits: {memory: 32Mi}}}
              workload: {keys: {count: 4000}, value: {sizeBytes: 20000}, expiry: {seconds: 0}, phases: [{operation: Set}]}
              rounds: 1
            """);

    assertThat(benchmark.awaitFailed(Reason.ServerOutOfMemory)).contains("redis", "32Mi");
    space.awaitObjects(leftovers(benchmark));
  }

  @Test
  void aRunnerKilledForItsMemory(Space space) {
    var benchmark =
        space.benchmark(
            Manifests.benchmark(
                REDIS,
                "[{operation: Set}]",
                1,
                """
                runner: {resources: {requests: {memory: 200Mi}, limits: {memory: 200Mi}},
                  jvmOptions: [-XX:+UseSerialGC, -Xms400m, -Xmx400m, -XX:+AlwaysPreTouch]},\
                """));

    assertThat(benchmark.awaitFailed(Reason.RunnerOutOfMemory)).contains("200Mi");
    space.awaitObjects(leftovers(benchmark));
  }

  @Test
  void aTimeoutKeepsWhatWasMeasured(Space space) {
    var benchmark =
        space.benchmark(
            Manifests.benchmark(
                REDIS + "," + MEMCACHED,
                "[{operation: Set}, {operation: Get, laps: 60}]",
                50,
                "comparison: {control: false}, timeoutSeconds: 60,"));

    assertThat(benchmark.awaitFailed(Reason.TimedOut)).contains("60");

    var status = benchmark.status();
    var document = benchmark.document();
    assertThat(document.outcome().complete()).isFalse();
    assertThat(document.outcome().reason()).isEqualTo(Reason.TimedOut.name());
    assertThat(status.results()).hasSize(2);
    var measured = status.results().stream().mapToInt(result -> result.trials()).sum();
    assertThat(measured).as("trials that were measured").isBetween(1, 99);
    assertThat(measured)
        .isEqualTo(document.trials().stream().filter(trial -> trial.failure() == null).count());
    assertThat(status.run().progress().trialsDone()).isEqualTo(measured);
    assertThat(status.results())
        .filteredOn(result -> result.trials() > 0)
        .isNotEmpty()
        .allSatisfy(result -> assertThat(result.phases()).hasSize(2));
    assertThat(status.summary()).contains(measured + " of 100 trials");
    space.awaitObjects(leftovers(benchmark));
  }

  /** The document, if the run left one, and nothing else. */
  private static String[] leftovers(Benchmark benchmark) {
    var reference = benchmark.status().resultRef();
    return reference == null ? new String[0] : new String[] {"ConfigMap/" + reference.configMap()};
  }
}
