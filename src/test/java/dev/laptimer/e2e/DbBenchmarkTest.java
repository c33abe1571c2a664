package dev.laptimer.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.BenchmarkStatus.FailoverEvent;
import dev.laptimer.api.BenchmarkStatus.Result;
import dev.laptimer.api.DbClusterState;
import dev.laptimer.api.FaultAction;
import dev.laptimer.api.RunState;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** From a DbCluster that is applied to timings in its status, and to a cluster that is still up. */
@E2e
@Order(1) // the longest go first
class DbBenchmarkTest {

  private static final List<String> ARMS =
      List.of("proxy/mariadb", "proxy/mysql", "member/mariadb", "member/mysql");

  @Test
  void theSampleIsFormedTimedHurtAndStaysUpBesideCaches(Space space) throws IOException {
    var cluster = Galera.apply(space, Manifests.sample("galera-benchmark.yaml"));
    var caches = space.benchmark(Manifests.quick(Manifests.REDIS));
    caches.awaitFinished();

    space.kubectl("wait", "--for=condition=BenchmarkFinished", "dbc/shop", "--timeout=15m");
    var benchmark = cluster.status().benchmark();
    say(space, benchmark);

    assertThat(benchmark.state()).as(benchmark.summary()).isEqualTo(RunState.Finished);
    assertThat(benchmark.results()).extracting(Result::name).containsExactlyElementsOf(ARMS);
    assertThat(benchmark.results())
        .allSatisfy(
            result ->
                assertThat(result.phases())
                    .allMatch(phase -> phase.errors() == 0 && phase.totalMicros() > 0));
    var failover = benchmark.failover();
    assertThat(failover.lostRows()).isZero();
    assertThat(failover.acknowledgedRows()).isPositive();
    assertThat(failover.events())
        .extracting(FailoverEvent::action)
        .containsExactly(FaultAction.Kill, FaultAction.Kill, FaultAction.Stop);
    assertThat(failover.events())
        .allMatch(event -> event.membershipMillis() != null && event.membershipMillis() > 0);

    cluster.awaitReady();
    assertThat(cluster.status().conditions())
        .extracting(c -> c.getType() + "=" + c.getStatus())
        .contains("BenchmarkFinished=True", "BenchmarkSucceeded=True", "Ready=True");
    assertThat(databases(space)).as("the run's own database is gone").noneMatch(RUNS_OWN);
    assertThat(space.kubectl("get", "dbc", "shop")).contains("Finished");
    // The result is told first, then its run is tidied up
    Space.await("the objects of the run to go")
        .untilAsserted(
            () ->
                assertThat(space.objects())
                    .contains("ConfigMap/shop-run-1-result")
                    .doesNotContain("Job/shop-run-1", "ConfigMap/shop-run-1-plan"));

    // Once more, without faults
    cluster.patch("{\"spec\":{\"benchmark\":{\"failover\":null,\"run\":{\"token\":\"2\"}}}}");
    cluster.await(
        "the second run",
        status ->
            status.benchmark().run().number() == 2
                && status.benchmark().state() == RunState.Finished);
    assertThat(cluster.status().benchmark().history()).hasSize(1);
    assertThat(cluster.status().state()).isEqualTo(DbClusterState.Ready);
  }

  private static final Predicate<String> RUNS_OWN = name -> name.startsWith("laptimer_");

  private static List<String> databases(Space space) {
    return space
        .kubectl("exec", "shop-0", "--container", Galera.SERVER, "--", "ls", "/data/mysql")
        .lines()
        .toList();
  }

  /**
   * What no fault of the operator's is: the pod's interface goes down within the cluster's network.
   * It needs a test cluster whose nodes are namespaces of this machine, and says by what they are
   * entered.
   */
  @Test
  @EnabledIfEnvironmentVariable(named = "CLUSTER_NETNS", matches = ".+")
  void aMemberThatIsCutOffTheNetworkIsSeenToGoAndToComeBack(Space space) throws Exception {
    var cluster =
        Galera.apply(
            space,
            Galera.small(
                3,
                """
                , proxy: {type: HAProxy, balance: SingleWriter},
                benchmark: {
                  targets: [{name: proxy, via: Service}],
                  workload: {connections: 4, phases: [{operation: Insert}]},
                  rounds: 1,
                  failover: {kills: 0, stops: 0, awaited: 1}}
                """));
    cluster.await(
        "the run",
        status -> status.benchmark() != null && status.benchmark().state() == RunState.Running);
    Space.await("the runner waits for the event")
        .until(
            () ->
                space
                    .kubectl("logs", "job/" + cluster.status().benchmark().run().jobName())
                    .contains("event 1"));

    var link = hostEndOf(cluster.pod(0).getStatus().getPodIP());
    inNetwork("ip", "link", "set", link, "down");
    try {
      cluster.await("the member is missed", status -> status.state() == DbClusterState.Degraded);
    } finally {
      inNetwork("ip", "link", "set", link, "up");
    }

    cluster.await("the end of the run", status -> status.benchmark().state() != RunState.Running);
    var benchmark = cluster.status().benchmark();
    say(space, benchmark);
    assertThat(benchmark.state()).as(benchmark.summary()).isEqualTo(RunState.Finished);
    assertThat(benchmark.failover().lostRows()).isZero();
    assertThat(benchmark.failover().events())
        .singleElement()
        .matches(event -> event.action() == FaultAction.Await)
        .matches(event -> event.membershipMillis() > 0);
    cluster.awaitReady();
  }

  /**
   * Name of the interface that is the node's end of a pod's: its bridge knows it by its address.
   */
  private static String hostEndOf(String podIp) throws Exception {
    var address = wordAfter("lladdr", inNetwork("ip", "neigh", "show", podIp));
    return inNetwork("bridge", "fdb", "show")
        .lines()
        .filter(line -> line.startsWith(address))
        .map(line -> wordAfter("dev", line))
        .findFirst()
        .orElseThrow();
  }

  private static String wordAfter(String word, String text) {
    var words = List.of(text.strip().split("\\s+"));
    assertThat(words).contains(word);
    return words.get(words.indexOf(word) + 1);
  }

  private static String inNetwork(String... command) throws Exception {
    var whole =
        Stream.concat(
                Stream.of("nsenter", "--net=" + System.getenv("CLUSTER_NETNS")), Stream.of(command))
            .toList();
    var process = new ProcessBuilder(whole).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes());
    Awaitility.await(String.join(" ", whole))
        .atMost(1, TimeUnit.MINUTES)
        .until(() -> !process.isAlive());
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }

  private static void say(Space space, BenchmarkStatus benchmark) {
    System.out.printf("%s: %s%n", space.name(), benchmark.summary());
    if (benchmark.failover() != null) {
      benchmark.failover().events().forEach(System.out::println);
    }
  }
}
