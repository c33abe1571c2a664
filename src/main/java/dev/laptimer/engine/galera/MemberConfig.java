package dev.laptimer.engine.galera;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The configuration file of a member. What only the place of its start knows stays in it as marks:
 * {@code @POD@} its name, {@code @POD_IP@} its address, {@code @PROVIDER@} the Galera library,
 * {@code @ADDRESSES@} those of all members, {@code @SST_PASSWORD@} that of the user who copies.
 */
public final class MemberConfig {

  private static final String PROVIDER_OPTIONS = "wsrep_provider_options";

  private MemberConfig() {}

  /**
   * Where a member keeps its files and listens.
   *
   * @param dataDir its data
   * @param runDir its socket and process id
   * @param tmpDir for temporary files
   * @param bindAddress that it listens on
   * @param port for clients
   * @param groupPort for the members among each other
   * @param istPort for the changes that a member missed
   */
  public record Place(
      String dataDir,
      String runDir,
      String tmpDir,
      String bindAddress,
      int port,
      int groupPort,
      int istPort) {

    /** In a pod of its own. */
    public static final Place POD =
        new Place("/data/mysql", "/run/laptimer", "/tmp", "0.0.0.0", 3306, 4567, 4568);
  }

  /**
   * The file: the user's settings and, over them, what Laptimer decides.
   *
   * @param settings of the user, by the names of the configuration file
   * @param cluster name of the cluster
   */
  public static String text(Map<String, String> settings, String cluster, Place place) {
    var users =
        new TreeMap<>(settings)
            .entrySet().stream()
                .filter(setting -> !setting.getKey().equals(PROVIDER_OPTIONS))
                .map(setting -> setting.getKey() + " = \"" + setting.getValue() + "\"\n")
                .collect(Collectors.joining());
    var ours =
        GaleraFiles.text("server.cnf")
            .replace("@DATA_DIR@", place.dataDir())
            .replace("@RUN_DIR@", place.runDir())
            .replace("@TMP_DIR@", place.tmpDir())
            .replace("@PORT@", Integer.toString(place.port()))
            .replace("@BIND_ADDRESS@", place.bindAddress())
            .replace("@CLUSTER_NAME@", cluster)
            .replace(
                "@PROVIDER_OPTIONS@",
                providerOptions(settings.getOrDefault(PROVIDER_OPTIONS, ""), place));
    return "[mariadbd]\n" + users + "\n" + ours;
  }

  /** The user's options and, over them, those by which the members find each other. */
  public static String providerOptions(String users, Place place) {
    var options = new LinkedHashMap<String, String>();
    for (var option : users.split(";")) {
      var parts = option.split("=", 2);
      if (parts.length == 2) {
        options.put(parts[0].strip(), parts[1].strip());
      }
    }
    options.put(
        "gmcast.listen_addr", "tcp://%s:%d".formatted(place.bindAddress(), place.groupPort()));
    options.put("ist.recv_addr", "@POD_IP@:" + place.istPort());
    options.putIfAbsent("gcache.recover", "yes");
    options.put("pc.recovery", "true");
    return options.entrySet().stream()
        .map(option -> option.getKey() + "=" + option.getValue())
        .collect(Collectors.joining(";"));
  }
}
