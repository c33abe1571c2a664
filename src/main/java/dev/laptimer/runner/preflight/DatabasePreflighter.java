package dev.laptimer.runner.preflight;

import dev.laptimer.client.ClientErrors;
import dev.laptimer.client.sql.Connector;
import dev.laptimer.client.sql.RowStatements;
import dev.laptimer.client.sql.RowTable;
import dev.laptimer.client.sql.RunDatabase;
import dev.laptimer.client.sql.SqlClient;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument.Failure;
import dev.laptimer.result.ResultDocument.Preflight;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Checks one arm of a database cluster, once: name, port, login, version, every member synced in
 * one primary component, the run's database made, one row written, read, updated and deleted, bare
 * round trips. The port is not tried without a login: servers shut out hosts that do so too often.
 * Made for one call of {@link #check}.
 */
final class DatabasePreflighter {

  /** Settings of a server that matter for its speed and for what a commit is worth. */
  private static final String SETTINGS =
      "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('version_comment',"
          + " 'innodb_flush_log_at_trx_commit', 'sync_binlog', 'log_bin', 'innodb_doublewrite',"
          + " 'innodb_buffer_pool_size', 'innodb_flush_method', 'innodb_log_file_size',"
          + " 'wsrep_slave_threads', 'wsrep_sync_wait', 'wsrep_retry_autocommit', 'tx_isolation',"
          + " 'thread_handling', 'max_connections', 'query_cache_type')";

  private static final String STATE =
      "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_cluster_status',"
          + " 'wsrep_local_state_comment', 'wsrep_cluster_size')";

  private final Plan plan;
  private final Plan.Arm arm;
  private final RunDatabase database;
  private String address;
  private String serverVersion;
  private Long connectMicros;
  private RoundTrips roundTrips;
  private Map<String, String> serverSettings;

  DatabasePreflighter(Plan plan, Plan.Arm arm, RunDatabase database) {
    this.plan = plan;
    this.arm = arm;
    this.database = database;
  }

  /** What was found out; a failure has a reason and the server's own words. */
  Preflight check() {
    try {
      tryAll();
      return found(null);
    } catch (CheckFailedException e) {
      return found(
          new Failure(
              e.reason().name(),
              "%s (%s:%d): %s".formatted(arm.name(), arm.host(), arm.port(), e.getMessage())));
    }
  }

  private void tryAll() throws CheckFailedException {
    var errors = new ClientErrors(Basics.credentials(arm));
    address = Basics.address(arm.host());
    var connector = Connector.of(arm);
    for (var member : plan.cluster().members()) {
      checkMember(connector, member, errors);
    }
    long start = System.nanoTime();
    try (var client = connector.open()) {
      connectMicros = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start);
      serverVersion = client.serverVersion();
      database.create(client);
      writeReadDelete(client);
      roundTrips = RoundTrips.of(client::ping);
      serverSettings = client.pairs(SETTINGS);
    } catch (RuntimeException e) {
      throw CheckFailedException.of(e, errors);
    }
  }

  private void checkMember(Connector connector, Plan.Member member, ClientErrors errors)
      throws CheckFailedException {
    Map<String, String> state;
    try (var client = connector.to(member).open()) {
      state = client.pairs(STATE);
    } catch (RuntimeException e) {
      throw new CheckFailedException(
          ClientErrors.reason(e), "member %s: %s".formatted(member.name(), errors.text(e)));
    }
    int members = plan.cluster().members().size();
    boolean well =
        "ON".equals(state.get("wsrep_ready"))
            && "Primary".equals(state.get("wsrep_cluster_status"))
            && "Synced".equals(state.get("wsrep_local_state_comment"))
            && Integer.toString(members).equals(state.get("wsrep_cluster_size"));
    if (!well) {
      throw new CheckFailedException(
          Reason.ServerNotReady,
          "member %s is %s in a component of %s that is %s; it must be Synced in one of %d that is Primary"
              .formatted(
                  member.name(),
                  state.get("wsrep_local_state_comment"),
                  state.get("wsrep_cluster_size"),
                  state.get("wsrep_cluster_status"),
                  members));
    }
  }

  private void writeReadDelete(SqlClient client) throws CheckFailedException {
    var table = new RowTable(database.name(), "preflight");
    table.create(client);
    var rows = new RowStatements(client, table);
    rows.insert(1, "preflight");
    boolean[] asWritten = {false};
    rows.read(1, (id, text) -> asWritten[0] = id == 1 && text.equals("preflight"));
    if (!asWritten[0]) {
      throw new CheckFailedException(
          Reason.CommandRefused, "the row that was read was not the one that was written");
    }
    if (!rows.update(1)) {
      throw new CheckFailedException(
          Reason.CommandRefused, "the row that was read was not there when it was updated");
    }
    client.execute("DELETE FROM " + table.name() + " WHERE id = 1");
    table.drop(client);
  }

  private Preflight found(Failure failure) {
    return new Preflight(
        arm.name(),
        address,
        serverVersion,
        null,
        null,
        connectMicros,
        roundTrips == null ? null : roundTrips.p50Micros(),
        roundTrips == null ? null : roundTrips.p99Micros(),
        serverSettings,
        failure,
        null,
        null);
  }
}
