package dev.laptimer.client;

import dev.laptimer.api.ExpiryMethod;
import dev.laptimer.client.CacheClient.Key;
import java.util.Arrays;

/**
 * Operations that go over one connection together: sent at once, answered in order. A depth of 1 is
 * one operation and its answer. A batch is used again and again, so that none of its uses makes an
 * object.
 */
public final class Batch {

  private final int connection;
  private final int expirySeconds;
  private final ExpiryMethod expiryMethod;
  private final CacheOperation[] operations;
  private final ValueCheck check;
  private final int[] numbers;
  private final Key[] keys;
  private final byte[][] values;
  private final Outcome[] outcomes;
  private final RuntimeException[] errors;
  private final byte[][] wrongValues;
  private long startNanos;
  private int size;

  /**
   * @param connection of the {@link Pipe}, from 0
   * @param depth most operations in it
   * @param expirySeconds time to live of each key that is Set; 0 for none
   * @param expiryMethod how it is given
   * @param check of what is read; null to compare the bytes
   */
  public Batch(
      int connection, int depth, int expirySeconds, ExpiryMethod expiryMethod, ValueCheck check) {
    this.check = check;
    this.connection = connection;
    this.expirySeconds = expirySeconds;
    this.expiryMethod = expiryMethod;
    this.operations = new CacheOperation[depth];
    this.numbers = new int[depth];
    this.keys = new Key[depth];
    this.values = new byte[depth][];
    this.outcomes = new Outcome[depth];
    this.errors = new RuntimeException[depth];
    this.wrongValues = new byte[depth][];
  }

  /** Empties it for its next use, which begins at this time of {@link System#nanoTime}. */
  public void begin(long startNanos) {
    this.startNanos = startNanos;
    this.size = 0;
  }

  public boolean isFull() {
    return size == keys.length;
  }

  /**
   * Adds an operation.
   *
   * @param number of the key
   * @param value that is written, or that is expected to be read
   */
  public void add(CacheOperation operation, int number, Key key, byte[] value) {
    operations[size] = operation;
    numbers[size] = number;
    keys[size] = key;
    values[size] = value;
    size++;
  }

  public void answered(int i, Outcome outcome) {
    outcomes[i] = outcome;
  }

  /**
   * What was read.
   *
   * @param value null for none
   */
  public Outcome read(int i, byte[] value) {
    if (value == null) {
      return Outcome.Miss;
    }
    boolean expected =
        check == null
            ? Arrays.equals(value, values[i])
            : check.isValueOf(numbers[i], value, 0, value.length);
    return expected ? Outcome.Done : Outcome.WrongValue;
  }

  /** What was read has not the expected bytes, but these of a buffer. */
  public void otherBytes(int i, byte[] buffer, int from, int to) {
    if (check != null) {
      outcomes[i] =
          check.isValueOf(numbers[i], buffer, from, to) ? Outcome.Done : Outcome.WrongValue;
      return;
    }
    outcomes[i] = Outcome.WrongValue;
    wrongValues[i] = Arrays.copyOfRange(buffer, from, to);
  }

  public void failed(int i, RuntimeException error) {
    outcomes[i] = Outcome.Failed;
    errors[i] = error;
  }

  /** Fails all from the i-th on. */
  public void failedFrom(int i, RuntimeException error) {
    Arrays.fill(outcomes, i, size, Outcome.Failed);
    Arrays.fill(errors, i, size, error);
  }

  public int connection() {
    return connection;
  }

  public int expirySeconds() {
    return expirySeconds;
  }

  public ExpiryMethod expiryMethod() {
    return expiryMethod;
  }

  public CacheOperation operation(int i) {
    return operations[i];
  }

  public long startNanos() {
    return startNanos;
  }

  public int size() {
    return size;
  }

  public int number(int i) {
    return numbers[i];
  }

  public Key key(int i) {
    return keys[i];
  }

  public byte[] value(int i) {
    return values[i];
  }

  public Outcome outcome(int i) {
    return outcomes[i];
  }

  /** What was read instead, where {@link #otherBytes} told it. */
  public byte[] wrongValue(int i) {
    return wrongValues[i];
  }

  /** What the library threw, if the outcome is {@link Outcome#Failed}. */
  public RuntimeException error(int i) {
    return errors[i];
  }
}
