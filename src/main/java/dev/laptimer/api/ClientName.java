package dev.laptimer.api;

import java.util.List;

/** The driver library that talks to a target. */
public enum ClientName {
  Jedis,
  Spymemcached,

  /** MariaDB Connector/J. */
  MariaDbConnectorJ,

  /** MySQL Connector/J. */
  MySqlConnectorJ;

  /** What can talk to a cache. */
  public static final List<ClientName> OF_CACHES = List.of(Jedis, Spymemcached);

  /** What can talk to a database. */
  public static final List<ClientName> OF_DATABASES = List.of(MariaDbConnectorJ, MySqlConnectorJ);

  /** The client that is used for an engine when the target names none. */
  public static ClientName defaultFor(EngineName engine) {
    return switch (engine) {
      case Redis, Valkey -> Jedis;
      case Memcached -> Spymemcached;
      case Galera -> MariaDbConnectorJ;
    };
  }
}
