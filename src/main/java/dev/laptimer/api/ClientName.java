package dev.laptimer.api;

import java.util.List;

/** The driver library that talks to a target; {@code Raw} is Laptimer's own. */
public enum ClientName {
  Jedis,
  Lettuce,
  Spymemcached,
  Xmemcached,
  Raw,

  /** The MongoDB driver for Java, synchronous. */
  MongoDriver,

  /** MariaDB Connector/J. */
  MariaDbConnectorJ,

  /** MySQL Connector/J. */
  MySqlConnectorJ;

  /** What can talk to a cache. */
  public static final List<ClientName> OF_CACHES =
      List.of(Jedis, Lettuce, Spymemcached, Xmemcached, Raw, MongoDriver);

  /** What can talk to a database. */
  public static final List<ClientName> OF_DATABASES = List.of(MariaDbConnectorJ, MySqlConnectorJ);

  /** The client that is used for an engine when the target names none. */
  public static ClientName defaultFor(EngineName engine) {
    return switch (engine) {
      case Redis, Valkey -> Jedis;
      case Memcached -> Spymemcached;
      case MongoDB -> MongoDriver;
      case Galera -> MariaDbConnectorJ;
    };
  }

  /** Whether it can talk to servers of an engine. */
  public boolean talksTo(EngineName engine) {
    return switch (this) {
      case Jedis, Lettuce -> engine == EngineName.Redis || engine == EngineName.Valkey;
      case Spymemcached, Xmemcached -> engine == EngineName.Memcached;
      case Raw ->
          engine == EngineName.Redis
              || engine == EngineName.Valkey
              || engine == EngineName.Memcached;
      case MongoDriver -> engine == EngineName.MongoDB;
      case MariaDbConnectorJ, MySqlConnectorJ -> engine == EngineName.Galera;
    };
  }

  /** Whether it can have several operations on their way over one connection of a cache. */
  public boolean canPipeline() {
    return this == Jedis || this == Lettuce || this == Raw;
  }

  /** Whether it takes a cache's keys as text, not as bytes. */
  public boolean takesTextKeys() {
    return this == Spymemcached || this == Xmemcached || this == MongoDriver;
  }

  /** Whether one thread drives all of its connections, not one each. */
  public boolean isMultiplexed() {
    return this == Raw;
  }
}
