package dev.laptimer.result;

import static dev.laptimer.api.Verdict.Faster;
import static dev.laptimer.api.Verdict.Inconclusive;
import static dev.laptimer.api.Verdict.Invalid;
import static dev.laptimer.api.Verdict.NoDifference;
import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.BenchmarkStatus.Check;
import dev.laptimer.api.BenchmarkStatus.Result;
import dev.laptimer.api.Severity;
import dev.laptimer.api.TrustLevel;
import dev.laptimer.result.ResultDocument.TrialResult;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** What follows when the reference is measured twice in each round. */
class ControlTest {

  @Test
  void onAQuietMachineItIsALineAndNothingElse() {
    var fixture = twoTargets().speed("memcached", 1.4);
    var analysis = analysis(fixture);

    assertThat(analysis.results()).extracting(Result::name).containsExactly("redis", "memcached");
    assertThat(analysis.comparisons()).hasSize(1);
    assertThat(analysis.comparisons().get(0).verdict()).isEqualTo(Faster);
    assertThat(analysis.trust().level()).isEqualTo(TrustLevel.High);
    assertThat(analysis.trust().noiseFloorPercent()).isEqualTo("2.6");
    assertThat(analysis.trust().checks()).extracting(Check::name).containsOnly("Unsteady");
    assertThat(analysis.summary()).doesNotContain("noise");
    assertThat(Tables.of(fixture.build(), analysis))
        .contains(
            "\nNoise floor: 2.6 %, the most by which redis, measured twice in each round, differs"
                + " from itself\n")
        .contains(
            "\n30 trials, each in a fresh JVM: 10 rounds, the targets and redis once more in random"
                + " order in each, seed 1.\n")
        .doesNotContain("~again");
  }

  @Test
  void aDifferenceWithinTheNoiseFloorIsNoVerdict() {
    var fixture = rounds(t -> 1.05 + 0.001 * t.round(), t -> 1 + 0.14 * (t.round() % 2 - 0.5));
    var analysis = analysis(fixture);

    assertThat(analysis.comparisons().get(0).verdict()).isEqualTo(Inconclusive);
    assertThat(analysis.comparisons().get(0).message())
        .startsWith(
            "no verdict, the two differ no more than one of them from itself: redis, measured twice"
                + " in each round, differs from itself by up to 7.5 % (95 % interval of the ratio"
                + " 0.93 to 1.07, 10 rounds): memcached is 1.055 times as fast as redis on get");
  }

  @Test
  void noiseMakesItNoEasierToBeEqual() {
    var noisy = rounds(t -> 1 + 0.09 * (t.round() % 2 - 0.5), t -> 1 + 0.2 * (t.round() % 2 - 0.5));
    assertThat(analysis(noisy).comparisons().get(0).verdict()).isEqualTo(Inconclusive);
    assertThat(analysis(noisy.comparison(null, null, null, 5)).comparisons().get(0).verdict())
        .isEqualTo(NoDifference);
  }

  @Test
  void aControlThatDiffersFromItselfMakesEveryVerdictInvalid() {
    var fixture = rounds(t -> 2, t -> 1.1 + 0.001 * t.round());
    var analysis = analysis(fixture);
    var sentence =
        "redis, measured twice in each round, differs from itself by up to 11 % (95 % interval of"
            + " the ratio 1.103 to 1.108, 10 rounds)";

    assertThat(analysis.comparisons().get(0).verdict()).isEqualTo(Invalid);
    assertThat(analysis.comparisons().get(0).message())
        .startsWith("not a valid comparison, " + sentence + ": memcached is 2.0");
    assertThat(analysis.trust().level()).isEqualTo(TrustLevel.None);
    assertThat(analysis.trust().checks().get(0))
        .isEqualTo(
            new Check(
                "ControlDiffers",
                Severity.Error,
                "redis",
                sentence + ": what differs is not what is compared, but the machine or the order"));
    assertThat(analysis.summary()).startsWith("not to be trusted, ControlDiffers at redis: ");
  }

  @Test
  void aFloorAboveTheThresholdIsNoted() {
    var analysis = analysis(rounds(t -> 2, t -> 1 + 0.2 * (t.round() % 2 - 0.5)));

    assertThat(analysis.comparisons().get(0).verdict()).isEqualTo(Faster);
    assertThat(analysis.trust().level()).isEqualTo(TrustLevel.High);
    assertThat(analysis.trust().checks())
        .contains(
            new Check(
                "NoiseFloor",
                Severity.Note,
                "redis",
                "redis, measured twice in each round, differs from itself by up to 11 % (95 %"
                    + " interval of the ratio 0.90 to 1.10, 10 rounds): no smaller difference counts"
                    + " as one"));
    assertThat(analysis.summary()).endsWith(", faster; noise floor 11 %");
  }

  @Test
  void anotherReferenceLeavesTheFloorWhereItWasMeasured() {
    var fixture = twoTargets().speed("memcached", 1.4);
    var document = fixture.build();
    var asked = fixture.comparison("memcached", null, null, null).spec();

    assertThat(Analysis.of(asked, document).trust().noiseFloorPercent()).isEqualTo("2.6");
  }

  @Test
  void wrongValuesOfTheControlCountAsThoseOfItsTarget() {
    var analysis =
        analysis(
            twoTargets()
                .phase("redis~again", "get", p -> DocumentFixture.withCounts(p, 0, 0, 0, 1)));
    assertThat(analysis.trust().level()).isEqualTo(TrustLevel.None);
    assertThat(analysis.trust().checks().get(0).arm()).isEqualTo("redis~again");
  }

  private static DocumentFixture twoTargets() {
    return DocumentFixture.of("redis", "memcached").control();
  }

  /** Rounds without noise but this: how many times as fast as redis the others are. */
  private static DocumentFixture rounds(
      ToDoubleFunction<TrialResult> memcached, ToDoubleFunction<TrialResult> again) {
    return twoTargets()
        .noise(0)
        .trials(t -> t.arm().equals("memcached") ? faster(t, memcached.applyAsDouble(t)) : t)
        .trials(t -> t.arm().equals("redis~again") ? faster(t, again.applyAsDouble(t)) : t);
  }

  private static TrialResult faster(TrialResult trial, double factor) {
    return DocumentFixture.withPhases(
        trial, trial.phases().stream().map(p -> DocumentFixture.withSpeed(p, factor)).toList());
  }

  private static Analysis analysis(DocumentFixture fixture) {
    return Analysis.of(fixture.spec(), fixture.build());
  }
}
