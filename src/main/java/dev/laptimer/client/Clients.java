package dev.laptimer.client;

import dev.laptimer.api.ClientName;
import dev.laptimer.client.jedis.JedisClient;
import dev.laptimer.client.spymemcached.SpymemcachedClient;
import dev.laptimer.plan.Plan;
import java.time.Duration;

/** The driver libraries that Laptimer knows. */
public final class Clients {

  /** Longest wait for a connection, and for the answer to one operation. */
  public static final Duration TIMEOUT = Duration.ofSeconds(5);

  private Clients() {}

  /**
   * Opens one connection to an arm's server and logs in; throws what its library throws, a {@link
   * RuntimeException}.
   */
  public static CacheClient open(Plan.Arm arm) {
    return switch (arm.client()) {
      case Jedis -> new JedisClient(arm);
      case Spymemcached -> SpymemcachedClient.open(arm);
      case MariaDbConnectorJ, MySqlConnectorJ ->
          throw new IllegalArgumentException(arm.client() + " does not talk to caches");
    };
  }

  /** Version of a driver library, from its jar; null if the jar does not say. */
  public static String version(ClientName client) {
    return switch (client) {
      case Jedis -> JedisClient.libraryVersion();
      case Spymemcached -> SpymemcachedClient.libraryVersion();
      case MariaDbConnectorJ, MySqlConnectorJ -> null;
    };
  }
}
