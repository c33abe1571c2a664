package dev.laptimer.api;

/** What kept a target from more operations per second. */
public enum Bottleneck {
  /** The client: its threads, its CPUs, or what it can do at all. */
  Client,
  /** The server had no CPU left. */
  Server,
  /** The way: client and server both waited for it. */
  Network,
  /** The rate that was asked for; there was room for more. */
  Rate,
  /** Nothing that was looked at was at its end. */
  Unknown
}
