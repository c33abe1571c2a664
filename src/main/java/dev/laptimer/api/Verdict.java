package dev.laptimer.api;

/** What a comparison says of an arm, seen from the reference. */
public enum Verdict {
  Faster,
  Slower,
  NoDifference,
  Inconclusive,
  Invalid
}
