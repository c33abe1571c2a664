package dev.laptimer.client.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.laptimer.client.CacheClient;
import dev.laptimer.client.CacheClient.Key;
import dev.laptimer.client.ClientErrors;
import dev.laptimer.client.Clients;
import dev.laptimer.client.Folder;
import dev.laptimer.client.RefusedException;
import dev.laptimer.client.TestCertificates;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Plan.Tls;
import dev.laptimer.result.Feature;
import dev.laptimer.result.Feature.Answer;
import dev.laptimer.result.Reason;
import dev.laptimer.runner.Plans;
import dev.laptimer.runner.ServerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** MongoDB as a key-value store, with FerretDB in its place. */
class MongoDriverClientTest {

  private static ServerProcess server;

  @TempDir private Path dir;
  private final Plan.Arm arm = Plans.mongodb(server.port());
  private final CacheClient client = Clients.open(arm);

  @BeforeAll
  static void startServer() {
    server = ServerProcess.ferretdb();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @AfterEach
  void close() {
    client.flush();
    client.close();
  }

  @Test
  void readsWhatItWroteAlsoOverIt() {
    client.set(Key.of("key"), bytes("value"), 0);
    client.set(Key.of("key"), bytes("another"), 0);

    assertThat(client.get(Key.of("key"))).isEqualTo(bytes("another"));
  }

  @Test
  void aValueMayBeAnyBytesOfAnySize() {
    var value = new byte[1_000_000];
    IntStream.range(0, value.length).forEach(i -> value[i] = (byte) (i * 31));

    client.set(Key.of("key"), value, 0);

    assertThat(client.get(Key.of("key"))).isEqualTo(value);
  }

  @Test
  void aKeyThatIsNotThereIsNull() {
    assertThat(client.get(Key.of("absent"))).isNull();
  }

  @Test
  void deletesAndSaysWhetherThereWasAKey() {
    client.set(Key.of("key"), bytes("value"), 0);

    assertThat(List.of(client.delete(Key.of("key")), client.delete(Key.of("key"))))
        .containsExactly(true, false);
  }

  @Test
  void deletesManyKeysAtOnceAndOnlyThose() {
    var keys = IntStream.range(0, 50).mapToObj(i -> Key.of("key" + i)).toList();
    keys.forEach(key -> client.set(key, bytes("value"), 0));
    client.set(Key.of("other"), bytes("value"), 0);

    client.deleteAll(keys);

    assertThat(keys).allSatisfy(key -> assertThat(client.get(key)).isNull());
    assertThat(client.get(Key.of("other"))).isEqualTo(bytes("value"));
  }

  @Test
  void theCollectionIsTheRunsOwnAndGoesWithItAndNoOther() {
    var another =
        new Plan.Arm(
            "another",
            "another",
            arm.engine(),
            arm.client(),
            null,
            false,
            arm.host(),
            arm.port(),
            null,
            null,
            null,
            null,
            null,
            null,
            "run_another");
    try (var neighbour = Clients.open(another)) {
      neighbour.prepare(0);
      neighbour.set(Key.of("key"), bytes("theirs"), 0);
      client.prepare(0);
      client.prepare(0);
      client.set(Key.of("key"), bytes("ours"), 0);
      assertThat(collections()).contains("run_0000002a", "run_another");

      assertThat(client.deleteAllOfTheRun()).isTrue();

      assertThat(collections()).contains("run_another").doesNotContain("run_0000002a");
      assertThat(neighbour.get(Key.of("key"))).isEqualTo(bytes("theirs"));
      neighbour.deleteAllOfTheRun();
    }
  }

  @Test
  void aServerWithoutTtlIndexesIsRefusedWhereKeysAreToExpire() {
    assertThatThrownBy(() -> client.prepare(20))
        .isInstanceOf(RefusedException.class)
        .hasMessage(
            "the server has no TTL index, without which no key expires (it says NotImplemented"
                + " (238): Index option \"expireAfterSeconds\" is not implemented yet); ask for"
                + " keys that stay: `expiry.seconds: 0`");
  }

  @Test
  void aDateWithoutTtlIndexIsNoTimeToLive() {
    client.prepare(0);
    client.set(Key.of("key"), bytes("value"), 60);

    assertThat(
            List.of(
                client.timeToLiveSeconds(Key.of("key")),
                client.timeToLiveSeconds(Key.of("absent"))))
        .containsExactly(OptionalLong.of(-1), OptionalLong.of(-2));
  }

  @Test
  void theServerTellsVersionSettingsAndCounters() {
    client.set(Key.of("key"), bytes("value"), 0);
    client.get(Key.of("key"));

    assertThat(client.serverVersion()).matches("\\d+\\.\\d+\\.\\d+ \\(FerretDB\\)");
    assertThat(client.serverSettings()).containsOnlyKeys("process");
    assertThat(client.serverCounters())
        .containsKeys("uptime", "metrics.commands.find.total", "metrics.commands.update.total");
    assertThat(Clients.version(arm.client())).matches("\\d+\\.\\d+\\.\\d+");
  }

  @Test
  void whatTheServerCanDoIsAskedOrTried() {
    client.prepare(0);

    assertThat(client.features(Key.of("feature")))
        .containsExactly(
            Feature.of(
                Feature.Name.TimeToLive,
                Answer.No,
                "createIndexes with expireAfterSeconds: NotImplemented (238): Index option"
                    + " \"expireAfterSeconds\" is not implemented yet"),
            Feature.of(
                Feature.Name.Persistence, Answer.Unknown, "serverStatus has no storageEngine"),
            Feature.of(
                Feature.Name.Replication,
                Answer.No,
                "hello has no setName; replSetGetStatus: CommandNotFound (59): no such command:"
                    + " 'replSetGetStatus'"),
            Feature.of(
                Feature.Name.Clustering,
                Answer.Off,
                "hello has no msg isdbgrid: not a router of shards"),
            Feature.of(
                Feature.Name.Transactions,
                Answer.No,
                "an insert in a transaction that is aborted: FailedToParse (9): insert: unknown"
                    + " field \"startTransaction\""),
            Feature.of(
                Feature.Name.Eviction, Answer.Unknown, "nothing that the server says speaks of it"),
            Feature.yes(
                Feature.Name.MaxValueSize,
                "16 MiB with its key",
                "hello: maxBsonObjectSize 16777216"),
            Feature.of(
                Feature.Name.Pipelining,
                Answer.Unknown,
                "its driver sends one command after the other"));
  }

  @Test
  void comesBackByItselfAfterTheServerWasAway() {
    var first = ServerProcess.ferretdb();
    try (var client = Clients.open(Plans.mongodb(first.port()))) {
      client.set(Key.of("key"), bytes("value"), 0);
      first.close();
      assertThat(attempt(client)).isNotEqualTo("answered");

      try (var again = ServerProcess.ferretdb(first.port())) {
        await("answer of " + again.process()).until(() -> attempt(client).equals("answered"));
      }
    }
  }

  @Test
  void aServerThatIsNotThereIsNamedByTheRefusedConnection() {
    var error = catchThrowable(() -> Clients.open(Plans.mongodb(ServerProcess.freePort())));

    assertThat(ClientErrors.reason(error)).isEqualTo(Reason.ConnectionRefused);
    assertThat(new ClientErrors(null).text(error)).contains("Connection refused");
  }

  /** The stand-in knows no SCRAM, so that no login can succeed. */
  @Test
  void aRefusedLoginIsNamedWithoutThePassword() {
    var login = Folder.of(dir, Map.of("username", "bench", "password", "secret"));
    var error = catchThrowable(() -> Clients.open(Plans.withCredentials(arm, login)));

    assertThat(ClientErrors.reason(error)).isEqualTo(Reason.AuthenticationFailed);
    assertThat(new ClientErrors(null).text(error))
        .contains("authentication mechanism")
        .doesNotContain("secret");
  }

  @Test
  void aLoginNeedsAUser() {
    var login = Folder.of(dir, Map.of("password", "secret"));

    assertThatThrownBy(() -> Clients.open(Plans.withCredentials(arm, login)))
        .hasMessageContaining("must have the key username");
  }

  @Test
  void talksTlsAndVerifiesTheServersName() throws IOException {
    var certificates = TestCertificates.authority(dir);
    certificates.issue("server", "rsa:2048", "IP:127.0.0.1");
    certificates.issue("other", "rsa:2048", "DNS:other");
    var tls = new Tls(certificates.caFile().toString(), null);
    try (var proxy = tlsProxy(certificates, "server");
        var client = Clients.open(Plans.withTls(Plans.mongodb(proxy.port()), tls))) {
      client.set(Key.of("key"), bytes("value"), 0);
      assertThat(client.get(Key.of("key"))).isEqualTo(bytes("value"));
    }
    try (var proxy = tlsProxy(certificates, "other")) {
      var error =
          catchThrowable(() -> Clients.open(Plans.withTls(Plans.mongodb(proxy.port()), tls)));
      assertThat(ClientErrors.reason(error)).isEqualTo(Reason.TlsNameMismatch);
    }
  }

  /** The server itself talks plain TCP. */
  private ServerProcess tlsProxy(TestCertificates certificates, String name) throws IOException {
    int port = ServerProcess.freePort();
    var pem = dir.resolve(name + ".pem");
    Files.writeString(
        pem,
        Files.readString(certificates.certificate(name))
            + Files.readString(certificates.key(name)));
    var config = dir.resolve(name + ".cfg");
    Files.writeString(
        config,
        """
        defaults
          mode tcp
          timeout connect 5s
          timeout client 60s
          timeout server 60s
        listen tls
          bind 127.0.0.1:%d ssl crt %s
          server mongodb 127.0.0.1:%d
        """
            .formatted(port, pem, server.port()));
    var program =
        Files.isExecutable(Path.of("/usr/sbin/haproxy")) ? "/usr/sbin/haproxy" : "haproxy";
    return ServerProcess.start(port, Map.of(), List.of(program, "-db", "-f", config.toString()));
  }

  private List<String> collections() {
    return ((MongoDriverClient) client)
        .driver()
        .getDatabase(MongoDriverClient.DATABASE)
        .listCollectionNames()
        .into(new ArrayList<>());
  }

  private static String attempt(CacheClient client) {
    try {
      client.set(Key.of("key"), bytes("value"), 0);
      return "answered";
    } catch (RuntimeException e) {
      assertThat(ClientErrors.isConnectionError(e)).as(e.toString()).isTrue();
      return new ClientErrors(null).text(e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
