package dev.laptimer.runner;

import static org.awaitility.Awaitility.await;

import dev.laptimer.client.PasswordDaemon;
import dev.laptimer.client.TestCertificates;
import dev.laptimer.engine.Engine.Listen;
import dev.laptimer.engine.memcached.Memcached;
import dev.laptimer.engine.redis.Redis;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real server on a free loopback port, in a folder of its own, gone after {@link #close}. */
public final class ServerProcess implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(20);

  private final Process process;
  private final Path dir;
  private final int port;

  private ServerProcess(Process process, Path dir, int port) {
    this.process = process;
    this.dir = dir;
    this.port = port;
  }

  /** Redis; more settings as arguments. */
  public static ServerProcess redis(String... more) {
    return redis(freePort(), more);
  }

  public static ServerProcess redis(int port, String... more) {
    return start(port, Map.of(), new Redis().command(listen(port), Map.of()), more);
  }

  /** Redis that talks TLS only. */
  public static ServerProcess redisWithTls(
      TestCertificates certificates, String name, String... more) {
    int port = freePort();
    var command = new ArrayList<>(new Redis().command(listen(port), Map.of()));
    command.addAll(
        List.of(
            "--port", "0",
            "--tls-port", Integer.toString(port),
            "--tls-cert-file", certificates.certificate(name).toString(),
            "--tls-key-file", certificates.key(name).toString(),
            "--tls-ca-cert-file", certificates.caFile().toString()));
    return start(port, Map.of(), command, more);
  }

  /**
   * Valkey, of the program that LAPTIMER_VALKEY names or that is on the PATH; empty if there is
   * none.
   */
  public static Optional<ServerProcess> valkey() {
    return valkeyProgram()
        .map(
            program -> {
              int port = freePort();
              return start(port, Map.of(), Redis.command(program, listen(port), Map.of()));
            });
  }

  private static Optional<String> valkeyProgram() {
    var named = System.getenv("LAPTIMER_VALKEY");
    return Stream.concat(
            Stream.ofNullable(named),
            Stream.of(System.getenv("PATH").split(":")).map(dir -> dir + "/valkey-server"))
        .filter(program -> Files.isExecutable(Path.of(program)))
        .findFirst();
  }

  /**
   * FerretDB, which speaks MongoDB's protocol and stands in for it: no TTL index, no replication,
   * no transactions, and slow.
   */
  public static ServerProcess ferretdb() {
    return ferretdb(freePort());
  }

  public static ServerProcess ferretdb(int port) {
    var data = folder().toString();
    return start(port, Map.of(), List.of(ferretdbProgram(), "127.0.0.1:" + port, data));
  }

  /** Where the program is; it is made by {@code scripts/test-prerequisites}. */
  public static String ferretdbProgram() {
    return Stream.concat(
            Stream.of("target/tools"), Stream.of(System.getenv("PATH").split(File.pathSeparator)))
        .map(dir -> Path.of(dir, "ferretdb").toAbsolutePath())
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "there is no ferretdb in target/tools or on the PATH; scripts/test-prerequisites makes it"))
        .toString();
  }

  /** Memcached; more options as arguments. */
  public static ServerProcess memcached(String... more) {
    return memcached(freePort(), more);
  }

  public static ServerProcess memcached(int port, String... more) {
    return start(port, Map.of(), new Memcached().command(listen(port), Map.of()), more);
  }

  /** Memcached that wants a login. */
  public static ServerProcess memcachedWithLogin(PasswordDaemon passwords) {
    int port = freePort();
    return start(
        port,
        Map.of("SASL_CONF_PATH", passwords.configurationDir()),
        new Memcached().command(listen(port), Map.of()),
        "--enable-sasl");
  }

  /** A server of any program, which is to listen on the port. */
  public static ServerProcess start(
      int port, Map<String, String> environment, List<String> command, String... more) {
    var dir = folder();
    var all = new ArrayList<>(command);
    all.addAll(List.of(more));
    try {
      var builder =
          new ProcessBuilder(all)
              .directory(dir.toFile())
              .redirectErrorStream(true)
              .redirectOutput(dir.resolve("log").toFile());
      builder.environment().putAll(environment);
      var server = new ServerProcess(builder.start(), dir, port);
      await("start of " + all).atMost(START).until(server::isUp);
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isUp() throws IOException {
    if (!process.isAlive()) {
      throw new IllegalStateException(Files.readString(dir.resolve("log")));
    }
    try {
      new Socket(InetAddress.getLoopbackAddress(), port).close();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  public int port() {
    return port;
  }

  public ProcessHandle process() {
    return process.toHandle();
  }

  /** Ends it at once, as the kernel does when memory is short. */
  public void kill() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      process.destroy();
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        kill();
      }
      try (var files = Files.walk(dir)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path folder() {
    try {
      return Files.createTempDirectory("laptimer-server");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Listen listen(int port) {
    boolean root = System.getProperty("user.name").equals("root");
    return new Listen("127.0.0.1", port, ".", false, root);
  }
}
