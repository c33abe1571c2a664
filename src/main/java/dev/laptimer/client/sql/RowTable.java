package dev.laptimer.client.sql;

/**
 * A table of rows that are timed: a number, which is the primary key, a text, and how often the row
 * was updated.
 *
 * @param database name of the run's own database
 * @param table name of the table
 */
public record RowTable(String database, String table) {

  /** The name by which statements call it. */
  public String name() {
    return "`%s`.`%s`".formatted(database, table);
  }

  /** Makes it anew, empty; the database may have come from another member. */
  public void create(SqlClient client) {
    client.awaitReplication();
    drop(client);
    client.execute(
        "CREATE TABLE "
            + name()
            + " (id INT NOT NULL PRIMARY KEY,"
            + " updates INT NOT NULL DEFAULT 0,"
            + " text TEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL) ENGINE=InnoDB");
  }

  public void drop(SqlClient client) {
    client.execute("DROP TABLE IF EXISTS " + name());
  }
}
