package dev.laptimer.result;

import static dev.laptimer.api.Verdict.Faster;
import static dev.laptimer.api.Verdict.Inconclusive;
import static dev.laptimer.api.Verdict.Invalid;
import static dev.laptimer.api.Verdict.Slower;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.laptimer.api.BenchmarkStatus.ComparisonResult;
import dev.laptimer.api.Metric;
import dev.laptimer.api.Verdict;
import dev.laptimer.result.ResultDocument.Failure;
import dev.laptimer.result.ResultDocument.TrialResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonsTest {

  /** How much faster memcached is made, with how much noise, in so many rounds. */
  @ParameterizedTest
  @CsvSource({
    "1.40, 0.02, 10, 3, Faster",
    "0.70, 0.02, 10, 3, Slower",
    "1.00, 0.005, 10, 3, NoDifference",
    // surely there, but less than asked for
    "1.02, 0.001, 10, 3, NoDifference",
    "1.02, 0.001, 10, 1, Faster",
    "1.00, 0.20, 10, 3, Inconclusive",
    // too few rounds for any verdict, however far apart
    "3.00, 0.01, 5, 3, Inconclusive",
    "3.00, 0.01, 6, 3, Faster"
  })
  void theVerdictFollowsFromSpeedNoiseAndRounds(
      double speed, double noise, int rounds, int thresholdPercent, Verdict verdict) {
    var fixture =
        twoTargets()
            .speed("memcached", speed)
            .noise(noise)
            .rounds(rounds)
            .comparison(null, null, null, thresholdPercent);
    assertThat(only(fixture).verdict()).isEqualTo(verdict);
  }

  @Test
  void fasterIsSaidInASentence() {
    assertThat(only(twoTargets().speed("memcached", 1.4)))
        .isEqualTo(
            new ComparisonResult(
                "get",
                Metric.OpsPerSecond,
                "redis",
                "memcached",
                "1.40",
                "1.37",
                "1.42",
                10,
                Faster,
                "memcached is 1.40 times as fast as redis on get (95 % interval 1.37 to 1.42, 10"
                    + " rounds)",
                "2.4",
                "0.0020"));
  }

  @Test
  void fiveRoundsHaveNoIntervalAndSaySo() {
    assertThat(only(twoTargets().speed("memcached", 1.4).rounds(5)))
        .isEqualTo(
            new ComparisonResult(
                "get",
                Metric.OpsPerSecond,
                "redis",
                "memcached",
                "1.40",
                null,
                null,
                5,
                Inconclusive,
                "no verdict, it needs 6 rounds in which both were measured: memcached is 1.40 times"
                    + " as fast as redis on get (5 rounds)",
                "5.2",
                "0.063"));
  }

  @Test
  void anInconclusiveOneSaysWhatCouldHaveBeenSeen() {
    assertThat(only(twoTargets().noise(0.2)).message())
        .matches(
            "no verdict, differences below \\d+ % cannot be seen in 10 rounds with such a spread:"
                + " memcached is .*");
  }

  @Test
  void oneThatMayOrMayNotReachTheThresholdSaysSo() {
    var perRound = new double[] {1.021, 1.022, 1.023, 1.024, 1.025, 1.026, 1.05, 1.06};
    assertThat(only(ofRatios(perRound)).message())
        .startsWith("no verdict, the two differ, but it is open whether by 3 % or more: ");
    assertThat(only(ofRatios(perRound)).verdict()).isEqualTo(Inconclusive);
  }

  @Test
  void latencyIsBetterWhereItIsLower() {
    var fixture = twoTargets().speed("memcached", 1.4);
    for (var metric : List.of(Metric.P50Micros, Metric.P99Micros)) {
      var comparison = only(fixture.comparison("redis", "set", metric, 3));
      assertThat(comparison.ratio()).isEqualTo("1.40");
      assertThat(comparison.verdict()).isEqualTo(Faster);
    }
    assertThat(only(fixture).message())
        .startsWith("memcached is 1.40 times as fast as redis on set by p99 (");
  }

  @Test
  void referenceAndArmAreMirrorImages() {
    var random = new Random(3);
    for (int i = 0; i < 50; i++) {
      var fixture = twoTargets().speed("memcached", 0.5 + random.nextDouble()).noise(0.05).seed(i);
      var one = only(fixture.comparison("redis", null, null, null));
      var other = only(fixture.comparison("memcached", null, null, null));
      assertThat(Double.parseDouble(one.ratio()) * Double.parseDouble(other.ratio()))
          .isCloseTo(1, within(0.02));
      assertThat(other.verdict())
          .isEqualTo(
              switch (one.verdict()) {
                case Faster -> Slower;
                case Slower -> Faster;
                default -> one.verdict();
              });
    }
  }

  @Test
  void aFasterMachineChangesNothing() {
    var fixture = twoTargets().speed("memcached", 1.2).noise(0.05);
    var faster = twoTargets().speed("redis", 3).speed("memcached", 3.6).noise(0.05);
    assertThat(only(faster)).isEqualTo(only(fixture));
  }

  /**
   * Where nothing differs, Faster and Slower together must come in at most 5 % of the cases, as far
   * as noise is concerned; with the threshold it is fewer. 400 runs have a standard error of 1.1
   * points.
   */
  @ParameterizedTest
  @CsvSource({"2,0.05", "2,0.3", "4,0.1"})
  void noiseAloneHardlyEverGivesAVerdict(int targets, double noise) {
    var names = IntStream.range(0, targets).mapToObj(i -> "redis-" + i).toArray(String[]::new);
    int wrong = 0;
    int runs = 400;
    for (int seed = 0; seed < runs; seed++) {
      var comparisons = comparisons(DocumentFixture.of(names).noise(noise).seed(seed));
      if (comparisons.stream().anyMatch(c -> c.verdict() == Faster || c.verdict() == Slower)) {
        wrong++;
      }
    }
    assertThat(100.0 * wrong / runs).isLessThan(5 + 3 * 1.1);
  }

  @Test
  void manyComparisonsAtOnceNeedMoreEvidence() {
    var names = new String[] {"redis-0", "redis-1", "redis-2"};
    var six = comparisons(DocumentFixture.of(names).speed("redis-1", 1.5).rounds(6));
    assertThat(six.get(0).verdict()).isEqualTo(Inconclusive);
    assertThat(six.get(0).message())
        .startsWith(
            "no verdict, with 2 comparisons at once one alone may look like this by chance (p 0.063"
                + " after Holm; 7 rounds or more): redis-1 is 1.47 times as");
    var seven = comparisons(DocumentFixture.of(names).speed("redis-1", 1.5).rounds(7));
    assertThat(seven.get(0).verdict()).isEqualTo(Faster);
  }

  @Test
  void holmMultipliesTheSmallestPMost() {
    var estimates = new LinkedHashMap<String, PairedEstimate>();
    List.of(0.01, 0.04, 0.03, 0.5)
        .forEach(p -> estimates.put("p" + p, new PairedEstimate(10, 1, 1, 1, p, 1)));
    assertThat(Comparisons.holm(estimates))
        .isEqualTo(Map.of("p0.01", 0.04, "p0.03", 0.09, "p0.04", 0.09, "p0.5", 0.5));
  }

  @Test
  void onlyRoundsInWhichBothWereMeasuredCount() {
    var fixture =
        twoTargets()
            .speed("memcached", 1.4)
            .trials(t -> t.round() == 3 && t.arm().equals("redis") ? failed(t) : t)
            .trials(t -> t.round() == 4 && t.arm().equals("memcached") ? failed(t) : t);
    assertThat(only(fixture).rounds()).isEqualTo(8);
    assertThat(only(fixture).verdict()).isEqualTo(Faster);
  }

  @Test
  void anIncompleteRunIsNoValidComparison() {
    var comparison =
        only(twoTargets().speed("memcached", 1.4).failsAfter(15, Reason.TimedOut, "time is up"));
    assertThat(comparison.verdict()).isEqualTo(Invalid);
    assertThat(comparison.message())
        .matches(
            "not a valid comparison, the run is incomplete \\(TimedOut\\): memcached is 1.39"
                + " times as fast as redis on get \\(95 % interval 1.\\d+ to 1.\\d+, 7 rounds\\)");
  }

  @Test
  void nothingMeasuredIsNotCompared() {
    assertThat(only(twoTargets().failsAfter(0, Reason.ConnectionRefused, "no")))
        .isEqualTo(
            new ComparisonResult(
                "get",
                Metric.OpsPerSecond,
                "redis",
                "memcached",
                null,
                null,
                null,
                0,
                Invalid,
                "memcached is not compared with redis on get: the run is incomplete"
                    + " (ConnectionRefused)",
                null,
                null));
  }

  @Test
  void wrongValuesOfEitherSideMakeItInvalid() {
    for (var arm : List.of("redis", "memcached")) {
      var comparison =
          only(twoTargets().phase(arm, "get", p -> DocumentFixture.withCounts(p, 0, 0, 0, 1)));
      assertThat(comparison.verdict()).isEqualTo(Invalid);
      assertThat(comparison.message())
          .startsWith("not a valid comparison, " + arm + " gave 10 wrong values: ");
    }
  }

  /** Errors in each phase of 100,010 operations. */
  @ParameterizedTest
  @CsvSource({"10, Faster", "11, Invalid"})
  void errorsAboveOneInTenThousandMakeItInvalid(int errors, Verdict verdict) {
    var fixture =
        twoTargets()
            .speed("memcached", 1.4)
            .phase("redis", "get", p -> DocumentFixture.withCounts(p, errors, 0, 0, 0));
    assertThat(only(fixture).verdict()).isEqualTo(verdict);
  }

  @Test
  void armsThatFoundDifferentSharesOfTheirKeysDidNotDoTheSame() {
    var comparison =
        only(
            twoTargets()
                .phase("memcached", "get", p -> DocumentFixture.withCounts(p, 0, 50_005, 0, 0)));
    assertThat(comparison.verdict()).isEqualTo(Invalid);
    assertThat(comparison.message())
        .startsWith("not a valid comparison, memcached did not find 50 % of the keys, redis 0 %: ");
  }

  @ParameterizedTest
  @CsvSource({
    "1.424, 1.31, 1.55, 2",
    "1.004, 0.998, 1.009, 3",
    "25.31, 22.1, 28.9, 1",
    "0.042, 0.038, 0.046, 3",
    "1.4, NaN, NaN, 2"
  })
  void aRatioHasNoMoreDigitsThanItsInterval(double ratio, double low, double high, int decimals) {
    assertThat(Format.ratioDecimals(ratio, low, high)).isEqualTo(decimals);
  }

  private static DocumentFixture twoTargets() {
    return DocumentFixture.of("redis", "memcached");
  }

  /** Rounds in which memcached is so many times as fast as redis, without any noise. */
  private static DocumentFixture ofRatios(double[] ratios) {
    return twoTargets()
        .noise(0)
        .rounds(ratios.length)
        .trials(
            trial ->
                trial.arm().equals("redis")
                    ? trial
                    : DocumentFixture.withPhases(
                        trial,
                        trial.phases().stream()
                            .map(p -> DocumentFixture.withSpeed(p, ratios[trial.round() - 1]))
                            .toList()));
  }

  private static TrialResult failed(TrialResult t) {
    return new TrialResult(
        t.index(),
        t.round(),
        t.arm(),
        t.startTime(),
        t.finishTime(),
        t.phases(),
        t.health(),
        t.countersBefore(),
        t.countersAfter(),
        new Failure("TargetFailed", "connection reset"),
        null);
  }

  private static ComparisonResult only(DocumentFixture fixture) {
    var comparisons = comparisons(fixture);
    assertThat(comparisons).hasSize(1);
    return comparisons.get(0);
  }

  private static List<ComparisonResult> comparisons(DocumentFixture fixture) {
    return Analysis.of(fixture.spec(), fixture.build()).comparisons();
  }
}
