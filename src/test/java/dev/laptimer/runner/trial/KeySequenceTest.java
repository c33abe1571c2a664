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

  @Test
  void inAMixTheSetsUseKeysAsTheGetsDo() {
    var gets = KeySequence.split(KeyOrder.Zipf, KEYS, ALL, 1, SEED).get(0);
    var mixed = KeySequence.split(KeyOrder.Zipf, KEYS, ALL, 1, SEED).get(0);

    for (int i = 0; i < KEYS; i++) {
      var operation = i % 2 == 0 ? CacheOperation.Set : CacheOperation.Get;
      assertThat(mixed.keyOfMix(operation, i)).isEqualTo(gets.key(CacheOperation.Get, i));
    }
  }

  @Test
  void latestReadsWhatWasSetLastMostOften() {
    var shares = KeySequence.split(KeyOrder.Latest, KEYS, ALL, 2, SEED);
    var keys = shares.get(1);
    var distances = new int[KEYS / 2];
    int latest = KEYS - 1;
    for (int i = 0; i < 100_000; i++) {
      if (i % 20 == 0) {
        int set = keys.keyOfMix(CacheOperation.Set, 0);
        assertThat(set).as("Sets go through the share in turn").isEqualTo(next(latest));
        latest = set;
      }
      int key = keys.keyOfMix(CacheOperation.Get, 0);
      assertThat(key).isBetween(KEYS / 2, KEYS - 1);
      distances[(latest - key + KEYS / 2) % (KEYS / 2)]++;
    }

    double sum = IntStream.rangeClosed(1, KEYS / 2).mapToDouble(k -> Math.pow(k, -0.99)).sum();
    for (int k : new int[] {1, 2, 10, 100}) {
      double expected = 100_000 * Math.pow(k, -0.99) / sum;
      assertThat((double) distances[k - 1])
          .as("draws of the key that was the %d. last to be set", k)
          .isCloseTo(expected, within(6 * Math.sqrt(expected)));
    }
  }

  private static int next(int key) {
    return key == KEYS - 1 ? KEYS / 2 : key + 1;
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
