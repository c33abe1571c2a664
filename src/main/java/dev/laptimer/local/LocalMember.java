package dev.laptimer.local;

import dev.laptimer.engine.galera.MemberConfig;
import dev.laptimer.plan.Planner.Address;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * One member of a Galera cluster as a process of this machine, in a folder of its own. It is
 * started as a pod's member is: from a seed by the first one, from a full copy by the others, and
 * from its own position after it died.
 *
 * @param folder of its own, for all that it writes
 * @param sstPort that it takes a full copy at
 * @param log what it writes; it stays
 */
record LocalMember(
    String name, MemberConfig.Place place, Path folder, int sstPort, Path log, Tools tools) {

  private static final int ONE_SHOT_SECONDS = 120;
  private static final String NOBODY = "00000000-0000-0000-0000-000000000000";

  private static final Pattern RECOVERED =
      Pattern.compile("WSREP: Recovered position:\\s*([-0-9a-f]+:-?\\d+)");

  /** For a machine that runs several of them beside what measures them. */
  private static final Map<String, String> SMALL = Map.of("innodb_buffer_pool_size", "64M");

  private static final String SMALL_CACHE = "gcache.size=64M";

  /** What is left of a full copy that broke off. */
  private static final List<String> LEFTOVERS = List.of("sst_in_progress", "wsrep_sst.pid");

  /** The programs that a member needs, and where they are. */
  record Tools(Path server, Path installDb, Path provider, boolean asRoot) {}

  /** A member number, from 0, with free ports on a loopback address of its own. */
  static LocalMember of(String cluster, int ordinal, Path parent, Path logs, Tools tools)
      throws IOException {
    var name = cluster + "-" + ordinal;
    var folder = Files.createDirectories(parent.resolve(name));
    var run = Files.createDirectories(folder.resolve("run"));
    var tmp = Files.createDirectories(folder.resolve("tmp"));
    var address = "127.0.0." + (ordinal + 1);
    var place =
        new MemberConfig.Place(
            folder.resolve("data").toString(),
            run.toString(),
            tmp.toString(),
            address,
            LoopbackPorts.free(address),
            LoopbackPorts.free(address),
            LoopbackPorts.free(address));
    return new LocalMember(
        name, place, folder, LoopbackPorts.free(address), logs.resolve(name + ".log"), tools);
  }

  Address address() {
    return new Address(place.bindAddress(), place.port());
  }

  String groupAddress() {
    return place.bindAddress() + ":" + place.groupPort();
  }

  /**
   * Writes its configuration.
   *
   * @param settings of the user
   * @param groupAddresses of all members
   */
  void configure(
      Map<String, String> settings, String cluster, List<String> groupAddresses, String sstPassword)
      throws IOException {
    var all = new LinkedHashMap<>(SMALL);
    all.putAll(settings);
    var options = settings.getOrDefault("wsrep_provider_options", "");
    // The user's comes later, and so holds
    all.put("wsrep_provider_options", SMALL_CACHE + ";" + options);
    all.put("wsrep_sst_receive_address", place.bindAddress() + ":" + sstPort);
    var text =
        MemberConfig.text(all, cluster, place)
            .replace("@POD@", name)
            .replace("@POD_IP@", place.bindAddress())
            .replace("@PROVIDER@", tools.provider().toString())
            .replace("@ADDRESSES@", String.join(",", groupAddresses))
            .replace("@SST_PASSWORD@", sstPassword);
    var file =
        Files.createFile(
            config(),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, text);
    Files.createDirectories(data());
  }

  /** Makes the system tables and the users of a new cluster. */
  void seed(String rootPassword, String sstPassword)
      throws IOException, ServerFailedException, InterruptedException {
    runOnce(
        "",
        log,
        withUser(
            tools.installDb().toString(),
            "--no-defaults",
            "--datadir=" + data(),
            "--auth-root-authentication-method=normal",
            "--skip-test-db"));
    // In this mode the server reads one statement a line
    var users =
        """
        SET SESSION sql_mode='';
        FLUSH PRIVILEGES;
        DELETE FROM mysql.global_priv WHERE User='' OR (User='root' AND Host<>'localhost');
        FLUSH PRIVILEGES;
        ALTER USER root@localhost IDENTIFIED BY '%1$s';
        CREATE USER root@'%%' IDENTIFIED BY '%1$s';
        GRANT ALL ON *.* TO root@'%%' WITH GRANT OPTION;
        CREATE USER sst@localhost IDENTIFIED BY '%2$s';
        GRANT RELOAD, PROCESS, LOCK TABLES, BINLOG MONITOR, REPLICA MONITOR ON *.* TO sst@localhost;
        """
            .formatted(rootPassword, sstPassword);
    runOnce(users, log, server("--wsrep_on=OFF", "--bootstrap"));
  }

  /** Begins the cluster. */
  LocalServer begin() throws IOException {
    return start(server("--wsrep-new-cluster"));
  }

  /**
   * Joins the others: by the changes since its own position if it has data, by a full copy
   * otherwise.
   */
  LocalServer join() throws IOException, ServerFailedException, InterruptedException {
    for (var leftover : LEFTOVERS) {
      Files.deleteIfExists(data().resolve(leftover));
    }
    if (Files.isDirectory(data().resolve(".sst"))) {
      LocalFolders.delete(data().resolve(".sst"));
    }
    for (var file : List.of("tc.log", "grastate.dat", "gvwstate.dat")) {
      var path = data().resolve(file);
      if (Files.exists(path) && Files.size(path) == 0) {
        Files.delete(path);
      }
    }
    var position = position();
    return position.startsWith(NOBODY) || position.endsWith(":-1")
        ? start(server())
        : start(server("--wsrep_start_position=" + position));
  }

  /** Where its data is, as {@code uuid:number}; of nobody and -1 if it has none. */
  private String position() throws IOException, ServerFailedException, InterruptedException {
    if (!Files.isDirectory(data().resolve("mysql"))) {
      return NOBODY + ":-1";
    }
    var saved = data().resolve("grastate.dat");
    if (Files.exists(saved)) {
      var text = Files.readString(saved);
      var position = field(text, "uuid") + ":" + field(text, "seqno");
      if (!position.endsWith(":-1") && !position.endsWith(":")) {
        return position;
      }
    }
    var recovery = Files.createTempFile(folder, "recover", ".log");
    runOnce(
        "", recovery, server("--wsrep-recover", "--skip-networking", "--log-error=" + recovery));
    return RECOVERED
        .matcher(Files.readString(recovery, StandardCharsets.ISO_8859_1))
        .results()
        .reduce((earlier, later) -> later)
        .map(match -> match.group(1))
        .orElse(NOBODY + ":-1");
  }

  private static String field(String text, String name) {
    return text.lines()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .reduce("", (earlier, later) -> later);
  }

  private LocalServer start(List<String> command) throws IOException {
    return LocalServer.start(label(), command, address(), folder, log);
  }

  String label() {
    return "the member '%s'".formatted(name);
  }

  private List<String> server(String... options) {
    var command =
        new ArrayList<>(List.of(tools.server().toString(), "--defaults-file=" + config()));
    command.addAll(List.of(options));
    return withUser(command.toArray(String[]::new));
  }

  /** The server refuses to be root's unless it is told that it is meant. */
  private List<String> withUser(String... command) {
    var whole = new ArrayList<>(List.of(command));
    if (tools.asRoot()) {
      whole.add("--user=root");
    }
    return List.copyOf(whole);
  }

  private void runOnce(String input, Path output, List<String> command)
      throws IOException, ServerFailedException, InterruptedException {
    var process =
        new ProcessBuilder(LocalServer.detached(command))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
            .start();
    var once = new LocalServer(label(), process, address(), output);
    try {
      try (var stdin = process.getOutputStream()) {
        stdin.write(input.getBytes(StandardCharsets.UTF_8));
      }
      if (!process.waitFor(ONE_SHOT_SECONDS, TimeUnit.SECONDS)) {
        throw new ServerFailedException(
            "%s: %s did not end within %d s; its last lines: %s"
                .formatted(label(), command.get(0), ONE_SHOT_SECONDS, once.lastLines()));
      }
      if (process.exitValue() != 0) {
        throw new ServerFailedException(
            once.words("cannot be prepared: %s ".formatted(command.get(0))));
      }
    } finally {
      once.kill();
    }
  }

  private Path config() {
    return folder.resolve("my.cnf");
  }

  private Path data() {
    return Path.of(place.dataDir());
  }
}
