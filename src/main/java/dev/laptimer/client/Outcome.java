package dev.laptimer.client;

import java.util.Arrays;

/** How one operation ended. */
public enum Outcome {
  /** As it should: stored, deleted, or read with the value that was expected. */
  Done,
  /** There was no such key. */
  Miss,
  /** There was another value than the expected one. */
  WrongValue,
  /** By an error. */
  Failed;

  /**
   * Of a read.
   *
   * @param value that was read; null for none
   */
  public static Outcome ofRead(byte[] value, byte[] expected) {
    if (value == null) {
      return Miss;
    }
    return Arrays.equals(value, expected) ? Done : WrongValue;
  }
}
