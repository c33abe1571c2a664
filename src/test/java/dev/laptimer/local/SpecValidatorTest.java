package dev.laptimer.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.laptimer.api.Documents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SpecValidatorTest {

  static Stream<BadSpecs.BadSpec> badBenchmarks() {
    return BadSpecs.all().filter(bad -> !isCluster(bad.file()));
  }

  static Stream<BadSpecs.BadSpec> badClusters() {
    return BadSpecs.all().filter(bad -> isCluster(bad.file()));
  }

  @ParameterizedTest
  @MethodSource("badClusters")
  void aBadClusterIsRefusedInWordsThatSayWhatIsAllowed(BadSpecs.BadSpec bad) throws IOException {
    assertThat(
            SpecValidator.of(BenchmarkKind.DbCluster)
                .problems(Documents.yaml().readTree(bad.text())))
        .extracting(Problem::toString)
        .containsExactlyElementsOf(bad.local());
  }

  @ParameterizedTest
  @MethodSource("badBenchmarks")
  void aBadSpecIsRefusedInWordsThatSayWhatIsAllowed(BadSpecs.BadSpec bad) {
    assertThatThrownBy(() -> SpecFile.read(bad.file(), null))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            bad.local().stream()
                .map(problem -> "\n  " + problem)
                .collect(
                    Collectors.joining("", bad.file() + " is not a valid CacheBenchmark:", "")));
  }

  static Stream<Path> samples() throws IOException {
    try (var files = Files.list(Path.of("k8s/samples"))) {
      return files.filter(SpecValidatorTest::isBenchmark).sorted().toList().stream();
    }
  }

  private static boolean isBenchmark(Path file) {
    return !isCluster(file);
  }

  private static boolean isCluster(Path file) {
    try {
      return Files.readString(file).contains("kind: DbCluster");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void aSampleIsAccepted(Path sample) {
    assertThatCode(() -> SpecFile.read(sample, null)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "round, rounds",
    "Rounds, rounds",
    "timeout, timeoutSeconds",
    "startTimeout, startTimeoutSeconds",
    "colour, ",
  })
  void theNearestKnownFieldIsNamed(String written, String meant) {
    assertThat(
            SchemaMessages.nearest(
                    written,
                    java.util.List.of("rounds", "run", "startTimeoutSeconds", "timeoutSeconds"))
                .orElse(null))
        .isEqualTo(meant);
  }
}
