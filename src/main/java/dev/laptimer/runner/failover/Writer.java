package dev.laptimer.runner.failover;

import dev.laptimer.client.sql.Connector;
import dev.laptimer.client.sql.SqlClient;
import dev.laptimer.client.sql.SqlException;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** One connection that writes; after a failure it connects anew. For one thread. */
final class Writer implements AutoCloseable {

  private final Connector connector;
  private final String insert;
  private SqlClient client;
  private PreparedStatement statement;
  private String servedBy;

  Writer(Connector connector, String insert) {
    this.connector = connector;
    this.insert = insert;
  }

  /** Writes a row and returns when that was acknowledged. */
  void insert(long id) throws WriteFailedException {
    try {
      if (client == null) {
        client = connector.open();
        servedBy = client.value("SELECT @@wsrep_node_name");
        statement = client.prepare(insert);
      }
      statement.setLong(1, id);
      statement.executeUpdate();
    } catch (SqlException | SQLException e) {
      close();
      throw new WriteFailedException(e);
    }
  }

  /** The member that the latest connection led to; null if there was none. */
  String servedBy() {
    return servedBy;
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
      client = null;
    }
  }
}
