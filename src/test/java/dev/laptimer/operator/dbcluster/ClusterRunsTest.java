package dev.laptimer.operator.dbcluster;

import static dev.laptimer.operator.dbcluster.Situations.cluster;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.BenchmarkStatus.RunStatus;
import dev.laptimer.api.DbCluster;
import dev.laptimer.api.DbClusterSpec;
import dev.laptimer.api.DbClusterStatus;
import dev.laptimer.api.Documents;
import dev.laptimer.api.RunState;
import dev.laptimer.operator.OperatorConfig;
import dev.laptimer.operator.dbcluster.ClusterStatuses.Facts;
import dev.laptimer.operator.dbcluster.Situations.Pod;
import dev.laptimer.operator.run.Benchmark;
import dev.laptimer.operator.run.Benchmark.Hold;
import dev.laptimer.operator.run.Benchmark.Member;
import dev.laptimer.operator.run.Benchmark.MountedSecret;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Reason;
import dev.laptimer.result.Statuses;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the benchmark of a cluster is made of, and how it is told beside the cluster itself. */
class ClusterRunsTest {

  private static final OperatorConfig CONFIG =
      OperatorConfig.of(Map.of("LAPTIMER_IMAGE", "laptimer.test/laptimer:0.1.0"));

  private static final Situations HEALTHY =
      cluster().members(Pod.synced(), Pod.synced(), Pod.synced());

  @Test
  void theRunnerReachesTheServiceTheFirstMemberAndEveryMemberAndLogsInAsRoot() {
    var benchmark = benchmark("type: Galera\nbenchmark: {rounds: 1}\n", HEALTHY);
    var plan =
        benchmark
            .plan()
            .apply(new RunStatus(1, "h", null, null, 42L, "j", null, null, null, null, null));

    assertThat(benchmark.objectPrefix()).isEqualTo("orders-run");
    assertThat(plan.arms())
        .extracting(Plan.Arm::name, Plan.Arm::host, Plan.Arm::port, Plan.Arm::credentialsDir)
        .containsExactly(
            tuple("service", "orders.shop.svc", 3306, "/etc/laptimer/secrets/orders-users"),
            tuple(
                "member",
                "orders-0.orders-members.shop.svc",
                3306,
                "/etc/laptimer/secrets/orders-users"));
    assertThat(plan.cluster().members())
        .containsExactly(
            new Plan.Member("orders-0", "orders-0.orders-members.shop.svc", 3306),
            new Plan.Member("orders-1", "orders-1.orders-members.shop.svc", 3306),
            new Plan.Member("orders-2", "orders-2.orders-members.shop.svc", 3306));
    assertThat(benchmark.secrets())
        .containsExactly(new MountedSecret("orders-users", List.of("root"), List.of()));
    assertThat(benchmark.servers()).isEmpty();
    assertThat(benchmark.cluster().podLabels())
        .isEqualTo(
            Map.of(
                "app.kubernetes.io/component", "member",
                "laptimer.dev/kind", "DbCluster",
                "laptimer.dev/cluster", "orders"));
    assertThat(benchmark.cluster().members())
        .containsOnly(
            Map.entry("orders-0", new Member("uid-0", "node0", false)),
            Map.entry("orders-1", new Member("uid-1", "node1", false)),
            Map.entry("orders-2", new Member("uid-2", "node2", false)));
  }

  @Test
  void onlyAClusterThatIsReadyIsMeasured() {
    assertThat(benchmark("type: Galera\nbenchmark: {}\n", HEALTHY).cluster().hold()).isNull();
    assertThat(
            benchmark(
                    "type: Galera\nbenchmark: {}\n",
                    cluster().members(Pod.synced(), Pod.starting(), Pod.synced()))
                .cluster()
                .hold())
        .isEqualTo(
            new Hold(
                "WaitingForCluster",
                "the cluster is Degraded: 2 of 3 members are synced; orders-1 is Starting"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{rounds: 3}",
        "{failover: {kills: 2}}",
        "{targets: [{name: m, via: Member}]}",
        "{variants: [{name: mysql, client: MySqlConnectorJ}]}",
        "{workload: {rows: 60}}",
        "{runner: {separation: Required}}"
      })
  void anotherBenchmarkIsAnotherRun(String benchmark) {
    assertThat(hash("benchmark: " + benchmark)).isNotEqualTo(hash("benchmark: {}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{suspend: true}",
        "{run: {token: again}}",
        "{timeoutSeconds: 600}",
        "{startTimeoutSeconds: 60}",
        "{comparison: {thresholdPercent: 5}}",
        "{}\nmembers: 5",
        "{}\nconfig: {innodb_buffer_pool_size: 1G}",
        "{}\nproxy: {type: HAProxy}",
        "{}\nimage: mariadb:11"
      })
  void nothingElseIsNotEvenAnotherCluster(String benchmark) {
    assertThat(hash("benchmark: " + benchmark)).isEqualTo(hash("benchmark: {}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"members: 5", "proxy: {type: HAProxy}"})
  void aRunDoesNotGoOnOverAClusterOfAnotherForm(String more) {
    assertThat(form("benchmark: {}\n" + more)).isNotEqualTo(form("benchmark: {}"));
    assertThat(form("benchmark: {rounds: 3}")).isEqualTo(form("benchmark: {}"));
  }

  @Test
  void whatCannotBeMeasuredIsSaidAndWhatIsNotAskedForIsNone() {
    assertThat(
            benchmark(
                    "type: Galera\nbenchmark: {targets: [{name: m, via: Member}], failover: {}}\n",
                    HEALTHY)
                .problem())
        .startsWith("`failover` needs one of `targets` with `via: Service`");
    var none = benchmark("type: Galera\n", HEALTHY);
    assertThat(none.spec()).isNull();
    assertThat(none.problem()).isNull();
  }

  @Test
  void theConditionsOfTheBenchmarkAreTwoMoreAndChangeNoneOfTheClusters() {
    var now = Situations.NOW;
    var cluster = status(HEALTHY);
    var failed =
        Statuses.failed(
            new Statuses.Context(null, 7, now),
            new RunStatus(1, "h", null, null, 42L, "j", null, null, null, null, null),
            Reason.TimedOut,
            "too slow");
    assertThat(failed.state()).isEqualTo(RunState.Failed);

    var whole = BenchmarkedStatus.of(cluster, null, failed, now);
    assertThat(whole.benchmark()).isEqualTo(failed);
    assertThat(whole.conditions())
        .extracting(
            (Condition c) -> "%s=%s %s".formatted(c.getType(), c.getStatus(), c.getReason()))
        .containsExactly(
            "Ready=True AllSynced",
            "Available=True Serves",
            "Bootstrapped=True Formed",
            "BenchmarkFinished=True TimedOut",
            "BenchmarkSucceeded=False TimedOut");
    assertThat(whole.state()).isEqualTo(cluster.state());
    assertThat(BenchmarkedStatus.of(cluster, whole, null, now)).isEqualTo(cluster);
  }

  @Test
  void aChangeOfTheBenchmarkAloneIsWorthAWrite() {
    var cluster = status(HEALTHY);
    var benchmark =
        new BenchmarkStatus(
            1L, RunState.Running, "", null, null, null, null, null, null, null, null);

    assertThat(
            ClusterStatuses.differs(
                cluster, cluster.withBenchmark(benchmark, cluster.conditions())))
        .isTrue();
    assertThat(ClusterStatuses.differs(cluster, cluster)).isFalse();
  }

  private static String hash(String yaml) {
    return benchmark("type: Galera\n" + yaml + "\n", HEALTHY).hash();
  }

  private static String form(String yaml) {
    return benchmark("type: Galera\n" + yaml + "\n", HEALTHY).cluster().form();
  }

  private static Benchmark benchmark(String yaml, Situations situation) {
    var resource = new DbCluster();
    resource.setMetadata(
        new ObjectMetaBuilder()
            .withName("orders")
            .withNamespace("shop")
            .withUid(Situations.UID)
            .withGeneration(1L)
            .build());
    resource.setSpec(spec(yaml));
    return ClusterRuns.of(
        resource,
        new MemberObjects(resource, "mariadb:10.11", List.of()),
        situation.observed(),
        status(situation),
        CONFIG);
  }

  private static DbClusterStatus status(Situations situation) {
    var observed = situation.observed();
    return ClusterStatuses.of(
        observed, Decider.decide(observed), new Facts(7, "orders-users", "mariadb:10.11", null));
  }

  private static DbClusterSpec spec(String yaml) {
    try {
      return Documents.yaml().readValue(yaml, DbClusterSpec.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
