package dev.laptimer.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.ClientName;
import dev.laptimer.api.Documents;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Planner;
import dev.laptimer.plan.Planner.Address;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How much memory the process that measures takes. */
class TrialMemoryTest {

  /** A pod of 512 MiB has the runner's parent as well. */
  private static final long MOST_KIB = 448 << 10;

  @ParameterizedTest
  @EnumSource(names = {"Raw", "Jedis"})
  void aMillionKeysOf100BytesFitAPodOf512Mebibytes(ClientName client) throws Exception {
    try (var redis = ServerProcess.redis()) {
      var spec =
          Documents.fromJson(
              """
              {"targets": [{"name": "redis", "engine": "Redis", "client": "%s", "server": {}}],
               "workload": {
                 "keys": {"count": 1000000, "lengthBytes": 100},
                 "value": {"sizeBytes": 100},
                 "expiry": {"seconds": 600},
                 "pipelineDepth": 100,
                 "phases": [{"operation": "Set"}, {"operation": "Get"}]},
               "rounds": 1}
              """
                  .formatted(client),
              CacheBenchmarkSpec.class);
      var address = new Address("127.0.0.1", redis.port());
      var plan =
          Planner.plan(spec, new Planner.Run("memory", 1, 1, Map.of("redis", address), "none"));

      var measured = measure(plan);

      assertThat(measured.result().at("/result/failure").isMissingNode()).isTrue();
      assertThat(measured.result().at("/result/phases"))
          .extracting(
              phase -> phase.get("operations").asLong(), phase -> phase.get("misses").asLong())
          .containsExactly(tuple(1_000_000L, 0L), tuple(1_000_000L, 0L));
      assertThat(measured.mostKib()).isLessThan(MOST_KIB);
    }
  }

  /**
   * @param mostKib that of the process was in memory at a time
   */
  private record Measured(JsonNode result, long mostKib) {}

  /** Makes the plan's trial with the JVM options that the runner would give it. */
  private static Measured measure(Plan plan) throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(plan.jvmOptions());
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            "dev.laptimer.Main",
            "trial",
            "--index",
            "0"));
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (var input = process.outputWriter(StandardCharsets.UTF_8);
        var output = process.inputReader(StandardCharsets.UTF_8)) {
      input.write(Documents.toJson(plan) + "\n");
      input.flush();
      var result =
          output
              .lines()
              .filter(line -> line.startsWith("@trial ") && line.contains("\"phases\""))
              .map(line -> Documents.fromJson(line.substring("@trial ".length()), JsonNode.class))
              .findFirst()
              .orElseThrow();
      return new Measured(result, mostKib(process.pid()));
    } finally {
      process.destroy();
      process.waitFor();
    }
  }

  private static long mostKib(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .map(line -> line.replaceAll("\\D", ""))
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElseThrow();
  }
}
