package dev.laptimer.api;

/** Whether the figures can be believed. */
public enum TrustLevel {
  /** No check failed. */
  High,
  /** A check failed that does not by itself make the figures wrong; each is named. */
  Low,
  /** A check failed that makes the figures meaningless: wrong values, errors, an incomplete run. */
  None
}
