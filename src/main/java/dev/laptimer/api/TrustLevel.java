package dev.laptimer.api;

/** Whether the figures can be believed. */
public enum TrustLevel {
  /** No check found more than notes. */
  High,
  /** A check found a {@link Severity#Warning}; each is named. */
  Low,
  /** A check found an {@link Severity#Error}: wrong values, errors, an incomplete run. */
  None
}
