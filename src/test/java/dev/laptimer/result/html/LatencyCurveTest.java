package dev.laptimer.result.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.laptimer.result.DocumentFixture;
import dev.laptimer.result.Measured;
import dev.laptimer.result.ResultDocument;
import dev.laptimer.result.ResultDocument.PhaseResult;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class LatencyCurveTest {

  /**
   * 99th percentile of the logarithms' normal distribution of the fixture, standard deviation 0.5.
   */
  private static final double P99_TO_MEDIAN = Math.exp(2.3263 * 0.5);

  @Test
  void mergesTheHistogramsOfAllRounds() {
    var document = DocumentFixture.of("redis").rounds(4).noise(0).histograms(10_000).build();
    // A histogram of nanoseconds from 1 µs on has steps of 512 ns
    double median = gets(document).get(0).p50Nanos();
    var curve = LatencyCurve.of(gets(document));
    assertThat(curve.operations()).isEqualTo(40_000);
    assertThat(curve.merged()).isTrue();
    assertThat(curve.nanosAt(50).orElseThrow()).isCloseTo(median, within(512.0));
    assertThat(curve.nanosAt(99).orElseThrow())
        .isCloseTo(median * P99_TO_MEDIAN, Percentage.withPercentage(1));
  }

  @Test
  void theSlowerHalfOfTheRoundsIsTheSlowerHalfOfTheOperations() {
    var document = DocumentFixture.of("redis").rounds(2).noise(0).histograms(10_000).build();
    var gets = gets(document);
    var slow =
        gets(DocumentFixture.of("redis")
                .rounds(2)
                .noise(0)
                .speed("redis", 0.01)
                .histograms(10_000)
                .build())
            .get(0);
    var curve = LatencyCurve.of(List.of(gets.get(0), slow));
    assertThat(curve.nanosAt(99).orElseThrow())
        .as("98th percentile of the slow half")
        .isCloseTo(slow.p50Nanos() * Math.exp(2.0537 * 0.5), Percentage.withPercentage(1));
  }

  @Test
  void risesAndEndsWhereLessThanAHundredOperationsAreSlower() {
    var curve =
        LatencyCurve.of(gets(DocumentFixture.of("redis").rounds(1).histograms(100_000).build()));
    assertThat(curve.points()).isSortedAccordingTo(this::byPercentileAndTime);
    assertThat(curve.points().get(curve.points().size() - 1).percentile())
        .isCloseTo(99.9, within(1e-9));
    assertThat(curve.nanosAt(99.9)).isPresent();
    assertThat(curve.nanosAt(99.99)).isEmpty();
  }

  @Test
  void withoutHistogramsItHasTheMediansOfTheRoundsPercentiles() {
    var gets = gets(DocumentFixture.of("redis").rounds(3).build());
    var curve = LatencyCurve.of(gets);
    assertThat(curve.merged()).isFalse();
    assertThat(curve.points())
        .containsExactly(
            new LatencyCurve.Point(50, Measured.median(gets, PhaseResult::p50Nanos)),
            new LatencyCurve.Point(90, Measured.median(gets, PhaseResult::p90Nanos)),
            new LatencyCurve.Point(99, Measured.median(gets, PhaseResult::p99Nanos)),
            new LatencyCurve.Point(99.9, Measured.median(gets, PhaseResult::p999Nanos)));
  }

  @Test
  void ofAFewOperationsThereIsNoPercentile() {
    var few = gets(DocumentFixture.of("redis").rounds(1).histograms(99).build());
    assertThat(LatencyCurve.of(few).points()).isEmpty();
  }

  @Test
  void saysThatAHistogramIsDamaged() {
    var get = gets(DocumentFixture.of("redis").rounds(1).build()).get(0);
    for (var damaged : List.of("no base64!", "bm8gaGlzdG9ncmFt", "")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> LatencyCurve.of(List.of(DocumentFixture.withHistogram(get, damaged))))
          .withMessage("a histogram of phase 'get' is damaged");
    }
  }

  private int byPercentileAndTime(LatencyCurve.Point one, LatencyCurve.Point other) {
    int byTime = Double.compare(one.nanos(), other.nanos());
    return byTime > 0 ? byTime : Double.compare(one.percentile(), other.percentile());
  }

  private static List<PhaseResult> gets(ResultDocument document) {
    return document.trials().stream()
        .flatMap(trial -> Measured.phase(trial, "get").stream())
        .toList();
  }
}
