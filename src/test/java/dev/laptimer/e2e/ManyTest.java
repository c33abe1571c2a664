package dev.laptimer.e2e;

import static dev.laptimer.e2e.Cluster.CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.CacheBenchmark;
import dev.laptimer.api.Documents;
import dev.laptimer.api.RunState;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Many benchmarks cost the operator and the API server little. */
@E2e
class ManyTest {

  private static final int COUNT = 50;

  @Test
  void fiftyAppliedAtOnceSuspendedTakeFewWritesAndLittleMemory(Space space) throws Exception {
    var modified = new ConcurrentHashMap<String, Integer>();
    var restartsBefore = restarts();
    var watch =
        CLIENT
            .resources(CacheBenchmark.class)
            .inNamespace(space.name())
            .watch(
                new Watcher<CacheBenchmark>() {
                  @Override
                  public void eventReceived(Action action, CacheBenchmark benchmark) {
                    if (action == Action.MODIFIED) {
                      modified.merge(benchmark.getMetadata().getName(), 1, Integer::sum);
                    }
                  }

                  @Override
                  public void onClose(WatcherException cause) {}
                });
    try {
      space.apply(
          IntStream.rangeClosed(1, COUNT)
              .mapToObj(
                  number ->
                      Manifests.benchmark(
                              Manifests.REDIS, "[{operation: Set}]", 1, "suspend: true,")
                          .replace("name: race", "name: race-" + number))
              .collect(Collectors.joining("---\n")));
      Space.await("all of them suspended")
          .until(
              () ->
                  CLIENT
                          .resources(CacheBenchmark.class)
                          .inNamespace(space.name())
                          .list()
                          .getItems()
                          .stream()
                          .filter(one -> one.getStatus().state() == RunState.Suspended)
                          .count()
                      == COUNT);
    } finally {
      watch.close();
    }

    space.awaitObjects();
    assertThat(modified.values())
        .as("writes to each benchmark: its status, once")
        .hasSize(COUNT)
        .allMatch(writes -> writes == 1);
    assertThat(restarts()).isEqualTo(restartsBefore);
    assertThat(workingSetBytes()).as("the operator's memory").isPositive().isLessThan(limitBytes());
  }

  private static Map<String, Integer> restarts() {
    return Cluster.operatorPods().stream()
        .collect(
            Collectors.toMap(
                pod -> pod.getMetadata().getName(),
                pod -> pod.getStatus().getContainerStatuses().get(0).getRestartCount()));
  }

  private static long limitBytes() {
    var limit =
        Cluster.operatorPod()
            .getSpec()
            .getContainers()
            .get(0)
            .getResources()
            .getLimits()
            .get("memory");
    return Quantity.getAmountInBytes(limit).longValueExact();
  }

  /** What the kubelet counts against the limit. */
  private static long workingSetBytes() throws Exception {
    var pod = Cluster.operatorPod();
    var summary =
        Documents.json()
            .readTree(
                Cluster.kubectl(
                    "get",
                    "--raw",
                    "/api/v1/nodes/%s/proxy/stats/summary".formatted(pod.getSpec().getNodeName())));
    return StreamSupport.stream(summary.get("pods").spliterator(), false)
        .filter(one -> one.at("/podRef/name").asText().equals(pod.getMetadata().getName()))
        .mapToLong(one -> one.at("/containers/0/memory/workingSetBytes").asLong())
        .findFirst()
        .orElseThrow();
  }
}
