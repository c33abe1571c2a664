package dev.laptimer.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.laptimer.result.Reason;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.sql.SQLException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

class ClientErrorsTest {

  private final ClientErrors errors = new ClientErrors(new Credentials("bench", "s3cret"));

  @ParameterizedTest
  @MethodSource
  void theReasonIsThatOfTheFirstCause(Throwable error, Reason reason) {
    assertThat(ClientErrors.reason(error)).isEqualTo(reason);
    assertThat(ClientErrors.reason(new JedisConnectionException("failed to connect", error)))
        .isEqualTo(reason);
  }

  static Stream<Arguments> theReasonIsThatOfTheFirstCause() {
    return Stream.of(
        arguments(new UnknownHostException("cache"), Reason.NameNotResolved),
        arguments(new ConnectException("Connection refused"), Reason.ConnectionRefused),
        arguments(new ConnectException("Connection timed out"), Reason.ConnectTimeout),
        arguments(new NoRouteToHostException("No route to host"), Reason.ConnectTimeout),
        arguments(new SocketTimeoutException("Connect timed out"), Reason.ConnectTimeout),
        arguments(new SocketTimeoutException("Read timed out"), Reason.ProtocolMismatch),
        arguments(new SSLHandshakeException("PKIX path building failed: ..."), Reason.TlsUntrusted),
        arguments(new CertificateExpiredException("NotAfter: yesterday"), Reason.TlsUntrusted),
        arguments(
            new CertificateException("No subject alternative DNS name matching cache found."),
            Reason.TlsNameMismatch),
        arguments(new CertificateException("No name matching cache found"), Reason.TlsNameMismatch),
        arguments(
            new SSLException("Unsupported or unrecognized SSL message"), Reason.ProtocolMismatch),
        arguments(
            new SSLHandshakeException("Received fatal alert: protocol_version"), Reason.TlsFailed),
        arguments(new JedisAccessControlException("WRONGPASS ..."), Reason.AuthenticationFailed),
        arguments(new JedisDataException("NOAUTH ..."), Reason.AuthenticationFailed),
        arguments(new JedisDataException("NOPERM ..."), Reason.CommandRefused),
        arguments(new JedisDataException("READONLY ..."), Reason.CommandRefused),
        arguments(new RefusedException("SASL PLAIN: Auth failure."), Reason.AuthenticationFailed),
        arguments(
            new RefusedException("CLIENT_ERROR unauthenticated"), Reason.AuthenticationFailed),
        arguments(new RefusedException("SERVER_ERROR out of memory"), Reason.CommandRefused),
        arguments(new SQLException("Access denied", "28000", 1045), Reason.AuthenticationFailed),
        arguments(new SQLException("No such table", "42S02", 1146), Reason.CommandRefused),
        arguments(new SQLException("Too many connections", "08004", 1040), Reason.CommandRefused),
        arguments(new SQLException("WSREP has not yet", "08S01", 1047), Reason.ServerNotReady),
        arguments(
            new SQLException("Communications link failure", "08S01", new ConnectException("no")),
            Reason.ConnectionRefused));
  }

  @Test
  void aTextIsTheServersWordsOrTheFirstCause() {
    assertThat(errors.text(new JedisDataException("OOM command not allowed")))
        .isEqualTo("OOM command not allowed");
    assertThat(
            errors.text(
                new JedisConnectionException(
                    "failed to connect to 10.0.0.1:6379", new ConnectException("refused"))))
        .isEqualTo("ConnectException: refused");
    assertThat(errors.text(new IllegalStateException())).isEqualTo("IllegalStateException");
  }

  @Test
  void aTextOfADatabaseBeginsWithTheSqlState() {
    assertThat(errors.text(new SQLException("(conn=12) Deadlock found", "40001", 1213)))
        .isEqualTo("SQLSTATE 40001 (1213): Deadlock found");
    assertThat(
            errors.text(
                new SQLException(
                    "Communications link failure\n\nThe last packet ... 12 milliseconds ago",
                    "08S01",
                    new EOFException("Can not read response"))))
        .isEqualTo("SQLSTATE 08S01: EOFException: Can not read response");
    assertThat(errors.text(new SQLException("(conn=3) Connection is closed", "08000", 1220)))
        .isEqualTo("SQLSTATE 08000: Connection is closed");
  }

  @Test
  void aBrokenConnectionToADatabaseIsWorthAWait() {
    assertThat(ClientErrors.isConnectionError(new SQLException("closed", "08003", 0))).isTrue();
    assertThat(ClientErrors.isConnectionError(new SQLException("Deadlock", "40001", 1213)))
        .isFalse();
  }

  @Test
  void aTextIsOneShortLine() {
    assertThat(errors.text(new RefusedException("x".repeat(1_000)))).hasSize(203);
    assertThat(errors.text(new RefusedException("first line\nsecond line")))
        .isEqualTo("first line");
  }

  @Test
  void noTextHoldsThePasswordOrALogin() {
    assertThat(errors.text(new RefusedException("user bench with s3cret is refused")))
        .isEqualTo("user bench with *** is refused");
    assertThat(errors.scrubbed("redis://other:unknown@cache.example.com:6379 is refused"))
        .isEqualTo("redis://***@cache.example.com:6379 is refused");
    assertThat(new ClientErrors(new Credentials(null, "")).scrubbed("as it is"))
        .isEqualTo("as it is");
  }
}
