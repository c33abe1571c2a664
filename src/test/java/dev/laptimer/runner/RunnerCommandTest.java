package dev.laptimer.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.ClientName;
import dev.laptimer.api.Documents;
import dev.laptimer.client.CacheClient.Key;
import dev.laptimer.client.Clients;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.EventLog;
import dev.laptimer.result.EventLog.ResultLostException;
import dev.laptimer.result.EventLog.Termination;
import dev.laptimer.result.ResultDocument;
import dev.laptimer.runner.trial.KeySpace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runner as its pod starts it: a process, known by its log and its termination message. */
class RunnerCommandTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Key FOREIGN = Key.of("somebody-elses-key");

  @TempDir private Path dir;
  private ServerProcess redis;
  private Process runner;

  @BeforeEach
  void startServer() {
    redis = ServerProcess.redis();
  }

  @AfterEach
  void stopAll() {
    if (runner != null) {
      runner.destroyForcibly();
    }
    redis.close();
  }

  @Test
  void theDocumentCanBeReadFromTheLog() throws IOException, ResultLostException {
    start(Plans.of(Plans.redis(redis.port())).rounds(2).plan());

    assertThat(runner.onExit().join().exitValue()).as(log()).isZero();
    var document = document();
    assertThat(document.outcome().reason()).isEqualTo("Measured");
    assertThat(document.trials()).hasSize(2);
    assertThat(EventLog.latestProgress(log())).isPresent();
    assertThat(log().lines().filter(line -> !line.startsWith(EventLog.PREFIX)))
        .as("what people see")
        .hasSizeBetween(8, 9)
        .first()
        .asString()
        .matches("redis answers: version \\d+\\.\\d+\\.\\d+, round trip \\d+ us \\(p99 \\d+ us\\)");
  }

  @Test
  void aFailureIsDeliveredToo() throws IOException, ResultLostException {
    start(Plans.of(Plans.endpoint(Plans.memcached(redis.port()))).plan());

    assertThat(runner.onExit().join().exitValue()).isEqualTo(1);
    assertThat(document().outcome().reason()).isEqualTo("ProtocolMismatch");
    assertThat(termination().reason()).isEqualTo("ProtocolMismatch");
  }

  @Test
  void aTermIsHeededAndWhatWasMeasuredIsDelivered() throws IOException, ResultLostException {
    var plan = endless();
    start(plan);
    await().atMost(MINUTE).until(() -> isWritten(plan));
    runner.destroy();

    assertThat(runner.onExit().join().exitValue()).isNotZero();
    assertThat(document().outcome().reason()).isEqualTo("Cancelled");
    assertThat(termination().message())
        .isEqualTo("the run was cancelled; 0 of 1 trials were measured");
    assertOnlyTheForeignKeyIsLeft(plan);
  }

  @Test
  void aRunnerThatIsKilledLeavesNoTrialAndNoKeysBehind() throws IOException {
    var plan = endless();
    start(plan);
    await().atMost(MINUTE).until(() -> isWritten(plan));
    var trial = runner.children().findFirst().orElseThrow();
    runner.destroyForcibly();

    await().atMost(MINUTE).until(() -> !trial.isAlive());
    assertOnlyTheForeignKeyIsLeft(plan);
  }

  @Test
  void aPlanThatCannotBeReadIsSaidInTheTerminationMessage() throws IOException {
    start(Plans.of(Plans.redis(redis.port())).plan(), "--plan", dir.resolve("absent").toString());

    assertThat(runner.onExit().join().exitValue()).isEqualTo(1);
    assertThat(termination())
        .isEqualTo(
            new Termination(
                "RunnerCrashed", "NoSuchFileException: " + dir.resolve("absent"), null, 0));
  }

  private void start(Plan plan, String... planOption) throws IOException {
    var spec = new CacheBenchmarkSpec(null, null, null, null, null, null, null, null, null, null);
    Files.writeString(dir.resolve("spec.json"), Documents.toJson(spec));
    Files.writeString(dir.resolve("plan.json"), Documents.toJson(plan));
    var options =
        planOption.length > 0
            ? List.of(planOption)
            : List.of("--plan", dir.resolve("plan.json").toString());
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.laptimer.Main",
                "runner",
                "--spec",
                dir.resolve("spec.json").toString(),
                "--termination-log",
                dir.resolve("termination").toString()));
    command.addAll(options);
    runner =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(dir.resolve("log").toFile())
            .start();
  }

  private String log() throws IOException {
    return Files.readString(dir.resolve("log"));
  }

  private Termination termination() throws IOException {
    return Termination.fromJson(Files.readString(dir.resolve("termination"))).orElseThrow();
  }

  private ResultDocument document() throws IOException, ResultLostException {
    return EventLog.read(log(), termination());
  }

  /** Sets keys that live for ever at an endpoint, then reads them for an hour. */
  private Plan endless() {
    var arm = Plans.endpoint(Plans.redis(redis.port()));
    try (var client = Clients.open(arm)) {
      client.set(FOREIGN, new byte[] {1}, 0);
    }
    return Plans.of(arm).phases(Plans.set(1), Plans.getFor(3_600)).plan();
  }

  private static boolean isWritten(Plan plan) {
    try (var client = Clients.open(plan.arms().get(0))) {
      return client.get(new KeySpace(plan, plan.workload()).key(plan.workload().keyCount() - 1))
          != null;
    }
  }

  private static void assertOnlyTheForeignKeyIsLeft(Plan plan) {
    try (var client = Clients.open(plan.arms().get(0))) {
      assertThat(new KeySpace(plan, plan.workload()).keys(ClientName.Jedis))
          .allMatch(key -> client.get(key) == null);
      assertThat(client.get(FOREIGN)).isEqualTo(new byte[] {1});
    }
  }
}
