package dev.laptimer.operator.dbcluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.DbCluster;
import dev.laptimer.chart.RestrictedProfile;
import dev.laptimer.engine.galera.MemberConfig;
import dev.laptimer.operator.dbcluster.Channel.Mode;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ObjectsTest {

  private static final String PROXY = "proxy: {type: HAProxy, replicas: 2, stats: {}}";

  private static DbCluster cluster(String... spec) {
    return Serialization.unmarshal(
        """
        apiVersion: laptimer.dev/v1alpha1
        kind: DbCluster
        metadata:
          name: orders
          namespace: shop
          uid: 0123456789abcdef
          labels: {argocd.argoproj.io/instance: shop, team: checkout}
          annotations: {argocd.argoproj.io/tracking-id: shop}
        spec:
          type: Galera
          %s
        """
            .formatted(String.join("\n  ", spec)),
        DbCluster.class);
  }

  private static MemberObjects members(String... spec) {
    return new MemberObjects(cluster(spec), "mariadb:10.11", List.of());
  }

  private static ProxyObjects proxy(String... spec) {
    return new ProxyObjects(members(spec), "haproxy:2.8", 3);
  }

  // mariadb-operator #155
  @Test
  void everyPodIsOfTheRestrictedProfile() {
    assertThat(RestrictedProfile.violations(members().template().getSpec())).isEmpty();
    assertThat(
            RestrictedProfile.violations(
                proxy(PROXY).deployment().getSpec().getTemplate().getSpec()))
        .isEmpty();
  }

  @Test
  void nothingOfTheUsersLabelsAndAnnotationsGoesToTheObjects() {
    var objects = members(PROXY).supporting(true);
    assertThat(objects)
        .allSatisfy(
            object -> {
              assertThat(object.getMetadata().getLabels())
                  .containsOnlyKeys(
                      "app.kubernetes.io/managed-by",
                      "app.kubernetes.io/name",
                      "app.kubernetes.io/component",
                      "laptimer.dev/kind",
                      "laptimer.dev/cluster");
              assertThat(object.getMetadata().getAnnotations()).isNullOrEmpty();
              assertThat(object.getMetadata().getOwnerReferences())
                  .singleElement()
                  .satisfies(owner -> assertThat(owner.getUid()).isEqualTo("0123456789abcdef"));
            });
  }

  @Test
  void passwordsReachAPodAsFilesAlone() {
    var secrets =
        members().template().getSpec().getContainers().stream()
            .flatMap(container -> container.getEnv().stream())
            .map(EnvVar::getValueFrom)
            .filter(source -> source != null && source.getSecretKeyRef() != null);
    assertThat(secrets).isEmpty();
  }

  @Test
  void theNumberOfMembersIsNoPartOfWhatTheyAreMadeFrom() {
    assertThat(members("members: 5").templateHash())
        .isEqualTo(members("members: 3").templateHash());
  }

  @Test
  void everythingElseThatAMemberIsMadeFromChangesItsHash() {
    var hash = members().templateHash();
    assertThat(
            List.of(
                members("image: other:1").templateHash(),
                members("config: {max_connections: '10'}").templateHash(),
                members("resources: {limits: {memory: 2Gi}}").templateHash(),
                members("separation: Required").templateHash()))
        .doesNotContain(hash)
        .doesNotHaveDuplicates();
  }

  // mariadb-operator #709, #1082: a member that cannot start does not keep the newest data from
  // starting
  @Test
  void membersStartAllAtOnceAndAreRestartedByTheOperatorAlone() {
    var spec = members().statefulSet(3, "u").getSpec();
    assertThat(spec.getPodManagementPolicy()).isEqualTo("Parallel");
    assertThat(spec.getUpdateStrategy().getType()).isEqualTo("OnDelete");
  }

  // bitpoke/mysql-operator #349
  @Test
  void volumesAreKeptUnlessTheUserWantsOtherwise() {
    assertThat(retention()).isEqualTo(Map.of("deleted", "Retain", "scaled", "Retain"));
    assertThat(retention("storage: {onDeletion: Delete}"))
        .isEqualTo(Map.of("deleted", "Delete", "scaled", "Delete"));
  }

  private static Map<String, String> retention(String... spec) {
    var policy =
        members(spec).statefulSet(3, "u").getSpec().getPersistentVolumeClaimRetentionPolicy();
    return Map.of("deleted", policy.getWhenDeleted(), "scaled", policy.getWhenScaled());
  }

  // bitpoke/mysql-operator #73
  @Test
  void passwordsAreKeptAsLongAsTheDataThatNeedsThem() {
    assertThat(members().users("a", "b").getMetadata().getOwnerReferences()).isNullOrEmpty();
    assertThat(
            members("storage: {onDeletion: Delete}")
                .users("a", "b")
                .getMetadata()
                .getOwnerReferences())
        .hasSize(1);
  }

  @Test
  void everyVolumeSaysToWhichClusterItsDataBelongs() {
    assertThat(
            members()
                .statefulSet(3, "the-uuid")
                .getSpec()
                .getVolumeClaimTemplates()
                .get(0)
                .getMetadata()
                .getAnnotations())
        .isEqualTo(Map.of("laptimer.dev/cluster-uuid", "the-uuid"));
  }

  // bitnami/charts #8331
  @Test
  void membersThatAreNotReadyCanBeFoundByTheOthers() {
    assertThat(members().membersService().getSpec().getPublishNotReadyAddresses()).isTrue();
    assertThat(members().membersService().getSpec().getClusterIP()).isEqualTo("None");
  }

  @Test
  void clientsAreLedToTheProxyOrToTheMembers() {
    assertThat(members().clientService(false).getSpec().getSelector())
        .containsEntry("app.kubernetes.io/component", "member");
    assertThat(members(PROXY).clientService(true).getSpec().getSelector())
        .containsEntry("app.kubernetes.io/component", "proxy");
  }

  @Test
  void clientsAreLedToAProxyThatIsAddedOnlyWhenItCanServeThem() {
    var wanted = cluster(PROXY).getSpec().proxy();
    assertThat(ProxyObjects.takesClients(wanted, 0, false, false)).isFalse();
    assertThat(ProxyObjects.takesClients(wanted, 1, false, false)).isTrue();
    assertThat(ProxyObjects.takesClients(wanted, 0, true, false)).isTrue();
    assertThat(ProxyObjects.takesClients(wanted, 0, false, true)).isTrue();
    assertThat(ProxyObjects.takesClients(null, 2, true, false)).isFalse();
  }

  @Test
  void aDisruptionMayTakeOneMemberOfThreeAndIsNotLimitedWithFewer() {
    assertThat(kinds("members: 3")).contains("PodDisruptionBudget");
    assertThat(kinds("members: 2")).doesNotContain("PodDisruptionBudget");
  }

  private static List<String> kinds(String... spec) {
    return members(spec).supporting(false).stream().map(object -> object.getKind()).toList();
  }

  @Test
  void whatLaptimerDecidesStandsBelowWhatTheUserWrites() {
    var config =
        ServerConfig.files(
                new Names("shop", "orders"), cluster("config: {max_connections: '10'}").getSpec())
            .get("server.cnf");
    assertThat(config.indexOf("max_connections = \"10\"")).isPositive();
    assertThat(config.indexOf("wsrep_cluster_address"))
        .isGreaterThan(config.indexOf("max_connections"));
    assertThat(config).contains("wsrep_cluster_name = orders\n");
  }

  @Test
  void theUsersProviderOptionsAreAddedAndCannotMoveTheMembersApart() {
    assertThat(
            MemberConfig.providerOptions(
                "gcache.size=1G; gmcast.listen_addr=tcp://1.2.3.4:1;evs.suspect_timeout=PT2S",
                MemberConfig.Place.POD))
        .isEqualTo(
            "gcache.size=1G;gmcast.listen_addr=tcp://0.0.0.0:4567;evs.suspect_timeout=PT2S;"
                + "ist.recv_addr=@POD_IP@:4568;gcache.recover=yes;pc.recovery=true");
  }

  @Test
  void withACertificateTheMembersTalkTlsToClientsAndToEachOther() {
    var tls = "tls: {secretRef: {name: orders-tls}}";
    var config =
        ServerConfig.files(new Names("shop", "orders"), cluster(tls).getSpec()).get("server.cnf");
    assertThat(config)
        .contains(
            "ssl_ca = \"/etc/laptimer/tls/ca.crt\"",
            "ssl_cert = \"/etc/laptimer/tls/tls.crt\"",
            "ssl_key = \"/etc/laptimer/tls/tls.key\"",
            "socket.ssl=yes;socket.ssl_ca=/etc/laptimer/tls/ca.crt;")
        .endsWith("[sst]\nsst-log-archive = 0\nssl-mode = @SST_TLS_MODE@\n");
    var pod = members(tls).template().getSpec();
    assertThat(pod.getVolumes())
        .filteredOn(volume -> volume.getName().equals("tls"))
        .extracting(volume -> volume.getSecret().getSecretName())
        .containsExactly("orders-tls");
    assertThat(pod.getContainers().get(0).getVolumeMounts())
        .extracting(mount -> mount.getName())
        .contains("tls");
    assertThat(RestrictedProfile.violations(pod)).isEmpty();
  }

  @Test
  void theChannelIsReadAsItWasWritten() {
    for (var channel :
        List.of(
            Channel.ofNewCluster("u"),
            new Channel(Mode.RUN, 3, null, "u", 5, 4),
            new Channel(Mode.RECOVER, 7, null, "u", 3, 3))) {
      assertThat(Channel.ofData(channel.toData(new Names("shop", "orders"), "0123456789")))
          .isEqualTo(channel);
    }
  }

  // bitnami/containers #54037
  @Test
  void twoResourcesOfOneNameShareNoEpoch() {
    assertThat(Channel.epochToken("aaaaaaaa-1", 1))
        .isNotEqualTo(Channel.epochToken("bbbbbbbb-1", 1));
  }

  // PXC-op #2074 (drain), #2206 (20 s until a member is taken for dead), #1763 (resolvers)
  @Test
  void theProxyLeadsToEveryMemberByItsOwnState() {
    assertThat(servers(proxy(PROXY)))
        .isEqualTo(
            """
            server orders-0 orders-0.orders-members.shop.svc.@DOMAIN@:3306
            server orders-1 orders-1.orders-members.shop.svc.@DOMAIN@:3306
            server orders-2 orders-2.orders-members.shop.svc.@DOMAIN@:3306""");
    assertThat(proxy(PROXY).haproxyConfig())
        .contains(
            "balance roundrobin",
            "option httpchk",
            "check port 9200",
            "http-check disable-on-404",
            "inter 1s",
            "on-marked-down shutdown-sessions",
            "resolvers kubernetes");
    assertThat(proxy("proxy: {type: HAProxy, balance: LeastConnections}").haproxyConfig())
        .contains("balance leastconn");
  }

  @Test
  void aSingleWriterStaysUntilItNoLongerServesAndIsTheSameForAllProxies() {
    var config = proxy("proxy: {type: HAProxy, balance: SingleWriter}").haproxyConfig();
    assertThat(config.substring(config.indexOf("peers proxies"), config.indexOf("frontend health")))
        .isEqualTo(
            """
            peers proxies
            @PEERS@

            frontend galera
                bind :3306
                stick-table type integer size 1 store gpt0 peers proxies
                tcp-request content track-sc0 int(1)
                acl serves_1 nbsrv(orders-0) gt 0
                acl serves_2 nbsrv(orders-1) gt 0
                acl serves_3 nbsrv(orders-2) gt 0
                tcp-request content set-var(sess.writer) int(1) if { sc0_get_gpt0 eq 1 } serves_1
                tcp-request content set-var(sess.writer) int(2) if { sc0_get_gpt0 eq 2 } serves_2
                tcp-request content set-var(sess.writer) int(3) if { sc0_get_gpt0 eq 3 } serves_3
                tcp-request content sc-set-gpt0(0) 1 if !{ var(sess.writer) -m found } serves_1
                tcp-request content set-var(sess.writer) int(1) if !{ var(sess.writer) -m found } serves_1
                tcp-request content sc-set-gpt0(0) 2 if !{ var(sess.writer) -m found } serves_2
                tcp-request content set-var(sess.writer) int(2) if !{ var(sess.writer) -m found } serves_2
                tcp-request content sc-set-gpt0(0) 3 if !{ var(sess.writer) -m found } serves_3
                tcp-request content set-var(sess.writer) int(3) if !{ var(sess.writer) -m found } serves_3
                use_backend orders-0 if { var(sess.writer) -m int eq 1 }
                use_backend orders-1 if { var(sess.writer) -m int eq 2 }
                use_backend orders-2 if { var(sess.writer) -m int eq 3 }

            backend orders-0
                server orders-0 orders-0.orders-members.shop.svc.@DOMAIN@:3306

            backend orders-1
                server orders-1 orders-1.orders-members.shop.svc.@DOMAIN@:3306

            backend orders-2
                server orders-2 orders-2.orders-members.shop.svc.@DOMAIN@:3306

            """);
  }

  private static String servers(ProxyObjects proxy) {
    return proxy
        .haproxyConfig()
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith("server "))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void theStatisticsPageHasALoginOrIsNotThere() {
    assertThat(proxy(PROXY).haproxyConfig()).contains("stats auth @LOGIN@");
    assertThat(proxy("proxy: {type: HAProxy}").haproxyConfig())
        .doesNotContain("stats auth", ":8404");
  }

  @Test
  void aChangedConfigurationDoesNotReplaceTheProxysPods() {
    var three = new ProxyObjects(members(PROXY), "haproxy:2.8", 3);
    var five = new ProxyObjects(members(PROXY), "haproxy:2.8", 5);
    assertThat(five.haproxyConfig()).isNotEqualTo(three.haproxyConfig());
    assertThat(five.deployment()).isEqualTo(three.deployment());
  }
}
