package dev.laptimer.e2e;

import static dev.laptimer.e2e.Cluster.CLIENT;
import static dev.laptimer.e2e.Manifests.REDIS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.laptimer.result.Reason;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** A node vanishes, with the runner on it. */
@E2e
@Tag("disruptive")
@Isolated
class NodeLostTest {

  private static final String LOSE_NODE = Cluster.setting("LOSE_NODE", "");
  private static final String RESTORE_NODE = Cluster.setting("RESTORE_NODE", "");

  /** It takes Kubernetes about a minute to take a silent node for lost. */
  private static final Duration NODE_PATIENCE = Duration.ofMinutes(8);

  @Test
  void theRunIsMadeOnceMoreOnAnotherNode(Space space) {
    assumeTrue(
        canLoseNodes(),
        "left out: LOSE_NODE and RESTORE_NODE, commands that take a node's name, are not set");
    // Not on the operator's own node: this is about the run
    var benchmark =
        space.benchmark(
            Manifests.benchmark(
                REDIS,
                "[{operation: Set}, {operation: Get, durationSeconds: 15}]",
                2,
                """
                runner: {placement: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:
                  {nodeSelectorTerms: [{matchExpressions: [
                    {key: kubernetes.io/hostname, operator: NotIn, values: [%s]}]}]}}}}},\
                """
                    .formatted(Cluster.operatorPod().getSpec().getNodeName())));
    var first = InterruptionTest.running(benchmark, 1);
    var node = InterruptionTest.runnerPod(space, first.run().jobName()).getSpec().getNodeName();

    lose(node);
    try {
      Space.await("the end of the second run")
          .atMost(NODE_PATIENCE)
          .until(
              () ->
                  benchmark.status().run().number() == 2
                      && benchmark.condition("Finished").orElseThrow().getStatus().equals("True"));
      var status = benchmark.awaitFinished();

      assertThat(status.run().retryOf()).isEqualTo(1);
      assertThat(status.history())
          .extracting(past -> past.number() + " " + past.reason())
          .containsExactly("1 " + Reason.Interrupted);
      var document = benchmark.document();
      assertThat(document.plan().runNumber()).isEqualTo(2);
      assertThat(document.trials()).hasSize(2);
      assertThat(document.placement().runnerNode()).isNotEqualTo(node);
      assertThat(document.placement().servers().get("redis").node()).isNotEqualTo(node);
    } finally {
      restore(node);
    }
    Space.await("the node back")
        .until(() -> Readiness.isNodeReady(CLIENT.nodes().withName(node).get()));
    space.awaitObjects("ConfigMap/" + benchmark.status().resultRef().configMap());
  }

  static boolean canLoseNodes() {
    return !LOSE_NODE.isEmpty() && !RESTORE_NODE.isEmpty();
  }

  static void lose(String node) {
    command(LOSE_NODE, node);
  }

  static void restore(String node) {
    command(RESTORE_NODE, node);
  }

  private static void command(String command, String node) {
    var words = new ArrayList<>(List.of(command.trim().split("\\s+")));
    words.add(node);
    var result = Cluster.run("", words);
    assertThat(result.exitCode()).as(result.output()).isZero();
  }
}
