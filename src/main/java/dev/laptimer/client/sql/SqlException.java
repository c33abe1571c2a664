package dev.laptimer.client.sql;

import java.sql.SQLException;

/** What a driver throws, unchecked; {@link dev.laptimer.client.ClientErrors} names it. */
public final class SqlException extends RuntimeException {

  public SqlException(SQLException cause) {
    super(cause);
  }

  @Override
  public synchronized SQLException getCause() {
    return (SQLException) super.getCause();
  }

  /**
   * Whether the server rolled the transaction back for the sake of another one, so that doing it
   * again may well succeed: a deadlock, or in a Galera cluster a transaction that failed its
   * certification (both are error 1213).
   */
  public boolean isRolledBack() {
    return "40001".equals(getCause().getSQLState());
  }
}
