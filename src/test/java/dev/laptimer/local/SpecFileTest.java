package dev.laptimer.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.CacheBenchmarkSpec.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpecFileTest {

  private static final String REDIS =
      """
      apiVersion: laptimer.dev/v1alpha1
      kind: CacheBenchmark
      metadata: {name: one-redis}
      spec:
        targets:
          - {name: redis, engine: Redis, server: {}}
      """;

  private static final String VALKEY =
      REDIS
          .replace("one-redis", "one-valkey")
          .replace("Redis", "Valkey")
          .replace("redis", "valkey");

  private static final String SECRET =
      """
      apiVersion: v1
      kind: Secret
      metadata: {name: cache-login}
      """;

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("spec.yaml");
  }

  @Test
  void theOneBenchmarkAmongOtherDocumentsIsTakenAndTheOthersAreNamed() throws IOException {
    write(SECRET + "---\n" + REDIS + "---\n# nothing more\n");
    var read = SpecFile.read(file, null);
    assertThat(spec(read).targets()).extracting(Target::name).containsExactly("redis");
    assertThat(read.ignored()).isEqualTo(List.of("Secret cache-login"));
  }

  @Test
  void ofTwoBenchmarksOneIsChosenByName() throws IOException {
    write(REDIS + "---\n" + VALKEY);
    var read = SpecFile.read(file, "one-valkey");
    assertThat(read.benchmark().name()).isEqualTo("one-valkey");
    assertThat(read.ignored()).isEqualTo(List.of("CacheBenchmark one-redis"));
  }

  @Test
  void twoBenchmarksWithoutANameAreRefused() throws IOException {
    write(REDIS + "---\n" + VALKEY);
    refused(
        " has 2 benchmarks; choose one by --name: CacheBenchmark/one-redis, CacheBenchmark/one-valkey");
  }

  @Test
  void aNameThatIsNotThereIsRefused() throws IOException {
    write(REDIS);
    assertThatThrownBy(() -> SpecFile.read(file, "other"))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            file
                + " has no CacheBenchmark or DbCluster named 'other'. It has: CacheBenchmark one-redis");
  }

  @Test
  void aFileWithoutABenchmarkIsRefused() throws IOException {
    write(SECRET);
    refused(" has no CacheBenchmark or DbCluster. It has: Secret cache-login");
  }

  @Test
  void anEmptyFileIsRefused() throws IOException {
    write("");
    refused(" has no CacheBenchmark or DbCluster. It has: nothing");
  }

  @Test
  void aTextThatIsNoResourceIsRefused() throws IOException {
    write("just a line");
    refused(" has no CacheBenchmark or DbCluster. It has: (no kind) (no name)");
  }

  @Test
  void theWrongKindOfOurGroupIsNamed() throws IOException {
    write(REDIS.replace("kind: CacheBenchmark", "kind: CacheBench"));
    refused(
        " is not a valid benchmark:\n  kind: must be 'CacheBenchmark' or 'DbCluster', is 'CacheBench'");
  }

  @Test
  void theWrongVersionOfOurGroupIsNamed() throws IOException {
    write(REDIS.replace("laptimer.dev/v1alpha1", "laptimer.dev/v2"));
    refused(
        " is not a valid CacheBenchmark:\n  apiVersion: must be 'laptimer.dev/v1alpha1', is 'laptimer.dev/v2'");
  }

  @Test
  void aSyntaxErrorIsShownWithItsLineAndColumn() throws IOException {
    write("apiVersion: laptimer.dev/v1alpha1\nkind: [CacheBenchmark\nmetadata: {}\n");
    refused(
        " is not valid YAML: line 3, column 9: expected ',' or ']', but got :\n"
            + "    metadata: {}\n"
            + "            ^");
  }

  @Test
  void aFieldGivenTwiceIsRefusedWithItsLine() throws IOException {
    write(REDIS + "  rounds: 6\n  rounds: 10\n");
    assertThatThrownBy(() -> SpecFile.read(file, null))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(
            file + " is not valid YAML: line 8, column 3: found duplicate key rounds");
  }

  @Test
  void aliasesThatMultiplyAreRefused() throws IOException {
    var yaml = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 10; i++) {
      yaml.append("a%d: &a%d [%s]\n".formatted(i, i, "*a%d, ".formatted(i - 1).repeat(9)));
    }
    write(yaml.toString());
    assertThatThrownBy(() -> SpecFile.read(file, null))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(file + " is not valid YAML: ")
        .hasMessageContaining("aliases");
  }

  @Test
  void anAliasInsideItselfIsRefused() throws IOException {
    write("a: &a [*a]\n");
    assertThatThrownBy(() -> SpecFile.read(file, null))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(file + " is not valid YAML: Document nesting depth");
  }

  @Test
  void anObjectOfAnotherProgramIsNotMade() throws IOException {
    write("a: !!java.net.URL [\"http://localhost/\"]\n");
    assertThatThrownBy(() -> SpecFile.read(file, null))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("line 1, column 4");
  }

  @Test
  void bytesThatAreNoTextAreRefused() throws IOException {
    Files.write(file, new byte[] {'a', ':', ' ', (byte) 0xff, (byte) 0xfe});
    refused(" is not a text in UTF-8");
  }

  @Test
  void aFolderIsRefused() {
    assertThatThrownBy(() -> SpecFile.read(folder, null))
        .isInstanceOf(UsageException.class)
        .hasMessage(folder + " cannot be read: Is a directory");
  }

  @Test
  void aFileThatIsNotThereIsRefused() {
    assertThatThrownBy(() -> SpecFile.read(file, null))
        .isInstanceOf(UsageException.class)
        .hasMessage("there is no file " + file);
  }

  @Test
  void aFieldLeftEmptyIsAbsentAsItIsForTheApiServer() throws IOException {
    write(REDIS + "  workload:\n  rounds:\n");
    assertThat(spec(SpecFile.read(file, null)).rounds()).isNull();
  }

  @Test
  void phasesThatTakeLongerThanTheTimeoutAreRefused() throws IOException {
    write(
        REDIS
            + """
                timeoutSeconds: 100
                rounds: 10
                workload:
                  phases: [{operation: Set}, {operation: Get, durationSeconds: 10}, {operation: Delete, durationSeconds: 3}]
              """
                .stripIndent());
    refused(
        " is not a valid CacheBenchmark:\n"
            + "  spec: `timeoutSeconds` must be more than the phases by `durationSeconds` take: 10 s in each of 10 trials (targets: 1,"
            + " rounds: 10) are 100 s, `timeoutSeconds` is 100");
  }

  @Test
  void theStatusOfAResourceFromAClusterIsLeftOut() throws IOException {
    write(REDIS + "status: {observedGeneration: 3, newer: field}\n");
    assertThat(((LocalCaches) SpecFile.read(file, null).benchmark()).resource().getStatus())
        .isNull();
  }

  @Test
  void aDateIsAText() throws IOException {
    write(REDIS + "  run: {token: 2026-12-24}\n");
    assertThat(spec(SpecFile.read(file, null)).run().token()).isEqualTo("2026-12-24");
  }

  @Test
  void aClusterWithABenchmarkIsABenchmark() {
    var read = SpecFile.read(Path.of("k8s/samples/galera-benchmark.yaml"), null);
    assertThat(read.benchmark()).isInstanceOf(LocalDatabase.class);
    assertThat(read.benchmark().programs())
        .extracting(Program::name)
        .contains("mariadbd", "mariadb-backup", "libgalera_smm.so");
  }

  @Test
  void aClusterWhoseTimesDoNotFitIsRefused() throws IOException {
    write(
        """
        apiVersion: laptimer.dev/v1alpha1
        kind: DbCluster
        metadata: {name: orders}
        spec:
          type: Galera
          benchmark:
            timeoutSeconds: 100
            failover: {eventTimeoutSeconds: 300}
        """);
    assertThatThrownBy(() -> SpecFile.read(file, null))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(
            file + " is not a valid DbCluster:\n  spec.benchmark: `timeoutSeconds` must be more");
  }

  @Test
  void resourcesOfTwoKindsWithOneNameAreToldApartByTheirKind() throws IOException {
    write(
        REDIS
            + """
              ---
              apiVersion: laptimer.dev/v1alpha1
              kind: DbCluster
              metadata: {name: one-redis}
              spec: {type: Galera, benchmark: {}}
              """
                .stripIndent());
    refused(
        " has 2 benchmarks; choose one by --name: CacheBenchmark/one-redis, DbCluster/one-redis");
    assertThat(SpecFile.read(file, "dbcluster/one-redis").benchmark())
        .isInstanceOf(LocalDatabase.class);
  }

  private static CacheBenchmarkSpec spec(SpecFile read) {
    return ((LocalCaches) read.benchmark()).resource().getSpec();
  }

  private void refused(String message) {
    assertThatThrownBy(() -> SpecFile.read(file, null))
        .isInstanceOf(UsageException.class)
        .hasMessage(file + message);
  }

  private void write(String yaml) throws IOException {
    Files.writeString(file, yaml);
  }
}
