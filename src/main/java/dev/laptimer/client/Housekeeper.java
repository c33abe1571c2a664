package dev.laptimer.client;

import dev.laptimer.api.EngineName;
import dev.laptimer.client.jedis.JedisClient;
import dev.laptimer.client.spymemcached.SpymemcachedClient;
import dev.laptimer.plan.Plan;

/**
 * Does what is not timed (flush, counters, tidying up) for clients that have no commands for it, by
 * a connection of its own through another client. Connects when it is first needed.
 */
public final class Housekeeper implements AutoCloseable {

  private final Plan.Arm arm;
  private CacheClient client;

  public Housekeeper(Plan.Arm arm) {
    this.arm = arm;
  }

  public CacheClient client() {
    if (client == null) {
      client =
          arm.engine() == EngineName.Memcached
              ? SpymemcachedClient.open(arm)
              : new JedisClient(arm);
    }
    return client;
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
    }
  }
}
