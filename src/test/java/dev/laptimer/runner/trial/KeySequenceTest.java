package dev.laptimer.runner.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.laptimer.api.KeyOrder;
import dev.laptimer.client.CacheOperation;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeySequenceTest {

  private static final int KEYS = 1_000;
  private static final Share.Range ALL = new Share.Range(0, KEYS);
  private static final long SEED = 7;

  @ParameterizedTest
  @EnumSource
  void setsAndDeletesUseEachKeyOnceWhateverTheOrder(KeyOrder order) {
    for (var operation : List.of(CacheOperation.Set, CacheOperation.Delete)) {
      assertThat(
              KeySequence.split(order, KEYS, ALL, 7, SEED).stream()
                  .flatMapToInt(pass(operation))
                  .toArray())
          .containsExactlyInAnyOrder(IntStream.range(0, KEYS).toArray());
    }
  }

  @Test
  void sequentialIsByNumber() {
    assertThat(gets(KeyOrder.Sequential)).isEqualTo(IntStream.range(0, KEYS).toArray());
  }

  @Test
  void shuffledHasEachKeyOnceButNotByNumberAndIsTheSameForASeed() {
    assertThat(gets(KeyOrder.Shuffled))
        .containsExactlyInAnyOrder(IntStream.range(0, KEYS).toArray())
        .isNotEqualTo(IntStream.range(0, KEYS).toArray())
        .isEqualTo(gets(KeyOrder.Shuffled));
  }

  @Test
  void uniformHasEveryKeyAsOftenAsEveryOther() {
    var counts = counts(KeyOrder.Uniform);

    // Binomial: expected 1,000 of each key; six standard deviations
    assertThat(IntStream.of(counts).boxed()).allMatch(count -> Math.abs(count - 1_000) < 190);
  }

  @Test
  void zipfHasTheKthKeyByOneOverKToThe099() {
    var counts = counts(KeyOrder.Zipf);

    double sum = IntStream.rangeClosed(1, KEYS).mapToDouble(k -> Math.pow(k, -0.99)).sum();
    for (int k : new int[] {1, 2, 10, 100}) {
      double expected = 1_000 * KEYS * Math.pow(k, -0.99) / sum;
      assertThat((double) counts[k - 1])
          .as("draws of key %d", k)
          .isCloseTo(expected, within(6 * Math.sqrt(expected)));
    }
  }

  private static int[] gets(KeyOrder order) {
    return pass(CacheOperation.Get)
        .apply(KeySequence.split(order, KEYS, ALL, 1, SEED).get(0))
        .toArray();
  }

  private static Function<KeySequence, IntStream> pass(CacheOperation operation) {
    return keys -> IntStream.range(0, keys.size()).map(i -> keys.key(operation, i));
  }

  /** How often each key comes in 1,000 passes. */
  private static int[] counts(KeyOrder order) {
    var keys = KeySequence.split(order, KEYS, ALL, 1, SEED).get(0);
    var counts = new int[KEYS];
    for (int pass = 0; pass < 1_000; pass++) {
      for (int i = 0; i < keys.size(); i++) {
        counts[keys.key(CacheOperation.Get, i)]++;
      }
    }
    return counts;
  }
}
