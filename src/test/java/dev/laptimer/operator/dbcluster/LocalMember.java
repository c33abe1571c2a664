package dev.laptimer.operator.dbcluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.laptimer.api.Documents;
import dev.laptimer.engine.galera.MemberConfig;
import dev.laptimer.engine.galera.MemberConfig.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A member's volume and pod on this machine: its scripts, as they are but for the folders, with a
 * real server.
 */
final class LocalMember implements AutoCloseable {

  private final Path folder;
  private final int port = freePort();
  private final List<Process> started = new ArrayList<>();

  /** With an empty volume. The folder's name is short, as those of sockets must be. */
  LocalMember(String rootPassword, String sstPassword) {
    try {
      folder = Files.createTempDirectory("lt");
      for (var name : List.of("data", "run", "config", "users", "tmp")) {
        Files.createDirectories(folder.resolve(name));
      }
      Files.writeString(folder.resolve("users/root"), rootPassword);
      Files.writeString(folder.resolve("users/sst"), sstPassword);
      var files = ServerConfig.files(new Names("shop", "orders"), Situations.spec(3));
      for (var file : files.entrySet()) {
        var script = folder.resolve("config").resolve(file.getKey());
        Files.writeString(script, here(file.getValue()));
        script.toFile().setExecutable(true);
      }
      Files.writeString(folder.resolve("config/server.cnf"), serverConfig());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String here(String script) {
    return script
        .replace("/data/mysql", folder + "/data/mysql")
        .replace("/data/state", folder + "/data/state")
        .replace("/run/laptimer", folder + "/run")
        .replace("/etc/laptimer/", folder + "/")
        .replace("/dev/termination-log", folder + "/termination");
  }

  private String serverConfig() {
    var settings =
        new HashMap<>(
            Map.of(
                "innodb_buffer_pool_size", "16M",
                "innodb_log_file_size", "8M",
                "wsrep_provider_options", "gcache.size=8M;gcache.page_size=8M"));
    if (System.getProperty("user.name").equals("root")) {
      settings.put("user", "root");
    }
    return MemberConfig.text(
        settings,
        "orders",
        new Place(
            folder + "/data/mysql",
            folder + "/run",
            folder + "/tmp",
            "127.0.0.1",
            port,
            freePort(),
            freePort()));
  }

  private static int freePort() {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the operator tells a member, with the identity of {@link Situations}. */
  static Map<String, String> told(String mode, String epoch, String bootPod, int size) {
    return Map.of(
        "MODE",
        mode,
        "EPOCH",
        epoch,
        "BOOT_POD",
        bootPod,
        "SIZE",
        Integer.toString(size),
        "CLUSTER_UUID",
        Situations.UUID,
        "POD",
        "orders-0",
        "POD_IP",
        "127.0.0.1",
        "MEMBERS_SERVICE",
        "members.invalid");
  }

  Path data(String name) {
    return folder.resolve("data/mysql").resolve(name);
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  /** Runs the init container; what it reports, and its exit code as {@code exitCode}. */
  JsonNode prepare(Map<String, String> told) {
    try {
      var process = start("prepare.sh", told);
      if (!process.waitFor(2, TimeUnit.MINUTES)) {
        throw new AssertionError("prepare.sh has no end");
      }
      var report =
          Documents.fromJson(Files.readString(folder.resolve("termination")), HashMap.class);
      @SuppressWarnings("unchecked")
      var all = new HashMap<String, Object>(report);
      all.put("exitCode", process.exitValue());
      return Documents.json().valueToTree(all);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Starts one of the scripts. */
  Process start(String script, Map<String, String> told) {
    try {
      var builder =
          new ProcessBuilder(folder.resolve("config").resolve(script).toString())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve(script + ".log").toFile());
      builder.environment().putAll(told);
      var process = builder.start();
      started.add(process);
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of the server that a {@code run.sh} started. */
  static ProcessHandle server(Process run) {
    return run.children()
        .filter(child -> child.info().command().orElse("").endsWith("mariadbd"))
        .findFirst()
        .orElse(null);
  }

  static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"))
          .replace('\0', ' ');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What proxy, kubelet and operator hear. */
  String check(String path) {
    return output(
        List.of(folder.resolve("config/check.sh").toString()),
        Map.of("POD", "orders-0"),
        "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
  }

  /** A statement as root, with the password of the Secret, over TCP or the socket. */
  String sql(String password, String statement) {
    return output(
        List.of(
            "mariadb",
            "--no-defaults",
            "--host=127.0.0.1",
            "--port=" + port,
            "--user=root",
            "--batch",
            "--skip-column-names",
            "--execute=" + statement),
        Map.of("MYSQL_PWD", password),
        "");
  }

  private static String output(
      List<String> command, Map<String, String> environment, String input) {
    try {
      var builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().putAll(environment);
      var process = builder.start();
      try (var stdin = process.getOutputStream()) {
        stdin.write(input.getBytes(StandardCharsets.UTF_8));
      }
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    for (var process : started) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    output(List.of("rm", "-rf", folder.toString()), Map.of(), "");
  }
}
