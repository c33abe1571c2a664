package dev.laptimer.e2e;

import static dev.laptimer.e2e.Cluster.CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.DbCluster;
import dev.laptimer.api.DbClusterState;
import dev.laptimer.api.DbClusterStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One DbCluster of type Galera in a space. */
record Galera(Space space, String name) {

  static final String SERVER = "mariadb";

  /** Applies one DbCluster and gives the handle of it. */
  static Galera apply(Space space, String yaml) {
    space.apply(yaml);
    return new Galera(space, CLIENT.resource(yaml).item().getMetadata().getName());
  }

  /**
   * A cluster named {@code orders} that takes little of the machine.
   *
   * @param more fields of the spec in YAML's flow style, each with a comma before it
   */
  static String small(int members, String more) {
    return """
        apiVersion: laptimer.dev/v1alpha1
        kind: DbCluster
        metadata: {name: orders}
        spec: {
          type: Galera,
          members: %d,
          config: {innodb_buffer_pool_size: 64M},
          resources: {requests: {cpu: 150m, memory: 256Mi}, limits: {memory: 768Mi}}
          %s
        }
        """
        .formatted(members, more);
  }

  DbCluster get() {
    return CLIENT.resources(DbCluster.class).inNamespace(space.name()).withName(name).get();
  }

  DbClusterStatus status() {
    return get().getStatus();
  }

  /** Waits until the status, of the newest spec, is so. */
  DbClusterStatus await(String what, Predicate<DbClusterStatus> wanted) {
    Space.await("%s of %s/%s".formatted(what, space.name(), name))
        .until(
            this::get,
            cluster ->
                cluster.getStatus().observedGeneration() >= cluster.getMetadata().getGeneration()
                    && wanted.test(cluster.getStatus()));
    return status();
  }

  /** Waits until all members, and all proxies, of the newest spec are ready. */
  DbClusterStatus awaitReady() {
    var status = await("Ready", s -> s.state() == DbClusterState.Ready);
    assertThat(status.conditions())
        .extracting(c -> c.getType() + "=" + c.getStatus())
        .contains("Ready=True", "Available=True", "Bootstrapped=True")
        .doesNotContain("Stalled=True", "Reconciling=True");
    return status;
  }

  int members() {
    return get().getSpec().membersOrDefault();
  }

  String member(int ordinal) {
    return name + "-" + ordinal;
  }

  Pod pod(int ordinal) {
    return CLIENT.pods().inNamespace(space.name()).withName(member(ordinal)).get();
  }

  /** The container in which the server of each member runs, by ordinal. */
  Map<Integer, String> servers() {
    var servers = new TreeMap<Integer, String>();
    for (int ordinal = 0; ordinal < members(); ordinal++) {
      var pod = pod(ordinal);
      if (pod != null && pod.getMetadata().getDeletionTimestamp() == null) {
        pod.getStatus().getContainerStatuses().stream()
            .filter(one -> one.getName().equals(SERVER) && one.getContainerID() != null)
            .map(one -> pod.getMetadata().getUid() + " " + one.getContainerID())
            .forEach(
                id -> servers.put(pod.getMetadata().getName().charAt(name.length() + 1) - '0', id));
      }
    }
    return servers;
  }

  /** Waits until the servers of some members are others than before, and all is well again. */
  DbClusterStatus awaitHealed(Map<Integer, String> before, Integer... ordinals) {
    awaitServers(before, ordinals);
    return awaitReady();
  }

  /** Waits until the servers of some members are others than before, and all are synced. */
  void awaitServers(Map<Integer, String> before, Integer... ordinals) {
    Space.await("another server of " + List.of(ordinals))
        .until(
            () -> {
              var now = servers();
              return Arrays.stream(ordinals)
                  .allMatch(o -> now.get(o) != null && !Objects.equals(now.get(o), before.get(o)));
            });
    Space.await("all members synced in " + space.name())
        .until(() -> IntStream.range(0, members()).allMatch(this::isSynced));
  }

  /** Whether a member sees all others and serves. */
  boolean isSynced(int ordinal) {
    var said =
        trySql(
            ordinal,
            "SHOW STATUS WHERE Variable_name IN ('wsrep_cluster_size', 'wsrep_local_state_comment', 'wsrep_ready')");
    return said.exitCode() == 0
        && said.output().contains("wsrep_cluster_size\t" + members())
        && said.output().contains("Synced")
        && said.output().contains("wsrep_ready\tON");
  }

  /** What a member answers to an administrator on the spot. */
  String sql(int ordinal, String statement) {
    var answer = trySql(ordinal, statement);
    assertThat(answer.exitCode()).as(answer.output()).isZero();
    return answer.output();
  }

  private Cluster.Output trySql(int ordinal, String statement) {
    return exec(
        ordinal,
        "MYSQL_PWD=$(cat /etc/laptimer/users/root) timeout 20 mariadb --no-defaults"
            + " --socket=/run/laptimer/mysqld.sock --user=root --batch --skip-column-names --execute=\"$1\"",
        statement);
  }

  private Cluster.Output exec(int ordinal, String script, String... arguments) {
    var command =
        new ArrayList<>(
            List.of(
                "kubectl", "exec", "--namespace=" + space.name(), member(ordinal), "-c", SERVER));
    command.addAll(List.of("--", "sh", "-c", script, "sh"));
    command.addAll(List.of(arguments));
    var answer = Cluster.run("", command);
    // kubectl has something to say of its own now and then
    return new Cluster.Output(
        answer.exitCode(),
        answer
            .output()
            .lines()
            .filter(line -> !line.matches("[IWE]\\d{4} .*"))
            .collect(Collectors.joining("\n")));
  }

  /** The member that a new connection through the Service comes to. */
  int writer() {
    return Integer.parseInt(
        throughTheService("SELECT @@wsrep_node_name", "").substring(name.length() + 1));
  }

  /** With what a connection of a client who verifies the members' certificate is encrypted. */
  String cipherOfAClient() {
    return throughTheService(
        "SHOW STATUS LIKE 'Ssl_cipher'",
        "--ssl-ca=/etc/laptimer/tls/ca.crt --ssl-verify-server-cert");
  }

  private String throughTheService(String statement, String options) {
    var answer =
        exec(
            0,
            "MYSQL_PWD=$(cat /etc/laptimer/users/root) timeout 20 mariadb --no-defaults --host=\"$1\" --user=root "
                + options
                + " --batch --skip-column-names --execute=\"$2\"",
            status().endpoint().host(),
            statement);
    assertThat(answer.exitCode()).as(answer.output()).isZero();
    return answer.output().strip();
  }

  /** Kills the servers of these members at once, as a crash does: they write nothing any more. */
  void kill(Integer... ordinals) {
    atOnce(
        ordinals,
        ordinal -> {
          var killed = exec(ordinal, "kill -9 $(cat /run/laptimer/mysqld.pid)");
          assertThat(killed.exitCode()).as(killed.output()).isZero();
        });
  }

  /** Deletes the pods of these members at once. */
  void deletePods(Integer... ordinals) {
    atOnce(ordinals, ordinal -> CLIENT.resource(pod(ordinal)).delete());
  }

  private static void atOnce(Integer[] ordinals, java.util.function.Consumer<Integer> what) {
    CompletableFuture.allOf(
            Arrays.stream(ordinals)
                .map(ordinal -> CompletableFuture.runAsync(() -> what.accept(ordinal)))
                .toArray(CompletableFuture[]::new))
        .join();
  }

  /** Takes a member its volume away, and its pod with it. */
  void loseVolume(int ordinal) {
    var claim = claim(ordinal);
    CLIENT.persistentVolumeClaims().inNamespace(space.name()).withName(claim).delete();
    CLIENT.resource(pod(ordinal)).withGracePeriod(0).delete();
  }

  String claim(int ordinal) {
    return "data-" + member(ordinal);
  }

  /** Names of the volume claims that there are. */
  Set<String> claims() {
    return CLIENT.persistentVolumeClaims().inNamespace(space.name()).list().getItems().stream()
        .map(claim -> claim.getMetadata().getName())
        .collect(Collectors.toSet());
  }

  /** Merges JSON into the object, as {@code kubectl patch --type=merge} does. */
  void patch(String json) {
    CLIENT
        .resources(DbCluster.class)
        .inNamespace(space.name())
        .withName(name)
        .patch(PatchContext.of(PatchType.JSON_MERGE), json);
  }

  void delete() {
    CLIENT.resources(DbCluster.class).inNamespace(space.name()).withName(name).delete();
  }

  /** Every row that a writer was told to be written is on every member. */
  void assertEveryRowOnEveryMember(RowWriter.Rows... all) {
    for (int ordinal = 0; ordinal < members(); ordinal++) {
      for (var rows : all) {
        var found =
            sql(ordinal, "SET SESSION wsrep_sync_wait=15; SELECT n FROM laps." + rows.table())
                .lines()
                .map(Long::valueOf)
                .collect(Collectors.toSet());
        var missing = new HashSet<>(rows.acknowledged());
        missing.removeAll(found);
        assertThat(missing)
            .as(
                "rows of %s that were acknowledged and are not on %s, of %d",
                rows.table(), member(ordinal), rows.acknowledged().size())
            .isEmpty();
      }
    }
  }
}
