package dev.laptimer.runner.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.laptimer.api.ClientName;
import dev.laptimer.api.WireProtocol;
import dev.laptimer.client.CacheClient.Key;
import dev.laptimer.client.Clients;
import dev.laptimer.client.Folder;
import dev.laptimer.client.PasswordDaemon;
import dev.laptimer.client.TestCertificates;
import dev.laptimer.plan.Plan.Arm;
import dev.laptimer.plan.Plan.Tls;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument.Preflight;
import dev.laptimer.runner.Plans;
import dev.laptimer.runner.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every way in which a server can be unusable, provoked with a real one. */
class PreflightsTest {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  @TempDir private Path dir;

  @Test
  void aRedisThatIsWell() {
    try (var server = ServerProcess.redis("--maxmemory", "64mb")) {
      var found = check(Plans.redis(server.port()));

      assertThat(found.failure()).isNull();
      assertThat(found.address()).isEqualTo("127.0.0.1");
      assertThat(found.serverVersion()).matches("\\d+\\.\\d+\\.\\d+");
      assertThat(found.tlsProtocol()).isNull();
      assertThat(found.connectMicros()).isPositive();
      assertThat(found.pingP50Micros()).isBetween(1L, found.pingP99Micros());
      assertThat(found.serverSettings()).containsEntry("maxmemory", "67108864");
      assertNothingIsLeft(Plans.redis(server.port()));
    }
  }

  @Test
  void aMemcachedThatIsWell() {
    try (var server = ServerProcess.memcached()) {
      var found = check(Plans.memcached(server.port()));

      assertThat(found.failure()).isNull();
      assertThat(found.serverVersion()).matches("\\d+\\.\\d+\\.\\d+");
      assertThat(found.serverSettings()).containsEntry("maxbytes", "134217728");
      assertNothingIsLeft(Plans.memcached(server.port()));
    }
  }

  @Test
  void aRedisWithTls() {
    var certificates = TestCertificates.authority(dir);
    certificates.issue("server", "rsa:2048", "IP:127.0.0.1");
    try (var server =
        ServerProcess.redisWithTls(certificates, "server", "--tls-auth-clients", "no")) {
      var found = check(withTls(server, certificates.caFile()));

      assertThat(found.failure()).isNull();
      assertThat(found.tlsProtocol()).isEqualTo("TLSv1.3");
      assertThat(found.tlsCipher()).startsWith("TLS_");
    }
  }

  @Test
  void aServiceThatDoesNotTellItsSettingsIsFine() {
    try (var server =
        ServerProcess.redis(
            "--user", "default", "on", "nopass", "~lt:*", "+@all", "-config", "-info")) {
      var found = check(Plans.redis(server.port()));

      assertThat(found.failure()).isNull();
      assertThat(found.serverVersion()).isNull();
      assertThat(found.serverSettings()).isEmpty();
    }
  }

  @Test
  void aNameThatIsNotKnown() {
    assertFailure(
        Plans.withHost(endpoint(6379), "cache.invalid"),
        Reason.NameNotResolved,
        "redis (cache.invalid:6379): the name 'cache.invalid' is not known");
  }

  @Test
  void aPortThatIsClosed() {
    int port = ServerProcess.freePort();

    assertFailure(
        endpoint(port),
        Reason.ConnectionRefused,
        "redis (127.0.0.1:%d): ConnectException: Connection refused".formatted(port));
  }

  @Test
  void aServerThatDoesNotAcceptConnections() throws IOException {
    // The kernel drops what comes when the queue of connections is full
    try (var full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var waiting = new ArrayList<SocketChannel>();
      for (int i = 0; i < 4; i++) {
        var channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.connect(full.getLocalSocketAddress());
        waiting.add(channel);
      }

      assertFailure(endpoint(full.getLocalPort()), Reason.ConnectTimeout, "Connect timed out");

      for (var channel : waiting) {
        channel.close();
      }
    }
  }

  @Test
  void aCertificateOfAnotherAuthority() {
    var certificates = TestCertificates.authority(dir);
    certificates.issue("server", "rsa:2048", "IP:127.0.0.1");
    var other = TestCertificates.authority(dir.resolve(Folder.of(dir, Map.of())));
    try (var server = ServerProcess.redisWithTls(certificates, "server")) {
      assertFailure(
          withTls(server, other.caFile()),
          Reason.TlsUntrusted,
          "Path does not chain with any of the trust anchors");
    }
  }

  @Test
  void aCertificateThatTheRuntimeDoesNotKnow() {
    var certificates = TestCertificates.authority(dir);
    certificates.issue("server", "rsa:2048", "IP:127.0.0.1");
    try (var server = ServerProcess.redisWithTls(certificates, "server")) {
      assertFailure(
          Plans.withTls(endpoint(server.port()), new Tls(null, null)),
          Reason.TlsUntrusted,
          "unable to find valid certification path to requested target");
    }
  }

  @Test
  void aCertificateForAnotherName() {
    var certificates = TestCertificates.authority(dir);
    certificates.issue("server", "rsa:2048", "DNS:cache.example.com");
    try (var server = ServerProcess.redisWithTls(certificates, "server")) {
      assertFailure(
          withTls(server, certificates.caFile()),
          Reason.TlsNameMismatch,
          "No subject alternative names matching IP address 127.0.0.1 found");
    }
  }

  @Test
  void aServerThatWantsACertificateOfTheClient() {
    var certificates = TestCertificates.authority(dir);
    certificates.issue("server", "rsa:2048", "IP:127.0.0.1");
    try (var server =
        ServerProcess.redisWithTls(certificates, "server", "--tls-auth-clients", "yes")) {
      assertFailure(
          withTls(server, certificates.caFile()),
          Reason.TlsFailed,
          "does it want a certificate of the client");
    }
  }

  @Test
  void aFileThatHoldsNoCertificate() {
    var ca = Path.of(Folder.of(dir, Map.of("ca.crt", "not a certificate\n")), "ca.crt");

    assertFailure(
        Plans.withTls(endpoint(6379), new Tls(ca.toString(), null)),
        Reason.TlsFailed,
        ca + " holds no certificate in PEM");
  }

  @Test
  void aWrongPassword() {
    try (var server = ServerProcess.redis("--requirepass", "r1ght-s3cret")) {
      assertFailure(
          Plans.withCredentials(endpoint(server.port()), password("wr0ng-s3cret")),
          Reason.AuthenticationFailed,
          "WRONGPASS invalid username-password pair or user is disabled.");
    }
  }

  @Test
  void noPasswordWhereOneIsWanted() {
    try (var server = ServerProcess.redis("--requirepass", "r1ght-s3cret")) {
      assertFailure(
          endpoint(server.port()), Reason.AuthenticationFailed, "NOAUTH Authentication required.");
    }
  }

  @Test
  void aPasswordWhereNoneIsWanted() {
    try (var server = ServerProcess.redis()) {
      assertFailure(
          Plans.withCredentials(
              endpoint(server.port()), Folder.of(dir, Map.of("password", "s0me-s3cret"))),
          Reason.AuthenticationFailed,
          "ERR AUTH <password> called without any password configured for the default user");
    }
  }

  @Test
  void aWrongPasswordOfMemcached() {
    try (var passwords = new PasswordDaemon(dir, "bench", "r1ght-s3cret");
        var server = ServerProcess.memcachedWithLogin(passwords)) {
      assertFailure(
          Plans.withCredentials(
              Plans.withClient(
                  Plans.endpoint(Plans.memcached(server.port())),
                  ClientName.Spymemcached,
                  WireProtocol.Binary),
              password("wr0ng-s3cret")),
          Reason.AuthenticationFailed,
          "SASL PLAIN: Auth failure.");
    }
  }

  @Test
  void aMemcachedThatWantsALogin() {
    try (var passwords = new PasswordDaemon(dir, "bench", "r1ght-s3cret");
        var server = ServerProcess.memcachedWithLogin(passwords)) {
      assertFailure(
          Plans.endpoint(Plans.memcached(server.port())),
          Reason.ProtocolMismatch,
          "does it want TLS, or a login?");
    }
  }

  @Test
  void aMemcachedThatHasNoLogin() {
    try (var server = ServerProcess.memcached()) {
      assertFailure(
          Plans.withCredentials(
              Plans.endpoint(Plans.memcached(server.port())), password("s0me-s3cret")),
          Reason.AuthenticationFailed,
          "SASL PLAIN: Unknown command");
    }
  }

  @Test
  void aSecretWithoutAPassword() {
    assertFailure(
        Plans.withCredentials(endpoint(6379), Folder.of(dir, Map.of("username", "bench"))),
        Reason.ReferenceNotFound,
        "there is no file");
  }

  @Test
  void aUserThatMayNotWrite() {
    try (var server =
        ServerProcess.redis("--user", "default", "on", "nopass", "~*", "+@all", "-set")) {
      assertFailure(
          endpoint(server.port()),
          Reason.CommandRefused,
          "NOPERM this user has no permissions to run the 'set' command");
    }
  }

  @Test
  void aReplica() {
    try (var server = ServerProcess.redis();
        var replica =
            ServerProcess.redis(
                "--replicaof", "127.0.0.1 " + server.port(), "--repl-diskless-sync-delay", "0")) {
      assertFailure(
          endpoint(replica.port()),
          Reason.CommandRefused,
          "READONLY You can't write against a read only replica.");
    }
  }

  @Test
  void aServerWithoutMemory() {
    try (var server = ServerProcess.redis("--maxmemory", "1kb")) {
      assertFailure(
          endpoint(server.port()),
          Reason.CommandRefused,
          "OOM command not allowed when used memory > 'maxmemory'.");
    }
  }

  @Test
  void aWebServer() throws IOException {
    var http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.start();
    try {
      assertFailure(
          endpoint(http.getAddress().getPort()),
          Reason.ProtocolMismatch,
          "the server does not speak the protocol of Redis, it answered 'HTTP/1.1 400 Bad Request'");
      assertFailure(
          Plans.endpoint(Plans.memcached(http.getAddress().getPort())),
          Reason.ProtocolMismatch,
          "the server does not speak the text protocol of Memcached, it answered 'HTTP/1.1 400");
    } finally {
      http.stop(0);
    }
  }

  @Test
  void aMemcachedWhereARedisShouldBe() {
    try (var server = ServerProcess.memcached()) {
      assertFailure(
          endpoint(server.port()),
          Reason.ProtocolMismatch,
          "the server does not speak the protocol of Redis, it answered 'ERROR'");
    }
  }

  @Test
  void aRedisWhereAMemcachedShouldBe() {
    try (var server = ServerProcess.redis()) {
      assertFailure(
          Plans.endpoint(Plans.memcached(server.port())),
          Reason.ProtocolMismatch,
          "it answered '-ERR unknown command");
    }
  }

  @Test
  void aPortForPlainTcpWhereTlsShouldBe() {
    var certificates = TestCertificates.authority(dir);
    try (var server = ServerProcess.redis()) {
      assertFailure(withTls(server, certificates.caFile()), Reason.ProtocolMismatch, "TLS");
    }
  }

  @Test
  void aPortForTlsWherePlainTcpShouldBe() {
    var certificates = TestCertificates.authority(dir);
    certificates.issue("server", "rsa:2048", "IP:127.0.0.1");
    try (var server = ServerProcess.redisWithTls(certificates, "server")) {
      assertFailure(endpoint(server.port()), Reason.ProtocolMismatch, "does it want TLS");
    }
  }

  @Test
  void aPortThatNeverAnswers() throws IOException {
    try (var silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      assertFailure(
          endpoint(silent.getLocalPort()),
          Reason.ProtocolMismatch,
          "the port is open, but nothing answers the protocol of Redis within 5 s");
    }
  }

  @Test
  void anOwnServerMayStillBeStarting() {
    int port = ServerProcess.freePort();
    var attempts = new AtomicInteger();
    var arm = Plans.redis(port);
    var found =
        CompletableFuture.supplyAsync(
            () ->
                Preflights.check(
                    Plans.of(arm).plan(),
                    arm,
                    null,
                    PATIENCE_NANOS,
                    () -> attempts.incrementAndGet() < 0));
    await().until(() -> attempts.get() > 0);
    try (var server = ServerProcess.redis(port)) {
      assertThat(found.join().failure()).as("" + server.process()).isNull();
    }
  }

  @Test
  void anOwnServerThatNeverComesIsGivenUpInTheEnd() {
    var arm = Plans.redis(ServerProcess.freePort());
    var found =
        Preflights.check(Plans.of(arm).plan(), arm, null, TimeUnit.SECONDS.toNanos(2), () -> false);

    assertThat(found.failure().reason()).isEqualTo("ConnectionRefused");
  }

  private static Arm endpoint(int port) {
    return Plans.endpoint(Plans.redis(port));
  }

  private static Arm withTls(ServerProcess server, Path caFile) {
    return Plans.withTls(endpoint(server.port()), new Tls(caFile.toString(), null));
  }

  private String password(String password) {
    return Folder.of(dir, Map.of("username", "default", "password", password));
  }

  private static Preflight check(Arm arm) {
    return Preflights.check(Plans.of(arm).plan(), arm, null, PATIENCE_NANOS, () -> false);
  }

  private static void assertFailure(Arm arm, Reason reason, String words) {
    var failure = check(arm).failure();
    assertThat(failure).isNotNull();
    assertThat(failure.reason()).as(failure.message()).isEqualTo(reason.name());
    assertThat(failure.message())
        .startsWith("%s (%s:%d): ".formatted(arm.name(), arm.host(), arm.port()))
        .contains(words)
        .doesNotContain("s3cret");
  }

  private static void assertNothingIsLeft(Arm arm) {
    try (var client = Clients.open(arm)) {
      assertThat(client.get(Key.of(Plans.of(arm).plan().keyPrefix() + "preflight"))).isNull();
    }
  }
}
