package dev.laptimer.api;

/** How a proxy chooses the member for a new connection. */
public enum DbBalance {
  /** One after the other. */
  RoundRobin,
  /** The one with the fewest connections. */
  LeastConnections,
  /** All to the member with the lowest ordinal that serves; the others stand by. */
  SingleWriter
}
