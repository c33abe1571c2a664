package dev.laptimer.runner.trial;

import dev.laptimer.plan.Plan;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The values of a run: random printable bytes, one for each key. Where they would take more than 64
 * MiB, keys share a smaller number of distinct values.
 */
final class Values implements CacheValues {

  private static final byte[] ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
          .getBytes(StandardCharsets.US_ASCII);

  private final byte[][] values;

  Values(long seed, Plan.Workload workload) {
    this(seed, workload.distinctValues(), workload.valueSizeBytes());
  }

  Values(long seed, int distinct, int sizeBytes) {
    this.values =
        IntStream.range(0, distinct)
            .mapToObj(number -> value(seed, number, sizeBytes))
            .toArray(byte[][]::new);
  }

  @Override
  public byte[] written(int key) {
    return values[key % values.length];
  }

  @Override
  public byte[] expected(int key) {
    return written(key);
  }

  /** The same as text, for drivers that take it so; number {@code i % length} is of key i. */
  String[] texts() {
    return Arrays.stream(values)
        .map(value -> new String(value, StandardCharsets.US_ASCII))
        .toArray(String[]::new);
  }

  private static byte[] value(long seed, int number, int sizeBytes) {
    var value = new byte[sizeBytes];
    long random = 0;
    for (int i = 0; i < sizeBytes; i++) {
      if (i % 10 == 0) {
        // Ten letters of six bits from each number
        random = KeySpace.mix(~seed, (long) number << 20 | i);
      }
      value[i] = ALPHABET[(int) (random & 63)];
      random >>>= 6;
    }
    return value;
  }
}
