package dev.laptimer.api;

/** How a proxy chooses the member for a new connection. */
public enum DbBalance {
  /** One after the other. */
  RoundRobin,
  /** The one with the fewest connections. */
  LeastConnections,
  /**
   * All to one member as long as it serves; then another takes over, and keeps it when the first
   * one is back.
   */
  SingleWriter
}
