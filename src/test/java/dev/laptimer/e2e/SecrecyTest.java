package dev.laptimer.e2e;

import static dev.laptimer.e2e.Cluster.CLIENT;
import static dev.laptimer.e2e.Manifests.REDIS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.result.Reason;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
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
                "[{operation: Set}, {operation: Get, durationSeconds: 5}]",
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

  private static String processes(Space space, String jobName) {
    var out = new ByteArrayOutputStream();
    var pod = InterruptionTest.runnerPod(space, jobName).getMetadata().getName();
    try (var exec =
        CLIENT
            .pods()
            .inNamespace(space.name())
            .withName(pod)
            .writingOutput(out)
            .exec("sh", "-c", "cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ | tr '\\0' ' '")) {
      exec.exitCode().join();
    }
    return out.toString(StandardCharsets.UTF_8);
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
