package dev.laptimer.runner.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SteadinessTest {

  @Test
  void aLevelThatJumpsALittleIsSteady() {
    assertThat(steady(100, 101, 99, 100, 102, 100, 99, 101)).isTrue();
  }

  @Test
  void fewerThanEightWindowsAreNot() {
    assertThat(steady(100, 100, 100, 100, 100, 100, 100)).isFalse();
  }

  @Test
  void whatRisesOrFallsByMoreThanOnePercentAWindowIsNot() {
    assertThat(Steadiness.isSteady(rising(1.2), 0)).isFalse();
    assertThat(Steadiness.isSteady(rising(-1.2), 0)).isFalse();
    assertThat(Steadiness.isSteady(rising(0.5), 0)).isTrue();
  }

  @Test
  void aStepOfMoreThanThreePercentIsNot() {
    assertThat(steady(100, 100, 100, 100, 104, 104, 104, 104)).isFalse();
    assertThat(steady(100, 100, 100, 100, 102, 102, 102, 102)).isTrue();
  }

  @Test
  void oneWindowInWhichNothingRanIsForgivenAsLongAsTheMeansAgree() {
    assertThat(steady(100, 100, 100, 90, 100, 100, 92, 100)).isTrue();
  }

  @Test
  void whatWasLongAgoDoesNotCount() {
    assertThat(steady(1, 10, 50, 100, 100, 100, 100, 100, 100, 100, 100)).isTrue();
  }

  @Test
  void aCompilerAtWorkSpeaksAgainstIt() {
    var level = IntStream.range(0, 8).mapToObj(i -> 100.0).toList();
    assertThat(Steadiness.isSteady(level, 0.019)).isTrue();
    assertThat(Steadiness.isSteady(level, 0.02)).isFalse();
  }

  @Test
  void nothingAtAllIsNot() {
    assertThat(steady(0, 0, 0, 0, 0, 0, 0, 0)).isFalse();
  }

  private static List<Double> rising(double each) {
    return IntStream.range(0, 8).mapToObj(i -> 100 + i * each).toList();
  }

  private static boolean steady(int... rates) {
    return Steadiness.isSteady(IntStream.of(rates).mapToObj(rate -> (double) rate).toList(), 0);
  }
}
