package dev.laptimer.result.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TicksTest {

  @Test
  void aLinearAxisHasMultiplesOfOneTwoOrFive() {
    assertThat(words(Ticks.linear(0, 33_000, 5))).containsExactly("0", "10k", "20k", "30k");
    assertThat(words(Ticks.linear(0, 100, 6))).containsExactly("0", "20", "40", "60", "80", "100");
    assertThat(words(Ticks.linear(1, 10, 10)))
        .containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9", "10");
  }

  @Test
  void aLogarithmicAxisIsDividedAsDenselyAsThereIsRoom() {
    assertThat(words(Ticks.log(1, 1_000, 4))).containsExactly("1", "10", "100", "1k");
    assertThat(words(Ticks.log(1, 1_000, 7)))
        .containsExactly("1", "3", "10", "30", "100", "300", "1k");
    assertThat(words(Ticks.log(0.3, 1.1, 6))).containsExactly("0.3", "0.5", "0.7", "1");
  }

  @Test
  void aNarrowLogarithmicAxisHasEqualSteps() {
    assertThat(words(Ticks.log(0.4, 1.1, 8)))
        .containsExactly("0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1", "1.1");
    assertThat(words(Ticks.log(0.96, 1.05, 6)))
        .containsExactly("0.96", "0.98", "1", "1.02", "1.04");
  }

  @Test
  void aWideLogarithmicAxisLeavesDecadesOut() {
    assertThat(words(Ticks.log(1, 1e6, 4))).containsExactly("1", "100", "10k", "1M");
  }

  @Test
  void noAxisHasMoreThanFitsOrAnythingOutside() {
    var random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      double low = Math.exp(20 * random.nextDouble() - 10);
      double high = low * (1.001 + Math.exp(10 * random.nextDouble() - 3));
      int atMost = 4 + random.nextInt(8);
      for (var ticks : List.of(Ticks.linear(low, high, atMost), Ticks.log(low, high, atMost))) {
        assertThat(ticks)
            .as("%s to %s", low, high)
            .hasSizeBetween(1, atMost)
            .isSorted()
            .allSatisfy(tick -> assertThat(tick).isBetween(low * (1 - 1e-9), high * (1 + 1e-9)));
      }
    }
  }

  private static List<String> words(List<Double> ticks) {
    return ticks.stream().map(Words::large).toList();
  }
}
