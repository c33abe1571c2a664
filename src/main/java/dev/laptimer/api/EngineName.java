package dev.laptimer.api;

import java.util.List;

/** A server product that can be timed. */
public enum EngineName {
  Redis,
  Valkey,
  Memcached,

  /** As a key-value store. */
  MongoDB,

  /** MariaDB in a Galera cluster. */
  Galera;

  /** What a CacheBenchmark can have as a target. */
  public static final List<EngineName> CACHES = List.of(Redis, Valkey, Memcached, MongoDB);
}
