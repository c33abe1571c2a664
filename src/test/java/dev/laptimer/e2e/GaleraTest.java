package dev.laptimer.e2e;

import static dev.laptimer.e2e.Cluster.CLIENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.laptimer.api.DbClusterState;
import dev.laptimer.api.DbClusterStatus;
import dev.laptimer.api.DbMemberState;
import dev.laptimer.e2e.RowWriter.Sessions;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What happens to a Galera cluster in its life. After each: every acknowledged row is on every
 * member. Few clusters are formed, as that takes a minute each.
 */
@E2e
@Order(1) // the longest go first
class GaleraTest {

  /** Another image with MariaDB; without it the change of images is left out. */
  private static final String OTHER_IMAGE = Cluster.setting("OTHER_GALERA_IMAGE", "");

  @Test
  void theSampleIsChangedInEveryWayWithoutAFailedWrite(Space space) throws Exception {
    var cluster = Galera.apply(space, Manifests.sample("galera.yaml"));
    var status = cluster.awaitReady();
    say(space, "formed");
    assertThat(status.ready()).isEqualTo("3/3");
    assertThat(status.size()).isEqualTo(3);
    assertThat(status.proxy().ready()).isEqualTo("2/2");
    assertThat(status.members())
        .extracting(DbClusterStatus.Member::state)
        .containsOnly(DbMemberState.Synced);
    assertThat(status.members())
        .extracting(DbClusterStatus.Member::node)
        .as("three nodes are free, so no two members share one")
        .doesNotHaveDuplicates();
    assertThat(space.kubectl("get", "dbc", "orders"))
        .contains("Ready", "3/3", "true", "2/2", "all 3 members are synced");
    theStatisticsPageWantsALogin(space, status);

    var writer = RowWriter.start(cluster, "writer", Sessions.ONE_A_ROW);

    // A member is stopped gently: it gets no new connections before it stops
    var before = cluster.servers();
    cluster.deletePods(1);
    cluster.awaitHealed(before, 1);
    say(space, "one member restarted");

    // Scaled up, with sessions open: those of the proxies outlive the change of their configuration
    var sessions =
        List.of(
            RowWriter.start(cluster, "session-a", Sessions.ONE_FOR_ALL),
            RowWriter.start(cluster, "session-b", Sessions.ONE_FOR_ALL));
    cluster.patch("{\"spec\": {\"members\": 4}}");
    status = cluster.awaitReady();
    assertThat(status.ready()).isEqualTo("4/4");
    assertThat(status.warnings()).singleElement().asString().contains("use an odd number");
    awaitServersOfTheProxies(space, 4);
    for (var session : sessions) {
      session.awaitRows(5);
      assertThat(session.stop().failures()).as(session.name()).isEmpty();
    }
    writer.awaitRows(5);
    say(space, "scaled up");

    // Scaled down: the volume stays, as the sample does not say otherwise
    cluster.patch("{\"spec\": {\"members\": 3}}");
    assertThat(cluster.awaitReady().size()).isEqualTo(3);
    assertThat(cluster.claims()).contains(cluster.claim(3));
    say(space, "scaled down");

    // Another setting and another image, member by member
    before = cluster.servers();
    cluster.patch(
        "{\"spec\": {\"config\": {\"max_connections\": \"77\"}%s}}"
            .formatted(OTHER_IMAGE.isEmpty() ? "" : ", \"image\": \"" + OTHER_IMAGE + "\""));
    cluster.awaitHealed(before, 0, 1, 2);
    for (int ordinal = 0; ordinal < 3; ordinal++) {
      assertThat(cluster.sql(ordinal, "SELECT @@max_connections").strip()).isEqualTo("77");
      if (!OTHER_IMAGE.isEmpty()) {
        assertThat(cluster.pod(ordinal).getSpec().getContainers())
            .extracting(container -> container.getImage())
            .containsOnly(OTHER_IMAGE);
      }
    }
    say(space, "setting and image changed");

    var rows = writer.stop();
    say(space, "%d rows, longest gap %s".formatted(rows.acknowledged().size(), rows.longestGap()));
    assertThat(rows.failures()).as("failed writes").isEmpty();
    assertEvents(space);
    var all = new RowWriter.Rows[] {rows, sessions.get(0).rows(), sessions.get(1).rows()};
    cluster.assertEveryRowOnEveryMember(all);

    // Deleted, and applied again: the data that was kept is taken up again
    cluster.delete();
    Space.await("the pods' end")
        .until(() -> space.pods().stream().noneMatch(pod -> isOf(pod, "orders")));
    assertThat(cluster.claims())
        .contains(cluster.claim(0), cluster.claim(1), cluster.claim(2), cluster.claim(3));
    assertThat(secret(space, "orders-users")).isNotNull();
    space.apply(Manifests.sample("galera.yaml"));
    cluster.awaitReady();
    cluster.assertEveryRowOnEveryMember(all);
    say(space, "taken up again");
  }

  private static void assertEvents(Space space) {
    assertThat(space.events("DbCluster", "orders"))
        .as("reasons of events")
        .contains("Forming", "Ready", "Scaling", "Degraded");
  }

  private static boolean isOf(Pod pod, String cluster) {
    return pod.getMetadata().getName().startsWith(cluster + "-");
  }

  private static Secret secret(Space space, String name) {
    return CLIENT.secrets().inNamespace(space.name()).withName(name).get();
  }

  private static List<Pod> proxies(Space space) {
    return CLIENT
        .pods()
        .inNamespace(space.name())
        .withLabel("app.kubernetes.io/component", "proxy")
        .list()
        .getItems();
  }

  /** The kubelet takes its time to bring a new configuration to the pods. */
  private static void awaitServersOfTheProxies(Space space, int servers) throws Exception {
    for (var proxy : proxies(space)) {
      Space.await(
              "%d members in the configuration of %s"
                  .formatted(servers, proxy.getMetadata().getName()))
          .until(
              () ->
                  statistics(space, proxy, login(space))
                          .body()
                          .lines()
                          .filter(line -> line.startsWith("galera,orders-"))
                          .filter(line -> line.contains(",UP,"))
                          .count()
                      == servers);
    }
  }

  private static void theStatisticsPageWantsALogin(Space space, DbClusterStatus status)
      throws Exception {
    assertThat(status.proxy().statsSecretName()).isEqualTo("orders-stats");
    var proxy = proxies(space).get(0);
    assertThat(statistics(space, proxy, null).statusCode()).isEqualTo(401);
    assertThat(statistics(space, proxy, "stats:wrong").statusCode()).isEqualTo(401);
    var page = statistics(space, proxy, login(space));
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains("galera,orders-0", "galera,orders-1", "galera,orders-2");
  }

  private static String login(Space space) {
    var data = secret(space, "orders-stats").getData();
    return decoded(data.get("username")) + ":" + decoded(data.get("password"));
  }

  private static String decoded(String base64) {
    return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
  }

  private static HttpResponse<String> statistics(Space space, Pod proxy, String login)
      throws IOException, InterruptedException {
    try (var forward =
        CLIENT
            .pods()
            .inNamespace(space.name())
            .withName(proxy.getMetadata().getName())
            .portForward(8404)) {
      var request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + forward.getLocalPort() + "/;csv"))
              .timeout(Duration.ofSeconds(20));
      if (login != null) {
        request.header(
            "Authorization",
            "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)));
      }
      return HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .build()
          .send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
  }

  // mariadb-operator #709, #1108; kubeblocks-addons #3104; bitnami/charts #2260; PXC-op K8SPXC-1828
  @Test
  void whateverDiesAtOnceEveryAcknowledgedRowIsOnEveryMember(Space space) {
    var cluster =
        Galera.apply(
            space,
            Galera.small(
                3,
                """
                , storage: {sizeGi: 1, onDeletion: Delete}
                  , proxy: {type: HAProxy, replicas: 2, balance: SingleWriter,
                      resources: {requests: {cpu: 20m, memory: 64Mi}, limits: {memory: 128Mi}}}"""));
    cluster.awaitReady();
    say(space, "formed");

    // All servers are killed during writes: they find each other without help
    var first = RowWriter.start(cluster, "first", Sessions.ONE_A_ROW);
    var before = cluster.servers();
    cluster.kill(0, 1, 2);
    cluster.awaitHealed(before, 0, 1, 2);
    first.awaitRows(5);
    var rows1 = first.stop();
    cluster.assertEveryRowOnEveryMember(rows1);
    say(
        space,
        "all killed: %d rows, %d failed, longest gap %s"
            .formatted(rows1.acknowledged().size(), rows1.failures().size(), rows1.longestGap()));

    // All pods go: the one with the last writes starts first
    var second = RowWriter.start(cluster, "second", Sessions.ONE_A_ROW);
    before = cluster.servers();
    cluster.deletePods(0, 1, 2);
    cluster.awaitHealed(before, 0, 1, 2);
    second.awaitRows(5);
    var rows2 = second.stop();
    cluster.assertEveryRowOnEveryMember(rows1, rows2);
    say(
        space,
        "all pods deleted: %d rows, %d failed, longest gap %s"
            .formatted(rows2.acknowledged().size(), rows2.failures().size(), rows2.longestGap()));

    // The volume of member 0 is lost: it begins no cluster of its own
    var third = RowWriter.start(cluster, "third", Sessions.ONE_A_ROW);
    before = cluster.servers();
    cluster.loseVolume(0);
    cluster.awaitHealed(before, 0);
    third.awaitRows(20);
    var rows3 = third.stop();
    cluster.assertEveryRowOnEveryMember(rows1, rows2, rows3);
    say(
        space,
        "volume lost: %d rows, %d failed, longest gap %s"
            .formatted(rows3.acknowledged().size(), rows3.failures().size(), rows3.longestGap()));

    // The writer's pod is deleted, and another one's while it is not back. It stays with who took
    // over
    var fourth = RowWriter.start(cluster, "fourth", Sessions.ONE_A_ROW);
    int writer = cluster.writer();
    int other = (writer + 1) % 3;
    before = cluster.servers();
    cluster.deletePods(writer);
    Space.await("the writer to be away").until(() -> !cluster.isSynced(writer));
    cluster.deletePods(other);
    cluster.awaitHealed(before, writer, other);
    fourth.awaitRows(5);
    assertThat(cluster.writer()).isNotEqualTo(writer);
    var rows4 = fourth.stop();
    cluster.assertEveryRowOnEveryMember(rows1, rows2, rows3, rows4);
    say(space, "two members at once");

    // All go and with them a volume: its rows may have been the last ones, which only a person can
    // know
    before = cluster.servers();
    cluster.loseVolume(2);
    cluster.deletePods(0, 1);
    var blocked = cluster.await("Blocked", s -> s.state() == DbClusterState.Blocked);
    var message =
        blocked.conditions().stream()
            .filter(condition -> condition.getType().equals("Stalled"))
            .findFirst()
            .orElseThrow()
            .getMessage();
    assertThat(message).contains("orders-2: its volume is empty although it had data");
    var consent = Pattern.compile("kubectl .* -p '(\\{.*\\})'").matcher(message);
    assertThat(consent.find()).as(message).isTrue();
    say(space, "blocked");
    cluster.patch(consent.group(1));
    cluster.awaitHealed(before, 0, 1, 2);
    cluster.assertEveryRowOnEveryMember(rows1, rows2, rows3, rows4);
    say(space, "went on with consent");

    cluster.delete();
    Space.await("nothing left but the writers")
        .until(() -> cluster.claims().isEmpty() && secret(space, "orders-users") == null);
    Space.await("the pods' end")
        .until(() -> space.pods().stream().noneMatch(pod -> isOf(pod, "orders")));
  }

  @Test
  void aClusterLivesOnEveryFileSystem(Space space) {
    for (var storageClass : List.of("ext4", "xfs")) {
      assumeTrue(
          CLIENT.storage().v1().storageClasses().withName(storageClass).get() != null,
          "left out: there is no StorageClass " + storageClass);
      var cluster =
          Galera.apply(
              space,
              Galera.small(
                      1,
                      ", storage: {sizeGi: 1, storageClassName: %s, onDeletion: Delete}"
                          .formatted(storageClass))
                  .replace("{name: orders}", "{name: %s}".formatted(storageClass)));
      cluster.awaitReady();
      cluster.sql(0, "CREATE DATABASE laps; CREATE TABLE laps.one (n BIGINT PRIMARY KEY)");
      cluster.sql(0, "INSERT INTO laps.one VALUES (1), (2), (3)");
      var before = cluster.servers();
      cluster.kill(0);
      cluster.awaitHealed(before, 0);
      assertThat(cluster.sql(0, "SELECT COUNT(*) FROM laps.one").strip()).isEqualTo("3");
      say(space, storageClass);
      cluster.delete();
    }
  }

  @Test
  void withACertificateEverythingIsEncrypted(Space space) {
    var authority = Certificates.authority("members");
    var certificate = authority.issue("orders", "orders." + space.name() + ".svc");
    space.secret(
        "orders-tls",
        Map.of(
            "tls.crt", certificate.pem(), "tls.key", certificate.key(), "ca.crt", authority.pem()));
    var cluster =
        Galera.apply(
            space,
            Galera.small(
                2,
                ", tls: {secretRef: {name: orders-tls}}, storage: {sizeGi: 1, onDeletion: Delete}"));
    // The second member has joined, which takes a full copy
    cluster.awaitReady();
    for (int ordinal = 0; ordinal < 2; ordinal++) {
      assertThat(cluster.sql(ordinal, "SELECT @@have_ssl, @@wsrep_provider_options"))
          .startsWith("YES")
          .contains("socket.ssl = YES");
    }
    assertThat(cluster.cipherOfAClient()).contains("TLS_");
    cluster.delete();
  }

  // PXC-op #2348: a restore that waits for a pod that nobody makes
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          no-image  | image: laptimer.test/no-such-image:1                           | no-such-image
          no-secret | usersSecretRef: {name: no-such-secret}                         | no-such-secret
          no-class  | storage: {storageClassName: no-such-class}                     | no-such-class
          no-node   | placement: {nodeSelector: {color: none}}                       | affinity/selector
          no-option | config: {no_such_setting: "1"}                                 | no_such_setting
          """)
  void whatIsMissingIsNamedAndNothingWaitsForEver(
      String name, String field, String words, Space space) {
    var cluster =
        Galera.apply(
            space,
            """
            apiVersion: laptimer.dev/v1alpha1
            kind: DbCluster
            metadata: {name: %s}
            spec: {type: Galera, startTimeoutSeconds: 30, %s}
            """
                .formatted(name, field));
    var status =
        cluster.await(
            "Stalled",
            s ->
                s.conditions().stream()
                    .anyMatch(
                        c -> c.getType().equals("Stalled") && c.getMessage().contains(words)));
    assertThat(status.ready()).isEqualTo("0/3");
    cluster.delete();
  }

  private static void say(Space space, String what) {
    System.out.printf("e2e: %s %s: %s%n", java.time.Instant.now(), space.name(), what);
  }
}
