package dev.laptimer.runner.failover;

import dev.laptimer.client.ClientErrors;
import dev.laptimer.client.sql.Connector;
import dev.laptimer.client.sql.SqlClient;
import dev.laptimer.client.sql.SqlException;

/**
 * Asks one member how it is, in a session that stays open as long as it answers. For one thread at
 * a time.
 */
public final class MemberProbe implements AutoCloseable {

  private final Connector connector;
  private final ClientErrors errors = new ClientErrors(null);
  private SqlClient client;

  /**
   * @param connector straight to the member, with the timeout that the answers must keep
   */
  public MemberProbe(Connector connector) {
    this.connector = connector;
  }

  /** What the member says now; that it does not answer is an answer too. */
  public MemberState ask() {
    try {
      if (client == null) {
        client = connector.open();
      }
      return MemberState.of(client.pairs(MemberState.QUERY));
    } catch (SqlException e) {
      close();
      return MemberState.silent(errors.text(e));
    }
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
      client = null;
    }
  }
}
