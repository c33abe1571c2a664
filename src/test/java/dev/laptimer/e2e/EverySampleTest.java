package dev.laptimer.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.laptimer.api.BenchmarkStatus.PhaseFigures;
import dev.laptimer.api.BenchmarkStatus.Result;
import dev.laptimer.api.Documents;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Analysis;
import dev.laptimer.result.Tables;
import dev.laptimer.result.html.HtmlReport;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever is in the folder of samples and is a CacheBenchmark runs on the cluster, once instead of
 * in so many rounds, and can be read by somebody who was not there.
 */
@E2e
@Order(2)
@Execution(
    ExecutionMode.SAME_THREAD) // each loads the machine; beside others one at a time is enough
class EverySampleTest {

  private static final Path FOLDER = Path.of("k8s", "samples");

  /** Samples that need more than the cluster, and the tests that give it to them. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "managed-endpoint.yaml", "EndpointTest brings the server that somebody else runs",
          "key-value-stores.yaml", "has a test of its own, with a server for MongoDB's protocol",
          "redis-vs-memcached.yaml", "SampleTest runs it as it is");

  /** An image with another Java runtime; without one what compares runtimes is left out. */
  private static final String OTHER_RUNTIME = Cluster.setting("OTHER_RUNTIME_IMAGE", "");

  private static final int MAX_SECONDS_OF_A_PHASE = 1;
  private static final int MAX_LAPS = 2;
  private static final int MAX_KEYS = 1_000;

  static List<String> samples() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> Manifests.sample(file).contains("kind: CacheBenchmark"))
          .filter(file -> !ELSEWHERE.containsKey(file))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void runsAndCanBeRead(String sample, Space space) {
    var manifest = once(sample);
    assumeFalse(manifest.contains("registry.example.com"), "no image with another Java runtime");
    var benchmark = space.benchmark(manifest);
    var status = benchmark.awaitFinished();

    var spec = benchmark.get().getSpec();
    assertThat(status.results())
        .as("results of " + sample)
        .extracting(Result::name)
        .containsExactlyElementsOf(spec.arms().stream().map(arm -> arm.name()).toList());
    assertThat(status.results())
        .allSatisfy(
            result -> {
              assertThat(result.trials()).as(result.name()).isPositive();
              assertThat(result.client().version()).isNotBlank();
              assertThat(result.client().jvm()).isNotBlank();
              assertThat(result.server().version()).isNotBlank();
              assertThat(result.phases()).isNotEmpty().allMatch(EverySampleTest::hasFigures);
            });
    assertThat(space.kubectl("get", "cbench", benchmark.name()))
        .contains("Finished", status.summary());

    var document = benchmark.document();
    assertThat(document.outcome().complete()).isTrue();
    var analysis = Analysis.of(spec, document);
    var tables = Tables.of(document, analysis);
    System.out.println("e2e: " + sample + "\n" + tables);
    assertThat(tables)
        .contains(document.plan().arms().stream().map(Plan.Arm::name).toList())
        .doesNotContain("NaN", "null", "Infinity");
    assertThat(HtmlReport.of(document, analysis))
        .contains(document.plan().arms().stream().map(Plan.Arm::name).toList())
        .doesNotContain("NaN", ">null<", "Infinity");
  }

  /** Counts are left out of the status where it would grow too large with many targets. */
  private static boolean hasFigures(PhaseFigures phase) {
    return (phase.operations() == null || phase.operations() > 0)
        && phase.opsPerSecond() > 0
        && phase.totalMicros() > 0
        && phase.p50Micros() >= 0
        && (phase.errors() == null || phase.errors() == 0)
        && (phase.wrongValues() == null || phase.wrongValues() == 0);
  }

  private static void fewerKeys(JsonNode workload) {
    atMost(workload.path("keys"), "count", MAX_KEYS);
  }

  private static void atMost(JsonNode node, String field, int most) {
    if (node.path(field).asInt() > most) {
      ((ObjectNode) node).put(field, most);
    }
  }

  /** One round, fewer keys and laps, phases cut short: what is to be seen is that it works. */
  private static String once(String sample) {
    JsonNode manifest =
        Documents.json().valueToTree(Serialization.unmarshal(Manifests.sample(sample), Map.class));
    var spec = (ObjectNode) manifest.get("spec");
    spec.put("rounds", 1);
    spec.path("workload")
        .path("phases")
        .forEach(
            phase -> {
              atMost(phase, "durationSeconds", MAX_SECONDS_OF_A_PHASE);
              atMost(phase, "laps", MAX_LAPS);
            });
    fewerKeys(spec.path("workload"));
    spec.path("variants").forEach(EverySampleTest::fewerKeys);
    // The test cluster has no image of Valkey; Redis takes its place
    spec.path("targets")
        .forEach(
            target -> {
              if (target.path("engine").asText().equals("Valkey")) {
                ((ObjectNode) target).put("engine", "Redis");
              }
            });
    if (!OTHER_RUNTIME.isEmpty()) {
      spec.path("variants")
          .forEach(
              variant -> {
                if (variant.has("image")) {
                  ((ObjectNode) variant).put("image", OTHER_RUNTIME);
                }
              });
    }
    return Documents.toJson(manifest);
  }
}
