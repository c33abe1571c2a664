package dev.laptimer.runner.trial;

import dev.laptimer.api.ClientName;
import dev.laptimer.api.KeyForm;
import dev.laptimer.client.CacheClient.Key;
import dev.laptimer.plan.Plan;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.IntStream;

/**
 * The keys of a run: distinct, each the run's prefix and random lower-case letters, or an MD5 and
 * the key's number. Any key can be had by its number without the others: the letters spell, to base
 * 26, a pseudo-random permutation of the numbers. Distinct keys so need no memory, also where every
 * possible key is used.
 *
 * <p>The permutation is a Feistel network over the smallest even number of bits that holds all
 * words, walked until it gives a word (Black and Rogaway, "Ciphers with Arbitrary Finite Domains",
 * 2002). It mixes well; it hides nothing.
 */
public final class KeySpace {

  private static final int LETTERS = 26;

  /** Letters that are permuted; 26^13 is the last power below 2^63. The others are hashed. */
  private static final int MAX_PERMUTED = 13;

  private static final int ROUNDS = 6;

  private final String prefix;
  private final long seed;
  private final int count;
  private final KeyForm form;
  private final int length;
  private final int permuted;
  private final long words;
  private final int halfBits;

  /**
   * @param workload of an arm of the plan
   */
  public KeySpace(Plan plan, Plan.Workload workload) {
    this(
        plan.keyPrefix(),
        plan.seed(),
        workload.keyCount(),
        workload.keyLengthBytes(),
        workload.keyFormOrDefault());
  }

  /**
   * @param count of keys, at most 26 to the power of {@code length}
   * @param length of the letters after the prefix, if they are letters
   */
  KeySpace(String prefix, long seed, int count, int length, KeyForm form) {
    this.prefix = prefix;
    this.seed = seed;
    this.count = count;
    this.form = form;
    this.length = length;
    this.permuted = Math.min(length, MAX_PERMUTED);
    this.words = power(permuted);
    if (count > words) {
      throw new IllegalArgumentException(
          "%d letters give %d distinct keys, not %d".formatted(length, words, count));
    }
    int bits = Long.SIZE - Long.numberOfLeadingZeros(words - 1);
    this.halfBits = (bits + 1) / 2;
  }

  /** What every key begins with. */
  public String prefix() {
    return prefix;
  }

  public int count() {
    return count;
  }

  /**
   * @param number of the key, from 0
   */
  public Key key(int number) {
    return Key.of(text(number));
  }

  private String text(int number) {
    return switch (form) {
      case Letters -> letters(number);
      case Md5Numbered -> prefix + md5(seed, number) + number;
    };
  }

  private static String md5(long seed, int number) {
    var bytes = ByteBuffer.allocate(Long.BYTES + Integer.BYTES).putLong(seed).putInt(number);
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes.array()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime must have MD5", e);
    }
  }

  private String letters(int number) {
    var text = new StringBuilder(prefix.length() + length).append(prefix);
    long word = number;
    do {
      word = feistel(word);
    } while (word >= words);
    for (int i = 0; i < permuted; i++) {
      text.append((char) ('a' + word % LETTERS));
      word /= LETTERS;
    }
    for (int i = permuted; i < length; i++) {
      text.append((char) ('a' + Long.remainderUnsigned(mix(seed + i, number), LETTERS)));
    }
    return text.toString();
  }

  /** All keys, in memory, in the form that a client takes. */
  public Key[] keys(ClientName client) {
    return IntStream.range(0, count)
        .mapToObj(number -> Key.of(text(number), client))
        .toArray(Key[]::new);
  }

  private long feistel(long word) {
    long mask = (1L << halfBits) - 1;
    long left = word >>> halfBits;
    long right = word & mask;
    for (int round = 0; round < ROUNDS; round++) {
      long next = left ^ (mix(seed ^ round, right) & mask);
      left = right;
      right = next;
    }
    return left << halfBits | right;
  }

  /** The finalizer of SplitMix64 (Steele, Lea and Flood, 2014), over both numbers. */
  static long mix(long seed, long number) {
    long z = seed * 0x9E3779B97F4A7C15L + number * 0xD1B54A32D192ED03L + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  private static long power(int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= LETTERS;
    }
    return power;
  }
}
