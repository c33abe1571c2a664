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
    files.put("server.cnf", MemberConfig.text(spec.configOrDefault(), names.cluster(), Place.POD));
    return files;
  }
}
