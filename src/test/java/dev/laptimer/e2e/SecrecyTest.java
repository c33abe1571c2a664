package dev.laptimer.e2e;

import static dev.laptimer.e2e.Cluster.CLIENT;
import static dev.laptimer.e2e.Manifests.REDIS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.result.Reason;
import io.fabric8.kubernetes.api.model.EphemeralContainerBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A password is in its Secret and nowhere else. */
@E2e
class SecrecyTest {

  private static final String MARKER = "marker-7f3a9c-password";

  @Test
  void theRightPasswordIsSeenNowhere(Space space) {
    EndpointCache.secured(space, MARKER);
    var benchmark =
        space.benchmark(
            Manifests.benchmark(
                EndpointTest.SECURED + "," + REDIS,
                "[{operation: Set}, {operation: Get, durationSeconds: 15}]",
                1,
                ""));

    var running = InterruptionTest.running(benchmark, 1);
    assertThat(processes(space, running.run().jobName()))
        .as("arguments and environments of all processes of the runner")
        .contains("dev.laptimer.Main")
        .doesNotContain(MARKER);
    assertNowhere(space);
    benchmark.awaitFinished();
    assertNowhere(space);
  }

  @Test
  void aWrongPasswordIsSeenNowhere(Space space) {
    EndpointCache.plain(space, "correct-horse");
    space.secret("wrong", Map.of("password", MARKER));
    var benchmark =
        space.benchmark(
            Manifests.quick(
                "{name: managed, engine: Redis, endpoint: {host: cache, port: 6379, auth: {secretRef: {name: wrong}}}}"));

    benchmark.awaitFailed(Reason.AuthenticationFailed);

    assertNowhere(space);
  }

  /** The image has no shell, so another container that shares its processes looks at them. */
  private static String processes(Space space, String jobName) {
    var runner = InterruptionTest.runnerPod(space, jobName);
    var container =
        new EphemeralContainerBuilder()
            .withName("look")
            .withImage(Cluster.redisImage())
            .withTargetContainerName(runner.getSpec().getContainers().get(0).getName())
            .withCommand("sh", "-c", "cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ | tr '\\0' ' '")
            .withSecurityContext(
                new SecurityContextBuilder()
                    .withAllowPrivilegeEscalation(false)
                    .withNewCapabilities()
                    .withDrop("ALL")
                    .endCapabilities()
                    .build())
            .build();
    var pod = CLIENT.pods().inNamespace(space.name()).withName(runner.getMetadata().getName());
    pod.ephemeralContainers()
        .edit(
            one ->
                new PodBuilder(one)
                    .editSpec()
                    .addToEphemeralContainers(container)
                    .endSpec()
                    .build());
    Space.await("a look at the processes")
        .until(
            () ->
                pod.get().getStatus().getEphemeralContainerStatuses().stream()
                    .anyMatch(status -> status.getState().getTerminated() != null));
    return pod.inContainer("look").getLog();
  }

  private static void assertNowhere(Space space) {
    assertThat(everyObject(space)).as("objects").contains("kind: Pod").doesNotContain(MARKER);
    assertThat(space.witness().logs())
        .as("logs")
        .isNotEmpty()
        .allSatisfy((container, log) -> assertThat(log).doesNotContain(MARKER));
    var operator = Cluster.operatorPod().getMetadata().getName();
    assertThat(CLIENT.pods().inNamespace(Cluster.OPERATOR_NAMESPACE).withName(operator).getLog())
        .as("the operator's log")
        .doesNotContain(MARKER);
    assertThat(Cluster.operatorMetrics()).as("the operator's metrics").doesNotContain(MARKER);
  }

  /** Every object in the namespace of every kind that can be listed, but for Secrets. */
  private static String everyObject(Space space) {
    var kinds =
        Cluster.kubectl("api-resources", "--namespaced", "--verbs=list", "--output=name")
            .lines()
            .filter(kind -> !kind.equals("secrets"))
            // Other tests' own, which come and go
            .filter(kind -> !kind.contains(".contract-"))
            .collect(Collectors.joining(","));
    return Cluster.run(
            "",
            List.of(
                "kubectl",
                "get",
                kinds,
                "--namespace",
                space.name(),
                "--output=yaml",
                "--show-managed-fields"))
        .output();
  }
}
