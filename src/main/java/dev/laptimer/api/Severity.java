package dev.laptimer.api;

/** What a finding means for the figures. */
public enum Severity {
  /** The figures are meaningless: wrong values, errors, an incomplete run. */
  Error,
  /** The figures or their comparison may be off. */
  Warning,
  /** A fact to know when the figures are read; it does not lower the trust in them. */
  Note
}
