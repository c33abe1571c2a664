package dev.laptimer.client;

/** How one operation ended. */
public enum Outcome {
  /** As it should: stored, deleted, or read with the value that was expected. */
  Done,
  /** There was no such key. */
  Miss,
  /** There was another value than the expected one. */
  WrongValue,
  /** By an error. */
  Failed
}
