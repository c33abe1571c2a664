package dev.laptimer.api;

/** Which targets are compared with which. */
public enum ComparedPairs {
  /** Every other target with the reference. */
  WithReference,
  /** Every target with every other. */
  All
}
