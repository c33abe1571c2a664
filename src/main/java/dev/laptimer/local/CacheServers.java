package dev.laptimer.local;

import dev.laptimer.api.CacheBenchmark;
import dev.laptimer.api.CacheBenchmarkSpec.Target;
import dev.laptimer.engine.Engine;
import dev.laptimer.engine.Engines;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Planner;
import dev.laptimer.plan.Planner.Address;
import dev.laptimer.result.FaultRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The servers of a benchmark as processes of this machine, each on a free loopback port, in a
 * temporary folder of its own that goes with it.
 */
final class CacheServers implements LocalServers {

  private static final String LOOPBACK = "127.0.0.1";

  private final CacheBenchmark benchmark;
  private final Path folder;
  private final Path logs;
  private final Path secrets;
  private final Map<String, LocalServer> servers = new ConcurrentHashMap<>();

  /**
   * @param logs folder for what the servers write, a file for each target; it stays
   * @param secrets folder of the Secrets of endpoints; may be null
   */
  CacheServers(CacheBenchmark benchmark, Path logs, Path secrets) throws IOException {
    this.benchmark = benchmark;
    this.folder = Files.createTempDirectory("laptimer-");
    this.logs = logs;
    this.secrets = secrets;
  }

  /** Starts the server of every target that has one, and waits until all of them answer. */
  @Override
  public void start() throws IOException, ServerFailedException, InterruptedException {
    var spec = benchmark.getSpec();
    long deadline =
        System.nanoTime() + TimeUnit.SECONDS.toNanos(spec.startTimeoutSecondsOrDefault());
    for (var target : spec.targets()) {
      if (target.server() != null) {
        servers.put(target.name(), start(target));
      }
    }
    for (var server : servers.values()) {
      server.awaitReady(deadline);
    }
  }

  private LocalServer start(Target target) throws IOException {
    var data = Files.createDirectory(folder.resolve(target.name()));
    var address = new Address(LOOPBACK, LoopbackPorts.free(LOOPBACK));
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
        "the server of target '%s'".formatted(target.name()),
        command,
        address,
        data,
        logs.resolve(target.name() + ".log"));
  }

  @Override
  public Plan plan(long seed) {
    return Planner.plan(
        benchmark.getSpec(),
        new Planner.Run(
            benchmark.getMetadata().getName(),
            1,
            seed,
            servers.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().address())),
            secrets == null ? null : secrets.toAbsolutePath().toString()));
  }

  /** Nobody asks it of a cache. */
  @Override
  public void faultWanted(FaultRequest request) {}

  @Override
  public Optional<String> firstEnd() {
    return benchmark.getSpec().targets().stream()
        .map(target -> servers.get(target.name()))
        .filter(Objects::nonNull)
        .filter(LocalServer::hasEnded)
        .findFirst()
        .map(server -> server.words(""));
  }

  @Override
  public void close() {
    servers.values().forEach(LocalServer::stop);
    LocalFolders.delete(folder);
  }

  @Override
  public void kill() {
    servers.values().forEach(LocalServer::kill);
    LocalFolders.delete(folder);
  }
}
