package dev.laptimer.api;

/** Where a benchmark stands, for people. Programs read the conditions. */
public enum RunState {
  Pending,
  Deploying,
  Running,
  Finished,
  Failed,
  Suspended
}
