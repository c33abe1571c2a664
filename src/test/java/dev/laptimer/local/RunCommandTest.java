package dev.laptimer.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.BenchmarkSpec;
import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.CacheBenchmark;
import dev.laptimer.api.Documents;
import dev.laptimer.api.RunState;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Analysis;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument;
import dev.laptimer.result.ResultDocument.TrialResult;
import dev.laptimer.result.Tables;
import dev.laptimer.result.html.HtmlReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code laptimer run} with real servers of this machine, small workloads. */
class RunCommandTest {

  private static final String TWO_CACHES =
      """
      apiVersion: laptimer.dev/v1alpha1
      kind: CacheBenchmark
      metadata: {name: small}
      spec:
        targets:
          - {name: redis, engine: Redis, server: {image: "redis:7.4"}}
          - {name: memcached, engine: Memcached, server: {}}
        workload:
          keys: {count: 100}
          phases: [{operation: Set}, {operation: Get, laps: 2}]
        rounds: 2
        run: {token: again}
      """;

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void aComparisonIsMeasuredPrintedAndWritten() throws IOException {
    assertThat(run(TWO_CACHES, "--seed", "7")).isZero();

    var document = document();
    assertThat(document.plan().trials()).hasSize(4);
    assertThat(document.trials()).extracting(TrialResult::failure).containsOnlyNulls();
    assertThat(document.plan().seed()).isEqualTo(7);
    assertThat(document.plan().arms()).extracting(Plan.Arm::host).containsOnly("127.0.0.1");

    var analysis = Analysis.of(spec(), document);
    assertThat(out).hasToString(Tables.of(document, analysis) + "\n");

    var status = status();
    assertThat(status.state()).isEqualTo(RunState.Finished);
    assertThat(status.observedGeneration()).isEqualTo(1);
    assertThat(status.summary()).isEqualTo(analysis.summary());
    assertThat(status.results()).isEqualTo(analysis.results());
    assertThat(status.run().token()).isEqualTo("again");
    assertThat(status.run().seed()).isEqualTo(7);

    assertThat(output().resolve("report.html"))
        .content()
        .isEqualTo(HtmlReport.of(document, analysis));
    assertThat(output().resolve("redis.log")).content().contains("Ready to accept connections");
    assertThat(output().resolve("memcached.log")).exists();
  }

  @Test
  void intoAPipeGoesALineForEveryTargetAndEveryTrial() throws IOException {
    assertThat(run(TWO_CACHES, "--seed", "7")).isZero();
    var order = document().plan().trials().stream().map(Plan.Trial::arm).toList();
    var rate = "set [0-9,]+ operations/s, get [0-9,]+ operations/s";
    assertThat(err.toString().lines())
        .zipSatisfy(
            List.of(
                "Only for a cluster, without effect here: targets\\[0]\\.server\\.image",
                "redis answers: version [0-9.]+, round trip [0-9,]+ us",
                "memcached answers: version [0-9.]+, round trip [0-9,]+ us",
                "trial 1 of 4, round 1 of 2, %s: %s".formatted(order.get(0), rate),
                "trial 2 of 4, round 1 of 2, %s: %s".formatted(order.get(1), rate),
                "trial 3 of 4, round 2 of 2, %s: %s".formatted(order.get(2), rate),
                "trial 4 of 4, round 2 of 2, %s: %s".formatted(order.get(3), rate),
                "Everything is in " + output()),
            (line, pattern) -> assertThat(line).matches(pattern));
  }

  @Test
  void onATerminalThereIsABarWithPercentTimeLeftAndTrial() {
    assertThat(BarProgress.line(36, 52L, "trial 8 of 20, round 4 of 10, redis", 80))
        .isEqualTo(
            "[#######             ] 36 %, 52 s left, trial 8 of 20, round 4 of 10, redis     ");
    assertThat(BarProgress.line(0, null, "trial 1 of 20, round 1 of 10, redis", 40))
        .isEqualTo("[                    ]  0 %, trial 1 of ");
  }

  @Test
  void aServerThatDiesAtOnceGivesItsLastLines() throws IOException {
    assertThat(
            run(
                TWO_CACHES.replace(
                    "server: {image: \"redis:7.4\"}", "server: {config: {maxmemory: plenty}}")))
        .isEqualTo(1);
    var status = status();
    assertThat(status.state()).isEqualTo(RunState.Failed);
    assertThat(status.summary())
        .startsWith("ServerNotReady: the server of target 'redis' did not start");
    assertThat(err.toString())
        .startsWith(
            "ServerNotReady: the server of target 'redis' did not start: it ended with exit code 1; its last lines: ")
        .contains("maxmemory", "argument must be a memory value")
        .endsWith("Everything is in " + output() + "\n");
    assertThat(out).hasToString("");
  }

  @Test
  void anEndpointThatDoesNotAnswerFailsTheRunWithAReason() throws IOException {
    var spec =
        TWO_CACHES.replace(
            "server: {image: \"redis:7.4\"}", "endpoint: {host: 127.0.0.1, port: 1}");
    assertThat(run(spec)).isEqualTo(1);
    assertThat(document().outcome().reason()).isEqualTo(Reason.ConnectionRefused.name());
    assertThat(status().state()).isEqualTo(RunState.Failed);
    assertThat(err.toString()).contains("ConnectionRefused: redis (127.0.0.1:1): ");
  }

  @Test
  void theLoginOfAnEndpointComesFromTheFolderOfSecrets() throws Exception {
    var secrets = Files.createDirectories(folder.resolve("secrets/login"));
    Files.writeString(secrets.resolve("password"), "geheim");
    int port;
    try (var socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    var cache =
        new ProcessBuilder(
                "redis-server",
                "--port",
                "" + port,
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--requirepass",
                "geheim")
            .redirectOutput(folder.resolve("cache.log").toFile())
            .start();
    try {
      var endpoint =
          "endpoint: {host: 127.0.0.1, port: %d, auth: {secretRef: {name: login}}}".formatted(port);
      Awaitility.await().until(() -> isOpen(port));
      var spec = TWO_CACHES.replace("server: {image: \"redis:7.4\"}", endpoint);
      assertThat(run(spec, "--secrets", folder.resolve("secrets").toString())).isZero();
    } finally {
      cache.destroy();
      cache.waitFor();
    }
    assertThat(output().resolve("redis.log")).doesNotExist();
    assertThat(output().resolve("result.json")).content().doesNotContain("geheim");
  }

  @Test
  void aServerWithStorageKeepsItsDataInItsFolder() throws IOException {
    var spec =
        TWO_CACHES.replace("server: {image: \"redis:7.4\"}", "server: {storage: {sizeGi: 1}}");
    assertThat(run(spec)).isZero();
    assertThat(document().preflights().get(0).serverSettings()).containsEntry("appendonly", "yes");
    assertThat(output().resolve("redis.log")).content().contains("AOF");
  }

  @Test
  void aBadSpecIsAUsageErrorAndLeavesNothing() throws IOException {
    assertThat(run(TWO_CACHES.replace("rounds: 2", "rounds: 0"))).isEqualTo(2);
    assertThat(err)
        .hasToString(
            file() + " is not a valid CacheBenchmark:\n  spec.rounds: must be 1 to 50, is 0\n");
    assertThat(output()).doesNotExist();
  }

  @Test
  void anUnknownOptionIsAUsageError() throws IOException {
    assertThat(run(TWO_CACHES, "--round", "3")).isEqualTo(2);
    assertThat(err.toString()).startsWith("Unknown options: '--round', '3'");
  }

  @Test
  void theResultOfAnotherRunIsNotOverwritten() throws IOException {
    Files.createDirectories(output());
    Files.writeString(output().resolve("result.json"), "of another run");
    assertThat(run(TWO_CACHES)).isEqualTo(2);
    assertThat(err.toString())
        .endsWith(
            output() + " has the result of another run; give another folder by --output DIR\n");
    assertThat(output().resolve("result.json")).content().isEqualTo("of another run");
  }

  @Test
  void aFolderThatCannotBeMadeIsAUsageError() throws IOException {
    Files.writeString(output(), "a file");
    assertThat(run(TWO_CACHES)).isEqualTo(2);
    assertThat(err.toString()).endsWith(output() + " is not a folder; give one by --output DIR\n");
  }

  @Test
  void whatOnlyMeansSomethingForPodsIsNamed() {
    var benchmark =
        Documents.fromJson(
            """
            {"spec": {"targets": [
               {"name": "a", "engine": "Redis", "server": {"storage": {"sizeGi": 1}}},
               {"name": "b", "engine": "Redis", "server": {"image": "x", "resources": {}, "placement": {}}}],
             "runner": {"image": "y", "separation": "Required", "jvmOptions": ["-Xmx64m"]},
             "suspend": true}}
            """,
            CacheBenchmark.class);
    assertThat(new LocalCaches(benchmark).onlyForPods())
        .containsExactly(
            "targets[1].server.image",
            "targets[1].server.resources",
            "targets[1].server.placement",
            "runner.image",
            "runner.separation",
            "suspend");
  }

  private static boolean isOpen(int port) {
    try (var socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private int run(String spec, String... options) throws IOException {
    Files.writeString(file(), spec);
    return new CommandLine(new RunCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments(options));
  }

  private String[] arguments(String... options) {
    var arguments = new ArrayList<>(List.of(file().toString(), "--output", output().toString()));
    arguments.addAll(List.of(options));
    return arguments.toArray(String[]::new);
  }

  private Path file() {
    return folder.resolve("small.yaml");
  }

  private Path output() {
    return folder.resolve("output");
  }

  private BenchmarkSpec spec() {
    return SpecFile.read(file(), null).benchmark().spec();
  }

  private ResultDocument document() throws IOException {
    return Documents.fromJson(
        Files.readString(output().resolve("result.json")), ResultDocument.class);
  }

  private BenchmarkStatus status() throws IOException {
    return Documents.yaml()
        .readValue(output().resolve("status.yaml").toFile(), BenchmarkStatus.class);
  }
}
