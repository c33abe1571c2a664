package dev.laptimer.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.Documents;
import dev.laptimer.result.ResultDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code laptimer run} as the process that it is: what signals do, and what it leaves behind. */
class RunProcessTest {

  /** Goes on until it is stopped. */
  private static final String LONG =
      """
      apiVersion: laptimer.dev/v1alpha1
      kind: CacheBenchmark
      metadata: {name: long}
      spec:
        targets:
          - {name: redis, engine: Redis, server: {}}
          - {name: memcached, engine: Memcached, server: {}}
        workload:
          keys: {count: 100}
          phases: [{operation: Set}, {operation: Get, durationSeconds: 300}]
        rounds: 2
      """;

  @TempDir private Path folder;
  private Path temporary;
  private Process program;
  private List<ProcessHandle> children = List.of();

  @BeforeEach
  void makeFolders() throws IOException {
    temporary = Files.createDirectory(folder.resolve("temporary"));
    Files.writeString(folder.resolve("long.yaml"), LONG);
  }

  @AfterEach
  void endWhatATestLeft() {
    if (program != null) {
      program.descendants().forEach(ProcessHandle::destroyForcibly);
      program.destroyForcibly();
    }
    children.forEach(ProcessHandle::destroyForcibly);
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM", "HUP"})
  void aSignalStopsTheRunKeepsWhatThereIsAndLeavesNothingBehind(String signal) throws Exception {
    startAndAwaitATrial();
    signal(program.toHandle(), signal);

    assertThat(exitCode()).isEqualTo(1);
    assertNothingIsLeft();
    assertThat(errorOutput())
        .contains("Stopping; what was measured is kept. Ctrl-C again ends at once.\n");
    var document =
        Documents.fromJson(
            Files.readString(folder.resolve("output/result.json")), ResultDocument.class);
    assertThat(document.outcome().reason()).isEqualTo("Cancelled");
    assertThat(status().conditions())
        .filteredOn(condition -> condition.getType().equals("Finished"))
        .singleElement()
        .satisfies(condition -> assertThat(condition.getReason()).isEqualTo("Cancelled"));
  }

  @Test
  void aSecondSignalEndsAtOnceAndLeavesNothingBehind() throws Exception {
    startAndAwaitATrial();
    // A trial that does not react makes the first signal take its time
    var trial = trial();
    signal(trial, "STOP");
    signal(program.toHandle(), "INT");
    await("it says so").until(() -> errorOutput().contains("Stopping"));
    signal(program.toHandle(), "INT");

    assertThat(exitCode()).isEqualTo(130);
    signal(trial, "CONT");
    assertNothingIsLeft();
    assertThat(folder.resolve("output/result.json")).doesNotExist();
  }

  @Test
  void aServerThatDiesWhileItIsMeasuredExplainsTheFailure() throws Exception {
    startAndAwaitATrial();
    redis().destroyForcibly();

    assertThat(exitCode()).isEqualTo(1);
    assertNothingIsLeft();
    assertThat(status().summary())
        .startsWith("ServerCrashed: the server of target 'redis' ended with exit code 137");
  }

  @Test
  void theServersDoNotOutliveAProgramThatIsKilled() throws Exception {
    startAndAwaitATrial();
    program.destroyForcibly();
    assertNoProcessIsLeft();
  }

  @Test
  void aServerThatIsNotInstalledIsNamedWithItsPackage() throws Exception {
    program = start(folder.toString());
    assertThat(exitCode()).isEqualTo(1);
    assertThat(errorOutput())
        .isEqualTo(
            """
            redis-server and memcached are not on this machine. Either
              - run this again with --install, as root on Debian or Ubuntu;
              - or install by hand: sudo apt-get install redis-server memcached
            """);
    assertThat(folder.resolve("output")).doesNotExist();
  }

  @Test
  void anInstallationThatDoesNotWorkIsSaid() throws Exception {
    var scripts = new Scripts(folder.resolve("bin"), "bash", "sed", "grep", "rm");
    scripts.standIn("id", "echo 0");
    scripts.standIn("apt-cache", "echo '  Candidate: 1'");
    scripts.standIn("apt-get", "echo 'E: no space'; exit 100");
    scripts.standIn("chmod", "");
    program = start(scripts.folder().toString(), "--install");
    assertThat(exitCode()).isEqualTo(1);
    assertThat(errorOutput())
        .isEqualTo(
            """
            E: no space
            the installation of redis-server memcached ended with exit code 100; what it said is above. By hand: sudo apt-get install redis-server memcached
            """);
  }

  private void startAndAwaitATrial() throws IOException {
    program = start(System.getenv("PATH"));
    await("the servers are busy").until(() -> errorOutput().contains("memcached answers"));
    // One trial ends before the next one begins
    await("a trial runs beside the servers")
        .until(
            () -> {
              children = program.descendants().toList();
              return children.size() >= 3 || !program.isAlive();
            });
    assertThat(children).as("%s", errorOutput()).hasSizeGreaterThanOrEqualTo(3);
  }

  private int exitCode() {
    await("the program ended").until(() -> !program.isAlive());
    return program.exitValue();
  }

  /** Long enough for a busy machine. */
  private static ConditionFactory await(String what) {
    return Awaitility.await(what).atMost(Duration.ofMinutes(2));
  }

  private Process start(String path, String... options) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                // A shell starts what goes on in its background deaf to Ctrl-C, and we may be that
                "env",
                "--default-signal=INT,TERM,HUP",
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                "dev.laptimer.Main",
                "run",
                folder.resolve("long.yaml").toString(),
                "--output",
                folder.resolve("output").toString(),
                "--seed",
                "1"));
    command.addAll(List.of(options));
    var builder =
        new ProcessBuilder(command)
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile());
    builder.environment().put("PATH", path);
    return builder.start();
  }

  private void assertNothingIsLeft() throws IOException {
    assertNoProcessIsLeft();
    try (var left = Files.list(temporary)) {
      assertThat(left).isEmpty();
    }
  }

  private void assertNoProcessIsLeft() {
    await("no process is left").until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
  }

  private ProcessHandle trial() {
    return child(info -> info.command().orElse("").endsWith("/java"));
  }

  private ProcessHandle redis() {
    return child(info -> info.command().orElse("").contains("/redis-"));
  }

  private ProcessHandle child(Predicate<ProcessHandle.Info> predicate) {
    return program
        .descendants()
        .filter(child -> predicate.test(child.info()))
        .findFirst()
        .orElse(null);
  }

  private static void signal(ProcessHandle process, String signal)
      throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
  }

  private String errorOutput() throws IOException {
    return Files.readString(folder.resolve("err"));
  }

  private BenchmarkStatus status() throws IOException {
    return Documents.yaml()
        .readValue(folder.resolve("output/status.yaml").toFile(), BenchmarkStatus.class);
  }
}
