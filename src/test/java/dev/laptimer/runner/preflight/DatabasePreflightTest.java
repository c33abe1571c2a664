package dev.laptimer.runner.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.ClientName;
import dev.laptimer.client.Folder;
import dev.laptimer.client.sql.RunDatabase;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument.Failure;
import dev.laptimer.result.ResultDocument.Preflight;
import dev.laptimer.runner.GaleraProcess;
import dev.laptimer.runner.Plans;
import dev.laptimer.runner.ServerProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A cluster of one member that is well, and every way in which it can be unusable. */
class DatabasePreflightTest {

  private static GaleraProcess server;

  @TempDir private Path dir;

  @BeforeAll
  static void start() {
    server = GaleraProcess.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"MariaDbConnectorJ", "MySqlConnectorJ"})
  void aMemberThatIsWell(ClientName driver) {
    var plan = server.plans().plan();
    var database = new RunDatabase(plan);
    var found = check(plan, server.arm("db", driver), database);

    assertThat(found.failure()).isNull();
    assertThat(found.address()).isEqualTo("127.0.0.1");
    assertThat(found.serverVersion()).contains("MariaDB");
    assertThat(found.connectMicros()).isPositive();
    assertThat(found.pingP50Micros()).isBetween(1L, found.pingP99Micros());
    assertThat(found.serverSettings())
        .containsEntry("innodb_flush_log_at_trx_commit", "2")
        .containsEntry("innodb_buffer_pool_size", "33554432")
        .containsEntry("wsrep_sync_wait", "0");
    assertThat(server.databases()).containsExactly("laptimer_0000002a");
    try (var client = server.client()) {
      assertThat(client.pairs("SHOW TABLE STATUS FROM laptimer_0000002a")).isEmpty();
    }
    assertThat(database.drop()).isEmpty();
    assertThat(server.databases()).isEmpty();
  }

  @Test
  void aDatabaseThatIsThereAlreadyIsRefusedAndLeftAsItIs() {
    try (var client = server.client()) {
      client.execute("CREATE DATABASE laptimer_0000002a");
      client.execute("CREATE TABLE laptimer_0000002a.theirs (id INT)");
      var plan = server.plans().plan();
      var database = new RunDatabase(plan);

      assertFailure(
          check(plan, plan.arms().get(0), database),
          "CommandRefused",
          "there is a database 'laptimer_0000002a' already, and it is not this run's: it was left as it is");
      assertThat(database.drop()).isEmpty();
      assertThat(client.pairs("SHOW TABLE STATUS FROM laptimer_0000002a")).containsKey("theirs");
      client.execute("DROP DATABASE laptimer_0000002a");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MariaDbConnectorJ", "MySqlConnectorJ"})
  void aWrongPassword(ClientName driver) {
    var secret = Folder.of(dir, Map.of("root", "letmein"));
    assertFailure(
        check(Plans.withCredentials(server.arm("db", driver), secret)),
        "AuthenticationFailed",
        "member db-0: SQLSTATE 28000 (1045): Access denied for user 'root'@'localhost' (using password: YES)");
  }

  @Test
  void aPasswordThatIsNotThere() {
    assertFailure(
        check(Plans.withCredentials(server.arm("db", ClientName.MySqlConnectorJ), dir.toString())),
        "ReferenceNotFound",
        "there is no file " + dir.resolve("password"));
  }

  @Test
  void aNameThatNobodyKnows() {
    assertFailure(
        check(Plans.withHost(server.arm("db", ClientName.MySqlConnectorJ), "nowhere.invalid")),
        "NameNotResolved",
        "the name 'nowhere.invalid' is not known");
  }

  @Test
  void aMemberThatIsAway() {
    var away = new Plan.Member("db-1", "127.0.0.1", ServerProcess.freePort());
    var plan = planOf(away, server.member());
    assertFailure(
        check(plan, plan.arms().get(0), new RunDatabase(plan)),
        "ConnectionRefused",
        "member db-1: SQLSTATE 08000: ConnectException: Connection refused");
  }

  @Test
  void aClusterThatIsNotWhole() {
    var plan = planOf(server.member(), server.member());
    assertFailure(
        check(plan, plan.arms().get(0), new RunDatabase(plan)),
        "ServerNotReady",
        "member db-0 is Synced in a component of 1 that is Primary; it must be Synced in one of 2 that is Primary");
  }

  private static Plan planOf(Plan.Member... members) {
    return server
        .plans()
        .table(
            new Plan.Table(1, 1, 50), new Plan.Cluster("laptimer_0000002a", List.of(members), null))
        .plan();
  }

  private static Preflight check(Plan.Arm arm) {
    var plan = server.plans().plan();
    return check(plan, arm, new RunDatabase(plan));
  }

  private static Preflight check(Plan plan, Plan.Arm arm, RunDatabase database) {
    return Preflights.check(plan, arm, database, 0, () -> false);
  }

  private static void assertFailure(Preflight found, String reason, String message) {
    assertThat(found.failure().reason()).isEqualTo(reason);
    assertThat(found.failure())
        .extracting(Failure::message)
        .asString()
        .matches("\\w+ \\([^)]+:\\d+\\): .*")
        .endsWith("): " + message);
  }
}
