package dev.laptimer.engine.redis;

import dev.laptimer.api.EngineName;
import dev.laptimer.engine.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Redis, https://redis.io. Settings are those of {@code redis.conf}. */
public final class Redis implements Engine {

  @Override
  public EngineName name() {
    return EngineName.Redis;
  }

  @Override
  public int defaultPort() {
    return 6379;
  }

  @Override
  public String defaultImage() {
    return "redis:7.4";
  }

  @Override
  public List<String> command(Listen listen, Map<String, String> config) {
    return command("redis-server", listen, config);
  }

  @Override
  public String debianPackage() {
    return "redis-server";
  }

  /**
   * The command line of a server of the Redis family, whose every line of the configuration file
   * can be given as an argument. What is persistent writes an append-only file, as a user who asks
   * for storage expects; what is not writes nothing. Both can be changed by {@code config}.
   */
  public static List<String> command(String program, Listen listen, Map<String, String> config) {
    var settings = new TreeMap<String, String>();
    settings.put("save", "");
    settings.put("appendonly", listen.persistent() ? "yes" : "no");
    // Only the runner's pod, or this machine, can reach the server
    settings.put("protected-mode", "no");
    settings.putAll(config);
    settings.put("bind", listen.address());
    settings.put("port", Integer.toString(listen.port()));
    settings.put("dir", listen.dataDir());
    settings.put("daemonize", "no");
    var command = new ArrayList<>(List.of(program));
    settings.forEach((name, value) -> command.addAll(List.of("--" + name, value)));
    return List.copyOf(command);
  }
}
