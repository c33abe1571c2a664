package dev.laptimer.client;

/** Compares a value that was read with the expected one where comparing the bytes will not do. */
public interface ValueCheck {

  /**
   * Whether it is the value of a key.
   *
   * @param number of the key
   * @param buffer that has the value from {@code from} to before {@code to}
   */
  boolean isValueOf(int number, byte[] buffer, int from, int to);
}
