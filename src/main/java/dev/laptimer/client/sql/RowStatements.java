package dev.laptimer.client.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What is timed at a table, over one connection: an implementation of nothing but what an
 * application does with a driver. Each method throws {@link SqlException}; a transaction that
 * failed is rolled back. Used by one thread at a time.
 */
public final class RowStatements implements AutoCloseable {

  private final SqlClient client;
  private final PreparedStatement insert;
  private final PreparedStatement point;
  private final PreparedStatement range;
  private final PreparedStatement all;
  private final PreparedStatement update;
  private final PreparedStatement delete;

  /** Takes each row that a query gives. */
  @FunctionalInterface
  public interface RowReader {
    void row(int id, String text);
  }

  /** Opens a connection for them. */
  public static RowStatements open(Connector connector, RowTable table) {
    return new RowStatements(connector.open(), table);
  }

  /** Over a connection that is open. */
  public RowStatements(SqlClient client, RowTable table) {
    var name = table.name();
    this.client = client;
    this.insert = client.prepare("INSERT INTO " + name + " (id, text) VALUES (?, ?)");
    this.point = client.prepare("SELECT id, text FROM " + name + " WHERE id = ?");
    this.range =
        client.prepare("SELECT id, text FROM " + name + " WHERE id BETWEEN ? AND ? ORDER BY id");
    this.all = client.prepare("SELECT id, text FROM " + name);
    this.update = client.prepare("UPDATE " + name + " SET updates = updates + 1 WHERE id = ?");
    this.delete = client.prepare("DELETE FROM " + name + " WHERE id BETWEEN ? AND ?");
  }

  public void insert(int id, String text) {
    try {
      client.autoCommit(true);
      insert.setInt(1, id);
      insert.setString(2, text);
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new SqlException(e);
    }
  }

  /** Reads one row; gives the number of rows read. */
  public int read(int id, RowReader reader) {
    try {
      client.autoCommit(true);
      point.setInt(1, id);
      return rows(point, reader);
    } catch (SQLException e) {
      throw new SqlException(e);
    }
  }

  /** Reads rows by their numbers, both inclusive; gives the number of rows read. */
  public int readRange(int first, int last, RowReader reader) {
    try {
      client.autoCommit(true);
      range.setInt(1, first);
      range.setInt(2, last);
      return rows(range, reader);
    } catch (SQLException e) {
      throw new SqlException(e);
    }
  }

  /** Reads the whole table; gives the number of rows read. */
  public int readAll(RowReader reader) {
    try {
      client.autoCommit(true);
      return rows(all, reader);
    } catch (SQLException e) {
      throw new SqlException(e);
    }
  }

  /** Updates one row; false if it is not there. */
  public boolean update(int id) {
    try {
      client.autoCommit(true);
      return updated(id) == 1;
    } catch (SQLException e) {
      throw new SqlException(e);
    }
  }

  /** Updates rows, numbers both inclusive, in one transaction; gives how many were there. */
  public int updateInTransaction(int first, int last) {
    try {
      client.autoCommit(false);
      int found = 0;
      for (int id = first; id <= last; id++) {
        found += updated(id);
      }
      client.commit();
      return found;
    } catch (SQLException e) {
      rollBack();
      throw new SqlException(e);
    }
  }

  /** Deletes rows, numbers both inclusive; rows that are not there are fine. */
  public void delete(int first, int last) {
    try {
      client.autoCommit(true);
      delete.setInt(1, first);
      delete.setInt(2, last);
      delete.executeUpdate();
    } catch (SQLException e) {
      throw new SqlException(e);
    }
  }

  private int updated(int id) throws SQLException {
    update.setInt(1, id);
    return update.executeUpdate();
  }

  private void rollBack() {
    try {
      client.rollback();
    } catch (SQLException e) {
      // The connection broke, and the server rolls back by itself; the first error is what counts
    }
  }

  private static int rows(PreparedStatement query, RowReader reader) throws SQLException {
    try (ResultSet rows = query.executeQuery()) {
      int count = 0;
      while (rows.next()) {
        reader.row(rows.getInt(1), rows.getString(2));
        count++;
      }
      return count;
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
