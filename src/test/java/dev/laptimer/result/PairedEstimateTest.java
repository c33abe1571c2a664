package dev.laptimer.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.apache.commons.statistics.inference.PValueMethod;
import org.apache.commons.statistics.inference.WilcoxonSignedRankTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairedEstimateTest {

  /**
   * Hollander and Wolfe, table 3.1 (Salsburg 1970): depression scores of nine patients before and
   * after a tranquilizer. Published: statistic 40 of 45, one-sided p 0.01953 (also in R's help of
   * wilcox.test), estimate 0.46, interval of 96.1 % 0.010 to 0.786.
   */
  @Test
  void agreesWithThePublishedExample() {
    double[] before = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
    double[] after = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
    var differences = new double[before.length];
    Arrays.setAll(differences, i -> before[i] - after[i]);

    var estimate = PairedEstimate.of(differences);

    assertThat(Math.log(estimate.ratio())).isCloseTo(0.46, within(0.0005));
    assertThat(Math.log(estimate.low())).isCloseTo(0.010, within(0.0005));
    assertThat(Math.log(estimate.high())).isCloseTo(0.786, within(0.0005));
    assertThat(estimate.p()).isCloseTo(2 * 0.01953, within(0.00001));
  }

  @Test
  void hasThePOfAnIndependentImplementation() {
    var random = new Random(11);
    var test = WilcoxonSignedRankTest.withDefaults().with(PValueMethod.EXACT);
    for (int i = 0; i < 200; i++) {
      var values = sample(6 + random.nextInt(45), () -> random.nextGaussian() + 0.3);
      assertThat(PairedEstimate.of(values).p())
          .isCloseTo(test.test(values).getPValue(), within(1e-12));
    }
  }

  @Test
  void excludesOneExactlyWhereThePIsBelowFivePercent() {
    var random = new Random(12);
    for (int i = 0; i < 2000; i++) {
      var estimate =
          PairedEstimate.of(sample(6 + random.nextInt(15), () -> random.nextGaussian() + 0.5));
      assertThat(estimate.low() > 1 || estimate.high() < 1).isEqualTo(estimate.p() <= 0.05);
    }
  }

  @Test
  void theInverseRatioIsTheMirrorImage() {
    var random = new Random(13);
    for (int i = 0; i < 200; i++) {
      var values = sample(6 + random.nextInt(10), () -> random.nextGaussian() + 0.2);
      var mirrored = PairedEstimate.of(Arrays.stream(values).map(d -> -d).toArray());
      var estimate = PairedEstimate.of(values);
      assertThat(mirrored.ratio()).isCloseTo(1 / estimate.ratio(), within(1e-9));
      assertThat(mirrored.low()).isCloseTo(1 / estimate.high(), within(1e-9));
      assertThat(mirrored.high()).isCloseTo(1 / estimate.low(), within(1e-9));
      assertThat(mirrored.p()).isEqualTo(estimate.p());
    }
  }

  /** Smallest two-sided p that so many rounds can have. */
  @ParameterizedTest
  @CsvSource({"3,0.25", "4,0.125", "5,0.0625", "6,0.03125", "8,0.0078125", "10,0.001953125"})
  void roundsThatAllAgreeHaveTheSmallestP(int rounds, double p) {
    var values = new double[rounds];
    Arrays.setAll(values, i -> 0.1 + 0.01 * i);
    assertThat(PairedEstimate.of(values).p()).isCloseTo(p, within(1e-15));
  }

  @Test
  void fewerThanSixRoundsHaveNoInterval() {
    var estimate = PairedEstimate.of(new double[] {0.1, 0.1, 0.1, 0.1, 0.1});
    assertThat(estimate.ratio()).isCloseTo(Math.exp(0.1), within(1e-12));
    assertThat(estimate.low()).isNaN();
    assertThat(estimate.high()).isNaN();
    assertThat(PairedEstimate.of(new double[] {0.1}).minimumDetectable()).isNaN();
  }

  @Test
  void equalRoundsAreOnePointAndNoEvidence() {
    var estimate = PairedEstimate.of(new double[8]);
    assertThat(estimate).isEqualTo(new PairedEstimate(8, 1, 1, 1, 1, 1));
  }

  /**
   * The interval of ten rounds holds the truth in 95.1 % of all cases (exact: 1 - 2 P(T &lt;= 8)).
   * 4,000 samples have a standard error of 0.35 points; 94 % is three of them below.
   */
  @ParameterizedTest
  @CsvSource({"6", "10", "20"})
  void theIntervalHoldsTheTruthAsOftenAsItClaims(int rounds) {
    var random = new Random(14);
    DoubleSupplier normal = random::nextGaussian;
    DoubleSupplier doubleExponential =
        () -> Math.log(1 - random.nextDouble()) * (random.nextBoolean() ? 1 : -1);
    DoubleSupplier oftenWild = () -> random.nextGaussian() * (random.nextInt(10) == 0 ? 10 : 1);
    for (var noise : new DoubleSupplier[] {normal, doubleExponential, oftenWild}) {
      int samples = 4000;
      int held = 0;
      for (int i = 0; i < samples; i++) {
        var estimate = PairedEstimate.of(sample(rounds, () -> 0.3 + 0.1 * noise.getAsDouble()));
        if (estimate.low() <= Math.exp(0.3) && Math.exp(0.3) <= estimate.high()) {
          held++;
        }
      }
      assertThat(100.0 * held / samples).isGreaterThan(94).isLessThan(98.5);
    }
  }

  /** The table of minimum detectable effects for a standard deviation of 5 %, in percent. */
  @ParameterizedTest
  @CsvSource({"6,7.4", "8,5.9", "10,5.1", "20,3.4"})
  void saysWhatCouldHaveBeenSeen(int rounds, double percent) {
    var values = new double[rounds];
    Arrays.setAll(values, i -> i % 2 == 0 ? 0.05 : -0.05);
    double deviation = 0.05 * Math.sqrt((double) rounds / (rounds - 1));
    var scaled = Arrays.stream(values).map(v -> v * 0.05 / deviation).toArray();
    assertThat(100 * (PairedEstimate.of(scaled).minimumDetectable() - 1))
        .isCloseTo(percent, within(0.06));
  }

  @ParameterizedTest
  @CsvSource({"1,6", "2,7", "3,7", "4,8", "15,10"})
  void moreComparisonsNeedMoreRounds(int comparisons, int rounds) {
    assertThat(PairedEstimate.roundsNeeded(comparisons)).isEqualTo(rounds);
  }

  private static double[] sample(int size, DoubleSupplier values) {
    var sample = new double[size];
    Arrays.setAll(sample, i -> values.getAsDouble());
    return sample;
  }
}
