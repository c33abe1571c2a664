package dev.laptimer.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.laptimer.api.ClientName;
import dev.laptimer.api.WireProtocol;
import dev.laptimer.client.CacheClient.Key;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Plan.Tls;
import dev.laptimer.result.Reason;
import dev.laptimer.runner.Plans;
import dev.laptimer.runner.ServerProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Passwords, users, TLS: with real servers that ask for them. */
class LoginTest {

  @TempDir private Path dir;

  @ParameterizedTest
  @EnumSource(names = {"Jedis", "Lettuce", "Raw"})
  void redisWithAPassword(ClientName client) {
    try (var server = ServerProcess.redis("--requirepass", "secret")) {
      var arm = Plans.withClient(Plans.redis(server.port()), client, null);
      assertWorks(Plans.withCredentials(arm, folder("secret\n")));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"Jedis", "Lettuce", "Raw"})
  void redisWithAUserOfItsOwn(ClientName client) {
    try (var server = ServerProcess.redis("--user", "bench", "on", ">secret", "~lt:*", "+@all")) {
      var dir = Folder.of(this.dir, Map.of("username", "bench\n", "password", "secret\n"));
      var arm = Plans.withClient(Plans.redis(server.port()), client, null);
      assertWorks(Plans.withCredentials(arm, dir));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"Jedis", "Lettuce", "Raw"})
  void redisWithAWrongPassword(ClientName client) {
    try (var server = ServerProcess.redis("--requirepass", "secret")) {
      var arm = Plans.withClient(Plans.redis(server.port()), client, null);
      assertRefused(Plans.withCredentials(arm, folder("wrong")), "WRONGPASS");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"Jedis", "Lettuce", "Raw"})
  void redisThatWantsAPasswordAndGetsNone(ClientName client) {
    try (var server = ServerProcess.redis("--requirepass", "secret")) {
      assertRefused(Plans.withClient(Plans.redis(server.port()), client, null), "NOAUTH");
    }
  }

  @Test
  void memcachedWithAUser() {
    try (var passwords = new PasswordDaemon(dir, "bench", "secret");
        var server = ServerProcess.memcachedWithLogin(passwords)) {
      var dir = Folder.of(this.dir, Map.of("username", "bench", "password", "secret"));
      var arm =
          Plans.withClient(
              Plans.memcached(server.port()), ClientName.Spymemcached, WireProtocol.Binary);
      assertWorks(Plans.withCredentials(arm, dir));
    }
  }

  @Test
  void memcachedWithAWrongPassword() {
    try (var passwords = new PasswordDaemon(dir, "bench", "secret");
        var server = ServerProcess.memcachedWithLogin(passwords)) {
      var dir = Folder.of(this.dir, Map.of("username", "bench", "password", "wrong"));
      var arm =
          Plans.withClient(
              Plans.memcached(server.port()), ClientName.Spymemcached, WireProtocol.Binary);
      assertRefused(Plans.withCredentials(arm, dir), "Auth");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rsa:2048", "ec -pkeyopt ec_paramgen_curve:prime256v1"})
  void redisWithTlsAndACertificateOfTheClient(String newKey) {
    var certificates = TestCertificates.authority(dir);
    certificates.issue("server", newKey, "IP:127.0.0.1");
    certificates.issue("client", newKey, "DNS:client");
    try (var server =
        ServerProcess.redisWithTls(certificates, "server", "--tls-auth-clients", "yes")) {
      var tls = new Tls(certificates.caFile().toString(), certificates.secret("client"));
      assertWorks(Plans.withTls(Plans.redis(server.port()), tls));
      var lettuce = Plans.withClient(Plans.redis(server.port()), ClientName.Lettuce, null);
      assertWorks(Plans.withTls(lettuce, tls));
    }
  }

  private String folder(String password) {
    return Folder.of(dir, Map.of("password", password));
  }

  private static void assertWorks(Plan.Arm arm) {
    try (var client = Clients.open(arm)) {
      var value = "value".getBytes(StandardCharsets.US_ASCII);
      client.set(Key.of("lt:key"), value, 0);
      assertThat(client.get(Key.of("lt:key"))).isEqualTo(value);
      assertThat(client.get(Key.of("lt:absent"))).isNull();
      assertThat(client.delete(Key.of("lt:key"))).isTrue();
      assertThat(client.delete(Key.of("lt:key"))).isFalse();
    }
  }

  private static void assertRefused(Plan.Arm arm, String words) {
    var error =
        catchThrowable(
            () -> {
              try (var client = Clients.open(arm)) {
                client.ping();
                client.get(Key.of("lt:key"));
              }
            });
    assertThat(new ClientErrors(null).text(error)).contains(words);
    assertThat(ClientErrors.reason(error)).isEqualTo(Reason.AuthenticationFailed);
  }
}
