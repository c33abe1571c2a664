package dev.laptimer.client.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/**
 * One connection to a database, used by one thread at a time. A connection that broke stays broken:
 * open another one. Every method throws {@link SqlException}.
 */
public final class SqlClient implements AutoCloseable {

  private final Connection connection;

  SqlClient(Connection connection) {
    this.connection = connection;
  }

  /** Executes one statement that gives no rows. */
  public void execute(String sql) {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new SqlException(e);
    }
  }

  /** The first two columns of a query, as SHOW STATUS and SHOW VARIABLES have them. */
  public Map<String, String> pairs(String sql) {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      var pairs = new TreeMap<String, String>();
      while (rows.next()) {
        pairs.put(rows.getString(1), rows.getString(2));
      }
      return pairs;
    } catch (SQLException e) {
      throw new SqlException(e);
    }
  }

  /** The first column of the first row of a query; null if there is no row. */
  public String value(String sql) {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getString(1) : null;
    } catch (SQLException e) {
      throw new SqlException(e);
    }
  }

  /** A statement with parameters, to be executed many times; it ends with the connection. */
  public PreparedStatement prepare(String sql) {
    try {
      return connection.prepareStatement(sql);
    } catch (SQLException e) {
      throw new SqlException(e);
    }
  }

  /** One bare round trip that touches no table. */
  public void ping() {
    execute("DO 1");
  }

  /** Waits until the member has applied what any member committed before; see wsrep_sync_wait. */
  public void awaitReplication() {
    execute("SET SESSION wsrep_sync_wait = 1");
    value("SELECT 1");
    execute("SET SESSION wsrep_sync_wait = DEFAULT");
  }

  /** The server's version in its own words. */
  public String serverVersion() {
    return value("SELECT VERSION()");
  }

  /** Whether each statement is a transaction of its own; a round trip only where that changes. */
  void autoCommit(boolean each) throws SQLException {
    if (connection.getAutoCommit() != each) {
      connection.setAutoCommit(each);
    }
  }

  void commit() throws SQLException {
    connection.commit();
  }

  void rollback() throws SQLException {
    connection.rollback();
  }

  /** Closes the connection; whatever goes wrong with that, it is not used any more. */
  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      // Broken before
    }
  }
}
