package dev.laptimer.api;

/** What a phase does to each key. */
public enum Operation {
  Set,
  Get,
  Delete
}
