package dev.laptimer.runner;

import static org.awaitility.Awaitility.await;

import dev.laptimer.api.ClientName;
import dev.laptimer.api.EngineName;
import dev.laptimer.api.Operation;
import dev.laptimer.client.sql.Connector;
import dev.laptimer.client.sql.SqlClient;
import dev.laptimer.client.sql.SqlException;
import dev.laptimer.plan.Plan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A real Galera cluster of one member, on free loopback ports, in a folder of its own, gone after
 * {@link #close}. The password of root has what breaks a careless quoting.
 */
public final class GaleraProcess implements AutoCloseable {

  public static final String PASSWORD = "p'w\\d \"$&%";

  private static final Duration START = Duration.ofSeconds(60);

  private final Path dir;
  private final int port;
  private final Process process;

  private GaleraProcess(Path dir, int port, Process process) {
    this.dir = dir;
    this.port = port;
    this.process = process;
  }

  /** Makes the data, starts the member and waits until it is synced; more options as arguments. */
  public static GaleraProcess start(String... more) {
    try {
      var dir = Files.createTempDirectory("laptimer-galera");
      var secret = Files.createDirectory(dir.resolve("secret"));
      Files.writeString(secret.resolve("root"), PASSWORD);
      makeData(dir);
      int port = ServerProcess.freePort();
      var started = new GaleraProcess(dir, port, server(dir, port, more));
      await("synced").atMost(START).until(started::isSynced);
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void makeData(Path dir) throws IOException {
    run(
        dir,
        null,
        "mariadb-install-db",
        "--no-defaults",
        "--datadir=" + dir.resolve("data"),
        "--auth-root-authentication-method=normal",
        "--skip-test-db",
        "--innodb-log-file-size=8M");
    var sql = dir.resolve("users.sql");
    var password = PASSWORD.replace("\\", "\\\\").replace("'", "''");
    Files.writeString(
        sql,
        "FLUSH PRIVILEGES;\n"
            + "DELETE FROM mysql.global_priv WHERE User='' OR Host<>'localhost';\n"
            + "FLUSH PRIVILEGES;\n"
            + "ALTER USER root@localhost IDENTIFIED BY '"
            + password
            + "';\n"
            + "CREATE USER root@'%' IDENTIFIED BY '"
            + password
            + "';\n"
            + "GRANT ALL ON *.* TO root@'%' WITH GRANT OPTION;\n");
    run(
        dir,
        sql,
        "mariadbd",
        "--no-defaults",
        "--user=root",
        "--datadir=" + dir.resolve("data"),
        "--innodb-log-file-size=8M",
        "--bootstrap");
  }

  private static Process server(Path dir, int port, String... more) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                "mariadbd",
                "--no-defaults",
                "--user=root",
                "--datadir=" + dir.resolve("data"),
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--socket=" + dir.resolve("socket"),
                "--pid-file=" + dir.resolve("pid"),
                "--tmpdir=" + dir,
                "--innodb-buffer-pool-size=32M",
                "--innodb-log-file-size=8M",
                "--innodb-flush-log-at-trx-commit=2",
                "--binlog-format=ROW",
                "--innodb-autoinc-lock-mode=2",
                "--max-connections=50",
                "--wsrep-on=ON",
                "--wsrep-provider=/usr/lib/galera/libgalera_smm.so",
                "--wsrep-cluster-name=test",
                "--wsrep-cluster-address=gcomm://",
                "--wsrep-node-address=127.0.0.1",
                "--wsrep-provider-options=gcache.size=16M;gmcast.listen_addr=tcp://127.0.0.1:%d;ist.recv_addr=127.0.0.1:%d"
                    .formatted(ServerProcess.freePort(), ServerProcess.freePort()),
                "--wsrep-new-cluster"));
    command.addAll(List.of(more));
    return new ProcessBuilder(command)
        .directory(dir.toFile())
        .redirectErrorStream(true)
        .redirectOutput(dir.resolve("log").toFile())
        .start();
  }

  private static void run(Path dir, Path input, String... command) throws IOException {
    var log = dir.resolve("log").toFile();
    var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log);
    if (input != null) {
      builder.redirectInput(input.toFile());
    }
    try {
      if (builder.start().waitFor() != 0) {
        throw new IllegalStateException(Files.readString(log.toPath()));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean isSynced() throws IOException {
    if (!process.isAlive()) {
      throw new IllegalStateException(Files.readString(dir.resolve("log")));
    }
    try (var client = client()) {
      return "ON".equals(client.pairs("SHOW STATUS LIKE 'wsrep_ready'").get("wsrep_ready"));
    } catch (SqlException e) {
      return false;
    }
  }

  /** The member as an arm, by a driver. */
  public Plan.Arm arm(String name, ClientName client) {
    return new Plan.Arm(
        name,
        name,
        EngineName.Galera,
        client,
        null,
        false,
        "127.0.0.1",
        port,
        null,
        credentialsDir());
  }

  /** Folder with the password of root. */
  public String credentialsDir() {
    return dir.resolve("secret").toString();
  }

  public Plan.Member member() {
    return new Plan.Member("db-0", "127.0.0.1", port);
  }

  /** A connection as root. */
  public SqlClient client() {
    return Connector.of(arm("admin", ClientName.MariaDbConnectorJ)).open();
  }

  /**
   * A plan with one Insert of 20 rows of 30 bytes by two connections, once, by each driver, in the
   * database {@code laptimer_0000002a}.
   */
  public Plans plans() {
    return Plans.of(
            arm("mariadb", ClientName.MariaDbConnectorJ), arm("mysql", ClientName.MySqlConnectorJ))
        .keys(20)
        .valueSizeBytes(30)
        .connections(2)
        .phases(new Plan.Phase("insert", Operation.Insert, 1, 0))
        .table(
            new Plan.Table(7, 5, 50),
            new Plan.Cluster("laptimer_0000002a", List.of(member()), null));
  }

  /** Names of the databases that are not the server's own. */
  public Set<String> databases() {
    try (var client = client()) {
      return client
          .pairs(
              "SELECT schema_name, '' FROM information_schema.SCHEMATA"
                  + " WHERE schema_name NOT IN ('mysql', 'sys', 'information_schema', 'performance_schema')")
          .keySet();
    }
  }

  public int port() {
    return port;
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
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
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
}
