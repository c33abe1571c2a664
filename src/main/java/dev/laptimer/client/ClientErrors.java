package dev.laptimer.client;

import dev.laptimer.result.Reason;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import net.spy.memcached.OperationTimeoutException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Names what a driver library throws. A text is short and stable, so that equal errors can be
 * counted as one, and holds no secret.
 */
public final class ClientErrors {

  private static final int MAX_TEXT_CHARS = 200;

  /** What servers of either kind say of a login that failed or is missing. */
  private static final List<String> LOGIN_WORDS =
      List.of(
          "WRONGPASS",
          "NOAUTH",
          "AUTH ",
          "invalid password",
          "unauthenticated",
          "SASL",
          "AuthenticationFailed",
          "Unauthorized (13)",
          "authentication mechanism");

  /** The number of the connection, which would make every text of MariaDB Connector/J another. */
  private static final Pattern DRIVERS_CONNECTION = Pattern.compile("^\\(conn=\\d+\\) ");

  private static final Pattern USER_INFO = Pattern.compile("[^\\s:/@]+:[^\\s/@]+@");

  /** "WSREP has not yet prepared node for application use". */
  private static final int NODE_NOT_READY = 1047;

  /** Errors of class 08 that a server gives: too many connections, bad handshake, not ready. */
  private static final Set<Integer> SERVERS_CONNECTION_ERRORS = Set.of(1040, 1043, NODE_NOT_READY);

  private final Credentials credentials;

  /**
   * @param credentials whose password is kept out of every text; null for none
   */
  public ClientErrors(Credentials credentials) {
    this.credentials = credentials;
  }

  /** What went wrong, in a few words: those of the server, or of the first cause. */
  public String text(Throwable error) {
    var sql = sqlError(error);
    return sql.isPresent() ? cut(scrubbed(text(sql.get()))) : otherText(error);
  }

  /** The SQL state first, then the server's error number if it is the server that speaks. */
  private static String text(SQLException error) {
    var state = "SQLSTATE " + error.getSQLState();
    var cause = causes(error).filter(IOException.class::isInstance).reduce((outer, inner) -> inner);
    if (cause.isPresent()) {
      return "%s: %s: %s"
          .formatted(state, cause.get().getClass().getSimpleName(), cause.get().getMessage());
    }
    var message = DRIVERS_CONNECTION.matcher(String.valueOf(error.getMessage())).replaceFirst("");
    return isServersAnswer(error)
        ? "%s (%d): %s".formatted(state, error.getErrorCode(), message)
        : "%s: %s".formatted(state, message);
  }

  private static Optional<SQLException> sqlError(Throwable error) {
    return causes(error)
        .filter(SQLException.class::isInstance)
        .map(SQLException.class::cast)
        .filter(sql -> sql.getSQLState() != null)
        .findFirst();
  }

  private String otherText(Throwable error) {
    var root = causes(error).reduce((outer, inner) -> inner).orElseThrow();
    var message = root.getMessage();
    var text =
        isServersAnswer(root) && message != null
            ? message
            : root.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    return cut(scrubbed(text.strip()));
  }

  /** The text without the password and without anything of the form {@code user:password@}. */
  public String scrubbed(String text) {
    var scrubbed = USER_INFO.matcher(text).replaceAll("***@");
    var hasPassword = credentials != null && !credentials.password().isEmpty();
    return hasPassword ? scrubbed.replace(credentials.password(), "***") : scrubbed;
  }

  /**
   * True if the connection is broken or could not be made, so that it is worth to wait a little.
   */
  public static boolean isConnectionError(Throwable error) {
    return causes(error)
        .anyMatch(
            cause ->
                cause instanceof IOException
                    || cause instanceof SQLException sql && isConnectionState(sql)
                    || cause instanceof JedisConnectionException
                    || cause instanceof OperationTimeoutException);
  }

  /** Class 08 of the SQL standard: connection exception. */
  private static boolean isConnectionState(SQLException error) {
    return String.valueOf(error.getSQLState()).startsWith("08");
  }

  /** Why a server cannot be used, judged by what its client or connection threw. */
  public static Reason reason(Throwable error) {
    return causes(error)
        .map(ClientErrors::reasonOf)
        .filter(reason -> reason != null)
        .reduce((outer, inner) -> inner)
        .orElse(Reason.ProtocolMismatch);
  }

  private static Reason reasonOf(Throwable error) {
    if (error instanceof UnknownHostException || error instanceof UnresolvedAddressException) {
      return Reason.NameNotResolved;
    }
    if (error instanceof NoRouteToHostException) {
      return Reason.ConnectTimeout;
    }
    if (error instanceof ConnectException) {
      return String.valueOf(error.getMessage()).contains("timed out")
          ? Reason.ConnectTimeout
          : Reason.ConnectionRefused;
    }
    if (error instanceof SocketTimeoutException) {
      return String.valueOf(error.getMessage()).startsWith("Connect")
          ? Reason.ConnectTimeout
          : Reason.ProtocolMismatch;
    }
    if (error instanceof CertificateException) {
      return isNameMismatch(error) ? Reason.TlsNameMismatch : Reason.TlsUntrusted;
    }
    if (error instanceof SSLException) {
      return tlsReason(String.valueOf(error.getMessage()));
    }
    if (error instanceof SQLException sql) {
      return sqlReason(sql);
    }
    if (isServersAnswer(error)) {
      var words = String.valueOf(error.getMessage());
      return LOGIN_WORDS.stream().anyMatch(words::contains)
          ? Reason.AuthenticationFailed
          : Reason.CommandRefused;
    }
    return null;
  }

  /** Null where it is the connection, whose own exception says more. */
  private static Reason sqlReason(SQLException error) {
    if (!isServersAnswer(error)) {
      return null;
    }
    // Class 28: invalid authorization specification
    if (String.valueOf(error.getSQLState()).startsWith("28")) {
      return Reason.AuthenticationFailed;
    }
    return error.getErrorCode() == NODE_NOT_READY ? Reason.ServerNotReady : Reason.CommandRefused;
  }

  private static Reason tlsReason(String words) {
    if (words.contains("Unsupported or unrecognized SSL message")) {
      return Reason.ProtocolMismatch;
    }
    return words.contains("PKIX path") ? Reason.TlsUntrusted : Reason.TlsFailed;
  }

  /** The words of {@code sun.security.util.HostnameChecker}. */
  private static boolean isNameMismatch(Throwable error) {
    var words = String.valueOf(error.getMessage());
    return words.startsWith("No subject alternative") || words.startsWith("No name matching");
  }

  private static boolean isServersAnswer(Throwable error) {
    return error instanceof JedisDataException
        || error instanceof RefusedException
        || error instanceof SQLException sql && isServersAnswer(sql);
  }

  /** Drivers give errors of their own no number, or one of the class of connections. */
  private static boolean isServersAnswer(SQLException error) {
    int number = error.getErrorCode();
    return number > 0 && (!isConnectionState(error) || SERVERS_CONNECTION_ERRORS.contains(number));
  }

  /** The error and its causes, the outermost first. */
  private static Stream<Throwable> causes(Throwable error) {
    return Stream.iterate(error, cause -> cause != null, Throwable::getCause).limit(20);
  }

  private static String cut(String text) {
    var line = text.lines().findFirst().orElse("");
    return line.length() <= MAX_TEXT_CHARS ? line : line.substring(0, MAX_TEXT_CHARS) + "...";
  }
}
