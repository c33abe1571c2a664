package dev.laptimer.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.laptimer.api.BenchmarkStatus.Progress;
import dev.laptimer.api.DbCluster;
import dev.laptimer.api.Documents;
import dev.laptimer.api.FaultAction;
import dev.laptimer.client.sql.Connector;
import dev.laptimer.client.sql.RunDatabase;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.FaultRequest;
import dev.laptimer.result.ResultDocument.FailoverEvent;
import dev.laptimer.result.ResultDocument.Moment;
import dev.laptimer.result.ResultDocument.Preflight;
import dev.laptimer.result.ResultDocument.TrialResult;
import dev.laptimer.runner.RunListener;
import dev.laptimer.runner.failover.FailoverRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A DbCluster on this machine: a real Galera cluster of three behind a real HAProxy. */
class RunClusterTest {

  private static final String CLUSTER =
      """
      apiVersion: laptimer.dev/v1alpha1
      kind: DbCluster
      metadata: {name: orders}
      spec:
        type: Galera
        image: mariadb:10.11
        storage: {sizeGi: 1}
        proxy: {type: HAProxy, replicas: 2, balance: SingleWriter}
        benchmark:
          rounds: 1
          runner: {image: "laptimer:1"}
          workload: {rows: 10, connections: 2, phases: [{operation: Insert}, {operation: PointRead}]}
          failover: {kills: 1, stops: 1, writesPerSecond: 50}
      """;

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void writeTheFile() throws IOException {
    file = Files.writeString(folder.resolve("orders.yaml"), CLUSTER);
  }

  @Test
  void aMemberThatDiesUnderLoadIsSeenToGoAndToComeBackAndNoAcknowledgedRowIsLost()
      throws Exception {
    var said = new ArrayList<String>();
    var cluster = Documents.yaml().readValue(CLUSTER, DbCluster.class);
    try (var servers =
        LocalCluster.of(cluster, folder, new Programs(System.getenv("PATH")), said::add)) {
      servers.start();
      assertThat(said)
          .satisfiesExactly(
              first -> assertThat(first).matches("member orders-0 is synced after \\d+ s"),
              second ->
                  assertThat(second)
                      .matches("member orders-1 is synced after \\d+ s, by a full copy"),
              third ->
                  assertThat(third)
                      .matches("member orders-2 is synced after \\d+ s, by a full copy"));

      var plan = servers.plan(7);
      var asked = new Faults(servers, new ArrayList<>());
      var connector = Connector.of(plan.arm("service"));
      try (var client = connector.open()) {
        new RunDatabase(plan).create(client);
      }
      var done = new ArrayList<Integer>();
      var ended = new FailoverRun(plan, asked, () -> false, done::add).run();

      assertThat(ended.failure()).isNull();
      assertThat(done).containsExactly(1, 2);
      var result = ended.result();
      assertThat(result.lostRows()).isZero();
      // Our own count, at every member
      for (var member : plan.cluster().members()) {
        try (var client = connector.to(member).open()) {
          client.execute("SET SESSION wsrep_sync_wait = 1");
          assertThat(
                  client.value(
                      "SELECT COUNT(*) FROM %s.failover_rows".formatted(plan.cluster().database())))
              .isEqualTo(Long.toString(result.acknowledgedRows() + result.unknownRows()));
        }
      }
      assertThat(result.events())
          .extracting(FailoverEvent::action)
          .containsExactly(FaultAction.Kill, FaultAction.Stop);
      assertThat(result.events())
          .extracting(FailoverEvent::member)
          .isEqualTo(asked.requests().stream().map(FaultRequest::member).toList());
      assertThat(result.events())
          .allSatisfy(
              event -> {
                assertThat(event.outageMicros()).isPositive();
                assertThat(event.membershipMicros()).isPositive();
                assertThat(event.timeline())
                    .extracting(Moment::text)
                    .contains("orders-0, orders-1, orders-2");
              });
      assertThat(result.events().get(0).failedWrites()).isPositive();
      assertThat(servers.firstEnd()).isEmpty();
    }
  }

  @Test
  void whatOnlyMeansSomethingForPodsIsNamed() {
    assertThat(SpecFile.read(file, null).benchmark().onlyForPods())
        .containsExactly("image", "storage", "proxy.replicas", "benchmark.runner.image");
  }

  @Test
  void aClusterWithoutABenchmarkIsRefused() throws IOException {
    Files.writeString(file, CLUSTER.substring(0, CLUSTER.indexOf("  benchmark:")));
    assertThatThrownBy(() -> SpecFile.read(file, null))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "DbCluster orders has no `spec.benchmark`, so there is nothing to run; `benchmark: {}` times it by default");
  }

  @Test
  void aSignalWhileTheClusterFormsLeavesNothingBehind() throws Exception {
    var temporary = Files.createDirectory(folder.resolve("temporary"));
    var error = folder.resolve("err");
    var program =
        new ProcessBuilder(
                // A shell starts what goes on in its background deaf to Ctrl-C
                "env",
                "--default-signal=INT,TERM,HUP",
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                "dev.laptimer.Main",
                "run",
                file.toString(),
                "--output",
                folder.resolve("output").toString())
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(error.toFile())
            .start();
    List<ProcessHandle> children = List.of();
    try {
      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> Files.readString(error).contains("orders-0 is synced"));
      children = program.descendants().toList();
      assertThat(children).isNotEmpty();
      new ProcessBuilder("kill", "-INT", Long.toString(program.pid())).start().waitFor();
      Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> !program.isAlive());
      assertThat(program.exitValue()).isEqualTo(1);
      assertThat(Files.readString(error)).contains("Cancelled: stopped while the servers started");
      var all = children;
      Awaitility.await().until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
      assertThat(temporary).isEmptyDirectory();
      assertThat(folder.resolve("output/orders-0.log")).content().contains("WSREP");
    } finally {
      children.forEach(ProcessHandle::destroyForcibly);
      program.destroyForcibly();
    }
  }

  /** Has done what is asked for, and remembers it. */
  private record Faults(LocalServers servers, List<FaultRequest> requests) implements RunListener {
    @Override
    public void preflight(Preflight preflight) {}

    @Override
    public void trialStarted(Plan.Trial trial) {}

    @Override
    public void trialFinished(TrialResult result) {}

    @Override
    public void progress(Progress progress) {}

    @Override
    public void faultWanted(FaultRequest request) {
      requests.add(request);
      servers.faultWanted(request);
    }
  }
}
