package dev.laptimer.runner.trial;

import dev.laptimer.api.KeyOrder;
import dev.laptimer.client.CacheOperation;
import dev.laptimer.runner.trial.Share.Range;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The keys of one worker in the order in which it uses them. A pass has as many operations as the
 * worker's share has keys. Sets and Deletes use each key of the share once; so do Gets, unless they
 * draw keys at random, from all keys then. In a Mix both use the keys in the order of Gets; only
 * with {@link KeyOrder#Latest} the Sets go through the share in turn, for the Gets to follow. All
 * is made before the clock starts.
 */
final class KeySequence {

  /** Random keys are drawn beforehand and used again and again; 4 MiB. */
  static final int DRAWS = 1 << 20;

  /** The exponent that load generators have in common (YCSB, memtier). */
  private static final double ZIPF_EXPONENT = 0.99;

  private final int from;
  private final int to;

  /** The share in its order; null if that is by number. */
  private final int[] order;

  /** Keys of Gets, or how far before the key that was set last; null if they use the share. */
  private final int[] draws;

  private final boolean latest;
  private int drawn;

  /** Place in the share of the key that was set last. */
  private int set;

  private KeySequence(int from, int to, int[] order, int[] draws, boolean latest, int drawn) {
    this.from = from;
    this.to = to;
    this.order = order;
    this.draws = draws;
    this.latest = latest;
    this.drawn = drawn;
    this.set = Math.max(0, to - from - 1);
  }

  /**
   * Splits keys among workers, into contiguous shares.
   *
   * @param keyCount of all keys
   * @param own those of this process
   */
  static List<KeySequence> split(KeyOrder order, int keyCount, Range own, int workers, long seed) {
    var draws =
        switch (order) {
          case Sequential, Shuffled -> null;
          case Uniform -> uniform(keyCount, seed);
          case Zipf -> zipf(keyCount, seed);
          case Latest -> zipf(Math.max(1, own.size() / workers), seed);
        };
    return IntStream.range(0, workers)
        .mapToObj(
            i -> {
              var part = own.part(i, workers);
              return new KeySequence(
                  part.from(),
                  part.to(),
                  order == KeyOrder.Shuffled ? shuffled(part.from(), part.to(), seed + i) : null,
                  draws,
                  order == KeyOrder.Latest,
                  (int) ((long) DRAWS * part.from() / keyCount));
            })
        .toList();
  }

  private static int[] shuffled(int from, int to, long seed) {
    var numbers = IntStream.range(from, to).toArray();
    var random = new Random(seed);
    for (int i = numbers.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int number = numbers[i];
      numbers[i] = numbers[other];
      numbers[other] = number;
    }
    return numbers;
  }

  private static int[] uniform(int keyCount, long seed) {
    return new SplittableRandom(seed).ints(DRAWS, 0, keyCount).toArray();
  }

  /** By inversion of the cumulative weights. */
  private static int[] zipf(int keyCount, long seed) {
    var cumulative = new double[keyCount];
    double sum = 0;
    for (int i = 0; i < keyCount; i++) {
      sum += 1 / Math.pow(i + 1, ZIPF_EXPONENT);
      cumulative[i] = sum;
    }
    var random = new SplittableRandom(seed);
    var draws = new int[DRAWS];
    for (int i = 0; i < DRAWS; i++) {
      int place = Arrays.binarySearch(cumulative, random.nextDouble() * sum);
      draws[i] = Math.min(place < 0 ? -place - 1 : place, keyCount - 1);
    }
    return draws;
  }

  /** Operations of a pass. */
  int size() {
    return to - from;
  }

  /** Number of the first key of the share. */
  int first() {
    return from;
  }

  /** Number of the key for an operation of a pass. */
  int key(CacheOperation operation, int position) {
    if (operation == CacheOperation.Get) {
      return keyOfGet(position);
    }
    if (operation == CacheOperation.Set) {
      set = position;
    }
    return keyOfShare(position);
  }

  /** The same for an operation of a Mix. */
  int keyOfMix(CacheOperation operation, int position) {
    if (latest && operation == CacheOperation.Set) {
      set = set + 1 < size() ? set + 1 : 0;
      return from + set;
    }
    return keyOfGet(position);
  }

  private int keyOfGet(int position) {
    if (draws == null) {
      return keyOfShare(position);
    }
    drawn = (drawn + 1) & (DRAWS - 1);
    if (!latest) {
      return draws[drawn];
    }
    int place = set - draws[drawn];
    return from + (place < 0 ? place + size() : place);
  }

  private int keyOfShare(int position) {
    return order == null ? from + position : order[position];
  }
}
