package dev.laptimer.engine;

import dev.laptimer.api.EngineName;
import dev.laptimer.engine.memcached.Memcached;
import dev.laptimer.engine.mongodb.MongoDb;
import dev.laptimer.engine.redis.Redis;
import dev.laptimer.engine.valkey.Valkey;
import java.util.List;

/** The server products that Laptimer knows. */
public final class Engines {

  private static final List<Engine> ALL =
      List.of(new Redis(), new Valkey(), new Memcached(), new MongoDb());

  private Engines() {}

  public static List<Engine> all() {
    return ALL;
  }

  public static Engine of(EngineName name) {
    return ALL.stream().filter(engine -> engine.name() == name).findFirst().orElseThrow();
  }
}
