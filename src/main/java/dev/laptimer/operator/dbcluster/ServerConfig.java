package dev.laptimer.operator.dbcluster;

import dev.laptimer.api.DbClusterSpec;
import dev.laptimer.engine.galera.GaleraFiles;
import dev.laptimer.engine.galera.MemberConfig;
import dev.laptimer.engine.galera.MemberConfig.Place;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The configuration file of the members and the scripts that run in them. Pure. */
final class ServerConfig {

  /** Where the members find their certificate. */
  static final String TLS_DIR = "/etc/laptimer/tls";

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
    SCRIPTS.forEach(script -> files.put(script, GaleraFiles.text(script)));
    files.put("server.cnf", serverConfig(names, spec));
    return files;
  }

  private static String serverConfig(Names names, DbClusterSpec spec) {
    if (spec.tls() == null) {
      return MemberConfig.text(spec.configOrDefault(), names.cluster(), Place.POD);
    }
    var settings = new TreeMap<>(spec.configOrDefault());
    settings.put("ssl_ca", TLS_DIR + "/ca.crt");
    settings.put("ssl_cert", TLS_DIR + "/tls.crt");
    settings.put("ssl_key", TLS_DIR + "/tls.key");
    settings.merge(
        "wsrep_provider_options",
        "socket.ssl=yes;socket.ssl_ca=%1$s/ca.crt;socket.ssl_cert=%1$s/tls.crt;socket.ssl_key=%1$s/tls.key"
            .formatted(TLS_DIR),
        (users, ours) -> users + ";" + ours);
    // The file ends with the section of the full copies. They go to addresses, which no certificate
    // names
    return MemberConfig.text(settings, names.cluster(), Place.POD) + "ssl-mode = @SST_TLS_MODE@\n";
  }
}
