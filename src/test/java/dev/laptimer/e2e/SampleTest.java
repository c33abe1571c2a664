package dev.laptimer.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.laptimer.api.BenchmarkStatus.PhaseFigures;
import dev.laptimer.api.CacheBenchmark;
import dev.laptimer.api.EngineName;
import dev.laptimer.api.Operation;
import dev.laptimer.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The published sample, as it is, and what a user sees of it. */
@E2e
@Order(1) // the longest goes first
class SampleTest {

  @Test
  void redisAndMemcachedAreDeployedTimedAndCompared(Space space) throws IOException {
    var benchmark = space.benchmark(Manifests.sample("redis-vs-memcached.yaml"));
    benchmark.kubectlWait("Finished");
    var status = benchmark.awaitFinished();
    benchmark.kubectlWait("Succeeded");

    var spec = benchmark.get().getSpec();
    var workload = spec.workloadOrDefault();
    var keys = workload.keysOrDefault().countOrDefault();
    assertThat(status.run().number()).isEqualTo(1);
    assertThat(status.run().retryOf()).isNull();
    assertThat(status.results())
        .extracting(result -> result.name() + " " + result.engine() + " " + result.trials())
        .containsExactly(
            "redis " + EngineName.Redis + " " + spec.roundsOrDefault(),
            "memcached " + EngineName.Memcached + " " + spec.roundsOrDefault());
    for (var result : status.results()) {
      assertThat(result.client().version()).as("client's version").matches("\\d+\\.\\d+.*");
      assertThat(result.server().version()).as("server's version").matches("\\d+\\.\\d+.*");
      assertThat(result.server().image()).as("server's image").contains(result.name());
      assertThat(result.server().imageId()).as("server's digest").contains("sha256:");
      var phases = workload.phasesOrDefault();
      assertThat(result.phases())
          .extracting(PhaseFigures::name)
          .containsExactlyElementsOf(phases.stream().map(phase -> phase.nameOrDefault()).toList());
      for (int i = 0; i < phases.size(); i++) {
        var laps = phases.get(i).lapsOrDefault();
        var figures = result.phases().get(i);
        assertThat(figures.laps()).isEqualTo(laps);
        assertThat(figures.lapMicros()).hasSize(laps).allMatch(micros -> micros > 0);
        assertThat(figures.totalMicros()).isPositive();
        assertThat(figures.opsPerSecond())
            .isBetween(figures.opsPerSecondLowest(), figures.opsPerSecondHighest());
        assertThat(figures.p50Micros()).isBetween(1L, figures.p99Micros());
        assertThat(figures.operations()).isEqualTo((long) keys * laps * spec.roundsOrDefault());
        assertThat(List.of(figures.errors(), figures.wrongValues())).containsOnly(0L);
        if (figures.operation() == Operation.Set) {
          assertThat(figures.misses()).isZero();
        }
      }
    }

    assertThat(status.comparisons()).hasSize(1);
    var comparison = status.comparisons().get(0);
    assertThat(comparison.reference() + " " + comparison.arm()).isEqualTo("redis memcached");
    assertThat(Double.parseDouble(comparison.ratio()))
        .isBetween(Double.parseDouble(comparison.low()), Double.parseDouble(comparison.high()));
    assertThat(comparison.verdict()).isNotNull();
    assertThat(comparison.rounds()).isEqualTo(spec.roundsOrDefault());

    var line = space.kubectl("get", "cbench", benchmark.name());
    assertThat(line.lines().toList()).hasSize(2);
    assertThat(line).contains("Finished", status.summary(), status.trust().level().toString());

    var resultName = status.resultRef().configMap();
    space.awaitObjects("ConfigMap/" + resultName);
    var document = benchmark.document();
    assertThat(document.outcome().complete()).isTrue();
    assertThat(document.spec()).isEqualTo(spec);
    assertThat(document.trials())
        .extracting(trial -> trial.index() + " " + trial.arm())
        .containsExactlyElementsOf(
            document.plan().trials().stream()
                .map((Plan.Trial trial) -> trial.index() + " " + trial.arm())
                .toList());

    // Three nodes are free, so nobody has to share one with the runner
    assertThat(document.placement().servers().keySet())
        .containsExactlyInAnyOrder("redis", "memcached");
    assertThat(document.placement().servers().values())
        .as("nodes of the servers, the runner's being " + document.placement().runnerNode())
        .noneMatch(server -> server.node().equals(document.placement().runnerNode()));
    assertThat(status.results())
        .extracting(result -> result.server().nodeName())
        .containsExactly(
            document.placement().servers().get("redis").node(),
            document.placement().servers().get("memcached").node());

    var file = Files.createTempFile("result", ".json");
    Files.writeString(file, space.configMap(resultName).getData().get("result.json"));
    var report =
        Cluster.run(
            "",
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.laptimer.Main",
                "report",
                file.toString()));
    assertThat(report.exitCode()).as(report.output()).isZero();
    assertThat(report.output()).contains("Jedis", "Spymemcached");
    assertThat(report.output().replaceAll("\\s+", " "))
        .as("the report, whose lines are wrapped")
        .contains(status.summary());

    assertThat(space.events("CacheBenchmark", benchmark.name()))
        .as("reasons of events")
        .contains("RunDeploying", "RunStarted", "RunSucceeded");
    assertThat(space.witness().jobUids()).as("Jobs that there ever were").hasSize(1);
  }

  @Test
  void kubectlExplainsTheFields() {
    // The API server publishes a kind a little after its CRD is there
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () -> {
              assertThat(Cluster.kubectl("explain", "cbench.spec.targets.server"))
                  .contains("image", "resources", "config", "storage", "placement")
                  .contains("Settings in the engine's own words");
              assertThat(Cluster.kubectl("api-resources", "--categories=benchmarks"))
                  .contains("cachebenchmarks", CacheBenchmark.class.getSimpleName());
            });
  }

  @Test
  void aRunLeavesTheManifestAsItWas(Space space) {
    // What GitOps tools put on objects, and would take children with it for strays
    var manifest =
        Manifests.quick(Manifests.REDIS + "," + Manifests.MEMCACHED)
            .replace(
                "metadata: {name: race}",
                """
                metadata:
                  name: race
                  labels: {app.kubernetes.io/instance: team, kustomize.toolkit.fluxcd.io/name: team}
                  annotations: {argocd.argoproj.io/tracking-id: "team:laptimer.dev/CacheBenchmark:x/race"}\
                """);
    var benchmark = space.benchmark(manifest);
    var before = benchmark.raw();
    benchmark.await("a Job", status -> !space.witness().jobUids().isEmpty());
    assertThat(space.owned("race"))
        .isNotEmpty()
        .allSatisfy(
            child -> {
              assertThat(child.getMetadata().getLabels())
                  .doesNotContainKeys(
                      "app.kubernetes.io/instance", "kustomize.toolkit.fluxcd.io/name");
              assertThat(child.getMetadata().getAnnotations())
                  .doesNotContainKey("argocd.argoproj.io/tracking-id");
            });
    benchmark.awaitFinished();

    var after = benchmark.raw();
    assertThat(after.getAdditionalProperties().get("spec"))
        .isEqualTo(before.getAdditionalProperties().get("spec"));
    assertThat(after.getMetadata().getGeneration()).isEqualTo(before.getMetadata().getGeneration());
    assertThat(after.getMetadata().getLabels()).isEqualTo(before.getMetadata().getLabels());
    assertThat(after.getMetadata().getAnnotations())
        .isEqualTo(before.getMetadata().getAnnotations());
    assertThat(after.getMetadata().getFinalizers()).isEmpty();
    var drift =
        Cluster.run(
            manifest,
            List.of(
                "kubectl",
                "diff",
                "--server-side",
                "--namespace",
                space.name(),
                "--filename",
                "-"));
    assertThat(drift.output()).isEmpty();
    assertThat(drift.exitCode()).isZero();
  }
}
