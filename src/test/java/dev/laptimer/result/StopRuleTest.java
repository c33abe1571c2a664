package dev.laptimer.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StopRuleTest {

  @Test
  void withoutARuleEveryRoundIsMade() {
    assertThat(roundsUntilEnough(quiet(), 20)).isEqualTo(21);
  }

  @Test
  void noVerdictNeedsMoreRoundsThanThereAre() {
    assertThat(roundsUntilEnough(quiet().until(50), 20)).isEqualTo(6);
    assertThat(roundsUntilEnough(DocumentFixture.of("redis-0", "redis-1", "redis-2").until(50), 20))
        .as("with two comparisons")
        .isEqualTo(7);
  }

  @Test
  void theNarrowerTheIntervalTheMoreRounds() {
    int narrow = roundsUntilEnough(quiet().noise(0.05).until(6), 100);
    assertThat(narrow).isLessThan(100);
    assertThat(roundsUntilEnough(quiet().noise(0.05).until(8), 50)).isBetween(7, narrow - 1);
  }

  @Test
  void itDoesNotLookAtWhereTheIntervalLies() {
    for (int seed = 0; seed < 20; seed++) {
      var same = quiet().noise(0.05).seed(seed).until(6);
      int rounds = roundsUntilEnough(same, 50);
      assertThat(roundsUntilEnough(same.speed("memcached", 3), 50)).isEqualTo(rounds);
    }
  }

  @Test
  void aSingleTargetHasNoInterval() {
    assertThat(roundsUntilEnough(DocumentFixture.of("redis").until(50), 20)).isEqualTo(21);
  }

  /**
   * A run that ends as soon as its interval happens to be narrow is a little surer of itself than
   * it should be. 1,000 runs have a standard error of 0.7 points.
   */
  @ParameterizedTest
  @CsvSource({"5", "10"})
  void theIntervalOfARunThatEndedEarlyHoldsTheTruthNearlyAsOften(int percent) {
    int held = 0;
    int runs = 1000;
    var random = new Random(5);
    for (int run = 0; run < runs; run++) {
      var rounds = new double[30];
      Arrays.setAll(rounds, i -> 0.05 * random.nextGaussian());
      int n = 6;
      var estimate = PairedEstimate.of(Arrays.copyOf(rounds, n));
      while (n < rounds.length && estimate.high() / estimate.low() >= 1 + percent / 100.0) {
        estimate = PairedEstimate.of(Arrays.copyOf(rounds, ++n));
      }
      if (estimate.low() <= 1 && 1 <= estimate.high()) {
        held++;
      }
    }
    assertThat(100.0 * held / runs).isGreaterThan(92);
  }

  private static DocumentFixture quiet() {
    return DocumentFixture.of("redis", "memcached");
  }

  /** The first round after which it is enough; one more than the most if none is. */
  private static int roundsUntilEnough(DocumentFixture fixture, int most) {
    var document = fixture.rounds(most).build();
    int round = 1;
    while (round <= most) {
      int last = round;
      var trials = document.trials().stream().filter(t -> t.round() <= last).toList();
      if (StopRule.enough(fixture.spec(), document.plan(), trials)) {
        break;
      }
      round++;
    }
    return round;
  }
}
