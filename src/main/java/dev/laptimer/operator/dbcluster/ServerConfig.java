package dev.laptimer.operator.dbcluster;

import dev.laptimer.api.DbClusterSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The configuration file of the members and the scripts that run in them. Pure. */
final class ServerConfig {

  private static final String PROVIDER_OPTIONS = "wsrep_provider_options";

  private static final List<String> SCRIPTS =
      List.of(
          "prepare.sh",
          "run.sh",
          "health.sh",
          "watch.sh",
          "note.sh",
          "check.sh",
          "alive.sh",
          "stop.sh");

  private ServerConfig() {}

  /** The files that the members see, by name. */
  static Map<String, String> files(Names names, DbClusterSpec spec) {
    var files = new TreeMap<String, String>();
    SCRIPTS.forEach(script -> files.put(script, resource("galera/" + script)));
    files.put("server.cnf", serverConfig(names, spec));
    return files;
  }

  private static String serverConfig(Names names, DbClusterSpec spec) {
    var users =
        new TreeMap<>(spec.configOrDefault())
            .entrySet().stream()
                .filter(setting -> !setting.getKey().equals(PROVIDER_OPTIONS))
                .map(setting -> setting.getKey() + " = \"" + setting.getValue() + "\"\n")
                .collect(Collectors.joining());
    var ours =
        resource("galera/server.cnf")
            .replace("@CLUSTER_NAME@", names.cluster())
            .replace(
                "@PROVIDER_OPTIONS@",
                providerOptions(spec.configOrDefault().getOrDefault(PROVIDER_OPTIONS, "")));
    return "[mariadbd]\n" + users + "\n" + ours;
  }

  /** The user's options and, over them, those by which the members find each other. */
  static String providerOptions(String users) {
    var options = new LinkedHashMap<String, String>();
    for (var option : users.split(";")) {
      var parts = option.split("=", 2);
      if (parts.length == 2) {
        options.put(parts[0].strip(), parts[1].strip());
      }
    }
    options.put("gmcast.listen_addr", "tcp://0.0.0.0:4567");
    options.put("ist.recv_addr", "@POD_IP@:4568");
    options.putIfAbsent("gcache.recover", "yes");
    options.put("pc.recovery", "true");
    return options.entrySet().stream()
        .map(option -> option.getKey() + "=" + option.getValue())
        .collect(Collectors.joining(";"));
  }

  static String resource(String path) {
    try (var stream = ServerConfig.class.getResourceAsStream("/" + path)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
