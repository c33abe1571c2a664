package dev.laptimer.local;

import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.CacheBenchmarkSpec.Target;
import dev.laptimer.engine.Engine;
import dev.laptimer.engine.Engines;
import dev.laptimer.plan.Planner.Address;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The servers of a benchmark as processes of this machine, each on a free loopback port, in a
 * temporary folder of its own that goes with it.
 */
final class LocalServers implements AutoCloseable {

  private static final String LOOPBACK = "127.0.0.1";

  private final Path folder;
  private final Path logs;
  private final List<LocalServer> servers = new CopyOnWriteArrayList<>();

  /**
   * @param logs folder for what the servers write, a file for each target; it stays
   */
  LocalServers(Path logs) throws IOException {
    this.folder = Files.createTempDirectory("laptimer-");
    this.logs = logs;
  }

  /** Starts the server of every target that has one, and waits until all of them answer. */
  void start(CacheBenchmarkSpec spec)
      throws IOException, ServerFailedException, InterruptedException {
    long deadline =
        System.nanoTime() + TimeUnit.SECONDS.toNanos(spec.startTimeoutSecondsOrDefault());
    for (var target : spec.targets()) {
      if (target.server() != null) {
        servers.add(start(target));
      }
    }
    for (var server : servers) {
      server.awaitReady(deadline);
    }
  }

  private LocalServer start(Target target) throws IOException {
    var data = Files.createDirectory(folder.resolve(target.name()));
    var address = new Address(LOOPBACK, freePort());
    var config = target.server().config();
    var command =
        Engines.of(target.engine())
            .command(
                new Engine.Listen(
                    address.host(),
                    address.port(),
                    data.toString(),
                    target.server().storage() != null,
                    System.getProperty("user.name").equals("root")),
                config == null ? Map.of() : config);
    return LocalServer.start(
        target.name(), command, address, data, logs.resolve(target.name() + ".log"));
  }

  /** Where each server listens, by the name of its target. */
  Map<String, Address> addresses() {
    return servers.stream().collect(Collectors.toMap(LocalServer::target, LocalServer::address));
  }

  /** What there is to say of the first server that has ended by itself. */
  Optional<String> firstEnd() {
    return servers.stream()
        .filter(LocalServer::hasEnded)
        .findFirst()
        .map(server -> server.words(""));
  }

  /** Stops the servers and deletes their folder. */
  @Override
  public void close() {
    servers.forEach(LocalServer::stop);
    deleteFolder();
  }

  /** The same without giving the servers a chance to end by themselves. */
  void kill() {
    servers.forEach(server -> server.process().destroyForcibly());
    servers.forEach(server -> server.process().onExit().join());
    deleteFolder();
  }

  private void deleteFolder() {
    try (var paths = Files.walk(folder)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK))) {
      return socket.getLocalPort();
    }
  }
}
