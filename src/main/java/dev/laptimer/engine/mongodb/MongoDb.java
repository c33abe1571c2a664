package dev.laptimer.engine.mongodb;

import dev.laptimer.api.EngineName;
import dev.laptimer.engine.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * MongoDB, https://www.mongodb.com, a single {@code mongod}. Settings are its command line options;
 * one without a value is given as "". It always writes to its folder, on a volume or not.
 */
public final class MongoDb implements Engine {

  /** Where it listens, keeps its data and logs is Laptimer's part; a set would have to be made. */
  private static final Set<String> NOT_SETTINGS =
      Set.of("bind_ip_all", "config", "fork", "logpath", "replSet", "syslog");

  @Override
  public EngineName name() {
    return EngineName.MongoDB;
  }

  @Override
  public int defaultPort() {
    return 27017;
  }

  @Override
  public String defaultImage() {
    return "mongo:8.0";
  }

  /** The least cache that it takes is 256 MiB; what it would choose by itself may be more. */
  @Override
  public String defaultMemory() {
    return "768Mi";
  }

  @Override
  public List<String> command(Listen listen, Map<String, String> config) {
    var options = new TreeMap<String, String>();
    if (!config.containsKey("storageEngine")) {
      options.put("wiredTigerCacheSizeGB", "0.25");
    }
    options.putAll(config);
    options.keySet().removeAll(NOT_SETTINGS);
    options.put("bind_ip", listen.address());
    options.put("port", Integer.toString(listen.port()));
    options.put("dbpath", listen.dataDir());
    options.put("nounixsocket", "");
    var command = new ArrayList<>(List.of("mongod"));
    options.forEach(
        (name, value) -> {
          command.add("--" + name);
          if (!value.isEmpty()) {
            command.add(value);
          }
        });
    return List.copyOf(command);
  }

  /** Of MongoDB's own repository; Debian has none. */
  @Override
  public String debianPackage() {
    return "mongodb-org-server";
  }

  @Override
  public String packageHint() {
    return "mongodb-org-server is in MongoDB's own package repository only; add that first, as its installation manual says";
  }
}
