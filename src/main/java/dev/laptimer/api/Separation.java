package dev.laptimer.api;

/** Whether pods that should be on different nodes must be. */
public enum Separation {
  Preferred,
  Required
}
