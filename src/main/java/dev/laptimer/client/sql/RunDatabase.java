package dev.laptimer.client.sql;

import dev.laptimer.client.ClientErrors;
import dev.laptimer.client.Credentials;
import dev.laptimer.client.RefusedException;
import dev.laptimer.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The database that is the run's own, in which everything happens. One that is there already is
 * somebody else's: it is refused and never touched. Used by one thread at a time.
 */
public final class RunDatabase {

  /** ER_DB_CREATE_EXISTS. */
  private static final int EXISTS = 1007;

  private final Plan plan;
  private boolean ours;

  public RunDatabase(Plan plan) {
    this.plan = plan;
  }

  /** The same, for a process that was started by the one that made it. */
  public static RunDatabase made(Plan plan) {
    var database = new RunDatabase(plan);
    database.ours = true;
    return database;
  }

  public String name() {
    return plan.cluster().database();
  }

  /**
   * Makes it, if that is not done yet.
   *
   * @throws RefusedException that names it, if there is one of that name already
   */
  public void create(SqlClient client) {
    if (ours) {
      return;
    }
    try {
      client.execute("CREATE DATABASE " + quoted());
      ours = true;
    } catch (SqlException e) {
      if (e.getCause().getErrorCode() != EXISTS) {
        throw e;
      }
      throw new RefusedException(
          "there is a database '%s' already, and it is not this run's: it was left as it is"
              .formatted(name()));
    }
  }

  /**
   * Drops it, if it was made: through the arms, and straight at the members where none answers.
   *
   * @return that it may be left and why, in words; empty if it is gone
   */
  public Optional<String> drop() {
    if (!ours) {
      return Optional.empty();
    }
    var errors = new ClientErrors(Credentials.read(plan.arms().get(0).credentialsDir()));
    String why = null;
    for (var connector : connectors()) {
      try (var client = connector.open()) {
        client.execute("DROP DATABASE IF EXISTS " + quoted());
        return Optional.empty();
      } catch (SqlException e) {
        why = errors.text(e);
      }
    }
    return Optional.of("the database '%s' may be left (%s)".formatted(name(), why));
  }

  private List<Connector> connectors() {
    var connectors = new ArrayList<Connector>();
    plan.arms().stream().map(Connector::of).forEach(connectors::add);
    plan.cluster().members().stream()
        .map(member -> Connector.of(plan.arms().get(0)).to(member))
        .forEach(connectors::add);
    return connectors;
  }

  private String quoted() {
    return "`" + name() + "`";
  }
}
