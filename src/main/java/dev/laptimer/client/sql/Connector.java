package dev.laptimer.client.sql;

import dev.laptimer.api.ClientName;
import dev.laptimer.client.Clients;
import dev.laptimer.client.Credentials;
import dev.laptimer.plan.Plan;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;

/**
 * Opens connections to a database through one driver, the same way for all drivers: prepared on the
 * client, which is what each of them does unless it is told otherwise (every execution is one round
 * trip with the whole text of the statement), autocommit, {@link Clients#TIMEOUT} for a connection
 * and for an answer, no TLS, no files of the client for the server. No database is selected:
 * statements name theirs. The password is a property, never part of an address.
 */
public final class Connector {

  private final ClientName client;
  private final Driver driver;
  private final String address;
  private final Properties properties;

  private Connector(ClientName client, Driver driver, String address, Properties properties) {
    this.client = client;
    this.driver = driver;
    this.address = address;
    this.properties = properties;
  }

  /**
   * For the server of an arm. Reads the login; nothing is opened yet.
   *
   * @throws java.io.UncheckedIOException that names a file of the login which cannot be read
   */
  public static Connector of(Plan.Arm arm) {
    if (arm.tls() != null) {
      throw new IllegalArgumentException("a database is not talked to by TLS: " + arm.name());
    }
    return new Connector(
        arm.client(),
        driver(arm.client()),
        address(arm.client(), arm.host(), arm.port()),
        properties(arm.client(), Credentials.read(arm.credentialsDir())));
  }

  /** The same driver and login, straight to one member. */
  public Connector to(Plan.Member member) {
    return new Connector(client, driver, address(client, member.host(), member.port()), properties);
  }

  /** The same with another time for a connection and for an answer. */
  public Connector within(Duration timeout) {
    var changed = new Properties();
    changed.putAll(properties);
    var millis = Long.toString(timeout.toMillis());
    changed.put("connectTimeout", millis);
    changed.put("socketTimeout", millis);
    return new Connector(client, driver, address, changed);
  }

  /**
   * Opens a connection and logs in.
   *
   * @throws SqlException what the driver throws
   */
  public SqlClient open() {
    try {
      return new SqlClient(driver.connect(address, properties));
    } catch (SQLException e) {
      throw new SqlException(e);
    }
  }

  /** Version of a driver, from its jar. */
  public static String version(ClientName client) {
    return switch (client) {
      case MariaDbConnectorJ -> org.mariadb.jdbc.util.VersionFactory.getInstance().getVersion();
      case MySqlConnectorJ ->
          com.mysql.cj.jdbc.Driver.class.getPackage().getImplementationVersion();
      default -> throw new IllegalArgumentException(client + " does not talk to databases");
    };
  }

  private static Driver driver(ClientName client) {
    try {
      return switch (client) {
        case MariaDbConnectorJ -> new org.mariadb.jdbc.Driver();
        case MySqlConnectorJ -> {
          // A thread that closes what an application forgot
          System.setProperty("com.mysql.cj.disableAbandonedConnectionCleanup", "true");
          yield new com.mysql.cj.jdbc.Driver();
        }
        default -> throw new IllegalArgumentException(client + " does not talk to databases");
      };
    } catch (SQLException e) {
      throw new SqlException(e);
    }
  }

  private static String address(ClientName client, String host, int port) {
    var scheme = client == ClientName.MySqlConnectorJ ? "jdbc:mysql" : "jdbc:mariadb";
    var literal = host.contains(":") ? "[" + host + "]" : host;
    return "%s://%s:%d/".formatted(scheme, literal, port);
  }

  private static Properties properties(ClientName client, Credentials credentials) {
    var properties = new Properties();
    if (credentials != null) {
      properties.put("user", credentials.username() == null ? "root" : credentials.username());
      properties.put("password", credentials.password());
    }
    var millis = Long.toString(Clients.TIMEOUT.toMillis());
    properties.put("connectTimeout", millis);
    properties.put("socketTimeout", millis);
    properties.put("useServerPrepStmts", "false");
    properties.put("allowLocalInfile", "false");
    properties.put("sslMode", client == ClientName.MySqlConnectorJ ? "DISABLED" : "disable");
    return properties;
  }
}
