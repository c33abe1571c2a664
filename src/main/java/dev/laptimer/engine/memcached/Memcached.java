package dev.laptimer.engine.memcached;

import dev.laptimer.api.EngineName;
import dev.laptimer.engine.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Memcached, https://memcached.org. Settings are its long options; one without a value is given as
 * "".
 */
public final class Memcached implements Engine {

  @Override
  public EngineName name() {
    return EngineName.Memcached;
  }

  @Override
  public int defaultPort() {
    return 11211;
  }

  @Override
  public String defaultImage() {
    return "memcached:1.6";
  }

  @Override
  public List<String> command(Listen listen, Map<String, String> config) {
    var options = new TreeMap<String, String>();
    options.put("memory-limit", "128");
    options.putAll(config);
    options.put("listen", listen.address());
    options.put("port", Integer.toString(listen.port()));
    options.put("udp-port", "0");
    options.remove("daemon");
    if (listen.asRoot()) {
      options.put("user", "root");
    }
    var command = new ArrayList<>(List.of("memcached"));
    options.forEach(
        (name, value) -> command.add(value.isEmpty() ? "--" + name : "--" + name + "=" + value));
    return List.copyOf(command);
  }

  @Override
  public String debianPackage() {
    return "memcached";
  }
}
