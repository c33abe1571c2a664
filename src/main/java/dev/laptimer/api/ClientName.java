package dev.laptimer.api;

/** The driver library that talks to a target. */
public enum ClientName {
  Jedis,
  Spymemcached;

  /** The client that is used for an engine when the target names none. */
  public static ClientName defaultFor(EngineName engine) {
    return switch (engine) {
      case Redis, Valkey -> Jedis;
      case Memcached -> Spymemcached;
    };
  }
}
