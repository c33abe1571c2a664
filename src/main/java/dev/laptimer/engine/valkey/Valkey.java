package dev.laptimer.engine.valkey;

import dev.laptimer.api.EngineName;
import dev.laptimer.engine.Engine;
import dev.laptimer.engine.redis.Redis;
import java.util.List;
import java.util.Map;

/**
 * Valkey, https://valkey.io, which starts as Redis does. Settings are those of {@code valkey.conf}.
 */
public final class Valkey implements Engine {

  @Override
  public EngineName name() {
    return EngineName.Valkey;
  }

  @Override
  public int defaultPort() {
    return 6379;
  }

  @Override
  public String defaultImage() {
    return "valkey/valkey:8.1";
  }

  @Override
  public List<String> command(Listen listen, Map<String, String> config) {
    return Redis.command("valkey-server", listen, config);
  }

  @Override
  public String debianPackage() {
    return "valkey-server";
  }
}
