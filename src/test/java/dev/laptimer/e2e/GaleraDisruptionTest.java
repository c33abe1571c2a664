package dev.laptimer.e2e;

import static dev.laptimer.e2e.Cluster.CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.DbClusterState;
import dev.laptimer.e2e.RowWriter.Sessions;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** A Galera cluster while the operator is away, and while a node is. */
@E2e
@Tag("disruptive")
@Isolated
class GaleraDisruptionTest {

  @Test
  void theClusterServesWithoutTheOperatorAndWithoutANode(Space space) {
    var cluster =
        Galera.apply(space, Galera.small(3, ", storage: {sizeGi: 1, onDeletion: Delete}"));
    cluster.awaitReady();

    // A proxy is added and taken away again: clients are led to it once it can serve them
    var proxied = RowWriter.start(cluster, "proxied", Sessions.ONE_A_ROW);
    cluster.patch(
        """
        {"spec": {"proxy": {"type": "HAProxy", "balance": "LeastConnections",
          "resources": {"requests": {"cpu": "20m", "memory": "64Mi"}}}}}""");
    cluster.await("a ready proxy", s -> s.proxy() != null && s.proxy().ready().equals("1/1"));
    proxied.awaitRows(20);
    cluster.patch("{\"spec\": {\"proxy\": null}}");
    cluster.await("no proxy", s -> s.proxy() == null);
    proxied.awaitRows(20);
    var rows0 = proxied.stop();
    assertThat(rows0.failures()).as("failed writes").isEmpty();

    // Without an operator: killed members come back by themselves, and all pods may go at once
    OperatorKilledTest.scaleTheOperator(0);
    RowWriter.Rows rows1;
    try {
      Space.await("the operator's end").until(() -> Cluster.allOperatorPods().findAny().isEmpty());
      var writer = RowWriter.start(cluster, "without-operator", Sessions.ONE_A_ROW);
      var before = cluster.servers();
      cluster.kill(0, 1, 2);
      cluster.awaitServers(before, 0, 1, 2);
      writer.awaitRows(20);
      rows1 = writer.stop();
      cluster.deletePods(0, 1, 2);
    } finally {
      OperatorKilledTest.scaleTheOperator(1);
    }
    // It is back, finds all members down and nothing of what it knew but what Kubernetes keeps
    var before = cluster.servers();
    cluster.awaitHealed(before, 0, 1, 2);
    cluster.assertEveryRowOnEveryMember(rows0, rows1);

    // A node vanishes
    if (!NodeLostTest.canLoseNodes()) {
      return;
    }
    var operatorsNode = Cluster.operatorPod().getSpec().getNodeName();
    int lost =
        IntStream.range(0, 3)
            .filter(o -> !cluster.pod(o).getSpec().getNodeName().equals(operatorsNode))
            .findFirst()
            .orElseThrow();
    var node = cluster.pod(lost).getSpec().getNodeName();
    before = cluster.servers();
    var writer = RowWriter.start(cluster, "without-node", Sessions.ONE_A_ROW, node);
    NodeLostTest.lose(node);
    try {
      var status = cluster.await("Degraded", s -> s.state() == DbClusterState.Degraded);
      assertThat(status.primary()).isTrue();
      assertThat(status.summary()).contains(cluster.member(lost));
      writer.awaitRows(20);
    } finally {
      NodeLostTest.restore(node);
    }
    Space.await("the node back")
        .until(() -> Readiness.isNodeReady(CLIENT.nodes().withName(node).get()));
    cluster.awaitHealed(before, lost);
    var rows2 = writer.stop();
    cluster.assertEveryRowOnEveryMember(rows0, rows1, rows2);
  }
}
