package dev.laptimer.client.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.laptimer.api.ClientName;
import dev.laptimer.client.ClientErrors;
import dev.laptimer.client.Credentials;
import dev.laptimer.client.Folder;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Reason;
import dev.laptimer.runner.GaleraProcess;
import dev.laptimer.runner.Plans;
import dev.laptimer.runner.ServerProcess;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each driver at a real server. */
class SqlClientTest {

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
  void aDriverLogsInAndTalks(ClientName driver) {
    try (var client = Connector.of(server.arm("db", driver)).open()) {
      client.ping();
      assertThat(client.serverVersion()).contains("MariaDB");
      assertThat(client.value("SELECT CURRENT_USER()")).startsWith("root@");
      assertThat(client.pairs("SHOW STATUS LIKE 'wsrep_local_state_comment'"))
          .isEqualTo(Map.of("wsrep_local_state_comment", "Synced"));
    }
    assertThat(Connector.version(driver)).matches("\\d+\\.\\d+\\.\\d+");
  }

  @ParameterizedTest
  @EnumSource(names = {"MariaDbConnectorJ", "MySqlConnectorJ"})
  void aMemberIsReachedPastTheArm(ClientName driver) {
    var away = Plans.withHost(server.arm("db", driver), "nowhere.invalid");
    try (var client = Connector.of(away).to(server.member()).open()) {
      assertThat(client.value("SELECT @@port")).isEqualTo(Integer.toString(server.port()));
    }
  }

  @Test
  void replicationIsWaitedForOnceAndNotByWhatFollows() {
    try (var client = server.client()) {
      var query = "SHOW GLOBAL STATUS LIKE 'wsrep_causal_reads'";
      long before = Long.parseLong(client.pairs(query).get("wsrep_causal_reads"));
      client.awaitReplication();
      client.value("SELECT 1");
      assertThat(client.pairs(query).get("wsrep_causal_reads"))
          .isEqualTo(Long.toString(before + 1));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MariaDbConnectorJ", "MySqlConnectorJ"})
  void aWrongPasswordIsNamedAndKept(ClientName driver) {
    var secret = Folder.of(dir, Map.of("root", "letmein"));
    var error = failure(Plans.withCredentials(server.arm("db", driver), secret));
    assertThat(ClientErrors.reason(error)).isEqualTo(Reason.AuthenticationFailed);
    assertThat(new ClientErrors(Credentials.read(secret)).text(error))
        .isEqualTo(
            "SQLSTATE 28000 (1045): Access denied for user 'root'@'localhost' (using password: YES)");
  }

  @ParameterizedTest
  @EnumSource(names = {"MariaDbConnectorJ", "MySqlConnectorJ"})
  void aServerThatIsAwayIsNamed(ClientName driver) {
    var arm = server.arm("db", driver);
    var closed = new Plan.Member("db-1", "127.0.0.1", ServerProcess.freePort());
    var error = catchThrowableOfType(SqlException.class, () -> Connector.of(arm).to(closed).open());
    assertThat(ClientErrors.reason(error)).isEqualTo(Reason.ConnectionRefused);
    assertThat(ClientErrors.isConnectionError(error)).isTrue();
    assertThat(new ClientErrors(null).text(error))
        .matches("SQLSTATE 08(000|S01): ConnectException: Connection refused");
    var unknown = failure(Plans.withHost(arm, "nowhere.invalid"));
    assertThat(ClientErrors.reason(unknown)).isEqualTo(Reason.NameNotResolved);
  }

  @ParameterizedTest
  @EnumSource(names = {"MariaDbConnectorJ", "MySqlConnectorJ"})
  void anErrorOfTheServerHasItsStateAndNumber(ClientName driver) {
    try (var client = Connector.of(server.arm("db", driver)).open()) {
      var error =
          catchThrowableOfType(SqlException.class, () -> client.execute("SELECT 1 FROM no.such"));
      assertThat(new ClientErrors(null).text(error))
          .isEqualTo("SQLSTATE 42S02 (1146): Table 'no.such' doesn't exist");
      assertThat(ClientErrors.isConnectionError(error)).isFalse();
    }
  }

  @Test
  void aClientOfCachesIsRefused() {
    assertThatThrownBy(() -> Connector.of(Plans.redis(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Jedis does not talk to databases");
  }

  private static SqlException failure(Plan.Arm arm) {
    return catchThrowableOfType(SqlException.class, () -> Connector.of(arm).open());
  }
}
