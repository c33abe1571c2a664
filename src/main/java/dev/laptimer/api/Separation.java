package dev.laptimer.api;

/** Whether the runner must be on another node than the servers that it measures. */
public enum Separation {
  Preferred,
  Required
}
