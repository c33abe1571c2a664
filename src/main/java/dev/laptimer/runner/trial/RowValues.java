package dev.laptimer.runner.trial;

import dev.laptimer.client.ValueCheck;
import dev.laptimer.result.ResultDocument.RowBytes;
import dev.laptimer.runner.row.Row;
import dev.laptimer.runner.row.RowCodec;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Rows that are serialized by each Set, and deserialized and compared by each Get. */
final class RowValues implements CacheValues, ValueCheck {

  private static final byte[] NONE = {};

  private final Row[] rows;
  private final RowCodec codec;

  RowValues(long seed, int distinct, RowCodec codec) {
    this.rows =
        IntStream.range(0, distinct).mapToObj(number -> Row.of(seed, number)).toArray(Row[]::new);
    this.codec = codec;
  }

  @Override
  public byte[] written(int key) {
    return codec.encode(rows[key % rows.length]);
  }

  @Override
  public byte[] expected(int key) {
    return NONE;
  }

  @Override
  public ValueCheck check() {
    return this;
  }

  @Override
  public boolean isValueOf(int key, byte[] buffer, int from, int to) {
    try {
      return codec.decode(buffer, from, to).equals(rows[key % rows.length]);
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public RowBytes rowBytes() {
    return Serialized.rowBytes(Arrays.stream(rows).mapToInt(row -> codec.encode(row).length));
  }

  /** The same rows, serialized once, here; bytes are compared. */
  CacheValues serialized() {
    return new Serialized(Arrays.stream(rows).map(codec::encode).toArray(byte[][]::new));
  }

  private record Serialized(byte[][] bytes) implements CacheValues {

    @Override
    public byte[] written(int key) {
      return bytes[key % bytes.length];
    }

    @Override
    public byte[] expected(int key) {
      return written(key);
    }

    @Override
    public RowBytes rowBytes() {
      return rowBytes(Arrays.stream(bytes).mapToInt(row -> row.length));
    }

    private static RowBytes rowBytes(IntStream sizes) {
      var sorted = sizes.sorted().toArray();
      return new RowBytes(sorted[0], sorted[sorted.length / 2], sorted[sorted.length - 1]);
    }
  }
}
