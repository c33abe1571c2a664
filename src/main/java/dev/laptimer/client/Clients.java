package dev.laptimer.client;

import dev.laptimer.api.ClientName;
import dev.laptimer.client.jedis.JedisClient;
import dev.laptimer.client.lettuce.LettuceClient;
import dev.laptimer.client.mongodb.MongoDriverClient;
import dev.laptimer.client.raw.RawClient;
import dev.laptimer.client.spymemcached.SpymemcachedClient;
import dev.laptimer.client.sql.Connector;
import dev.laptimer.client.xmemcached.XmemcachedClient;
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
    return open(arm, 1);
  }

  /**
   * The same with several connections.
   *
   * @param connections more than 1 only for a client whose connections one thread drives
   */
  public static CacheClient open(Plan.Arm arm, int connections) {
    return switch (arm.client()) {
      case Jedis -> new JedisClient(arm);
      case Lettuce -> LettuceClient.open(arm);
      case Spymemcached -> SpymemcachedClient.open(arm);
      case Xmemcached -> XmemcachedClient.open(arm);
      case Raw -> new RawClient(arm, connections);
      case MongoDriver -> MongoDriverClient.open(arm);
      case MariaDbConnectorJ, MySqlConnectorJ ->
          throw new IllegalArgumentException(arm.client() + " does not talk to caches");
    };
  }

  /** Version of a driver library, from its jar; null if the jar does not say. */
  public static String version(ClientName client) {
    return switch (client) {
      case Jedis -> JedisClient.libraryVersion();
      case Lettuce -> LettuceClient.libraryVersion();
      case Spymemcached -> SpymemcachedClient.libraryVersion();
      case Xmemcached -> XmemcachedClient.libraryVersion();
      case Raw -> RawClient.libraryVersion();
      case MongoDriver -> MongoDriverClient.libraryVersion();
      case MariaDbConnectorJ, MySqlConnectorJ -> Connector.version(client);
    };
  }
}
