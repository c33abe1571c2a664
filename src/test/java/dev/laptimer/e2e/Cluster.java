package dev.laptimer.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.EngineName;
import dev.laptimer.engine.Engines;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The cluster of KUBECONFIG, as its administrator sees it. */
final class Cluster {

  static final KubernetesClient CLIENT = new KubernetesClientBuilder().build();

  /** What the chart puts on the operator's Deployment and its pods. */
  static final String OPERATOR_LABEL = "app.kubernetes.io/component";

  static final String OPERATOR_LABEL_VALUE = "operator";

  static final String OPERATOR_NAMESPACE = setting("OPERATOR_NAMESPACE", "laptimer-system");

  private Cluster() {}

  /** An environment variable, or what it is without one. */
  static String setting(String name, String otherwise) {
    var value = System.getenv(name);
    return value == null || value.isBlank() ? otherwise : value;
  }

  /** The operator's pods, those on their way out among them. */
  static Stream<Pod> allOperatorPods() {
    return CLIENT
        .pods()
        .inNamespace(OPERATOR_NAMESPACE)
        .withLabel(OPERATOR_LABEL, OPERATOR_LABEL_VALUE)
        .list()
        .getItems()
        .stream();
  }

  /** The operator's pods that are not on their way out. */
  static List<Pod> operatorPods() {
    return allOperatorPods()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .toList();
  }

  /** The one pod of the operator. */
  static Pod operatorPod() {
    assertThat(operatorPods()).as("the operator's pods in " + OPERATOR_NAMESPACE).hasSize(1);
    return operatorPods().get(0);
  }

  /** The image that the operator takes for a Redis, which is surely one that this cluster has. */
  static String redisImage() {
    return image(EngineName.Redis);
  }

  /** The image that the operator takes for an engine. */
  static String image(EngineName engine) {
    var name = "LAPTIMER_IMAGE_" + engine.name().toUpperCase(Locale.ROOT);
    return operatorPod().getSpec().getContainers().get(0).getEnv().stream()
        .filter(variable -> variable.getName().equals(name))
        .map(EnvVar::getValue)
        .findFirst()
        .orElse(Engines.of(engine).defaultImage());
  }

  /** What a Prometheus would scrape of the operator. */
  static String operatorMetrics() {
    return kubectl(
        "get",
        "--raw",
        "/api/v1/namespaces/%s/pods/%s:8080/proxy/metrics"
            .formatted(OPERATOR_NAMESPACE, operatorPod().getMetadata().getName()));
  }

  /** What a person at a terminal reads; fails if kubectl does. */
  static String kubectl(String... arguments) {
    return kubectlWithInput("", arguments);
  }

  static String kubectlWithInput(String input, String... arguments) {
    var command = new ArrayList<>(List.of("kubectl"));
    command.addAll(List.of(arguments));
    var result = run(input, command);
    assertThat(result.exitCode())
        .as("%s:%n%s", String.join(" ", command), result.output())
        .isZero();
    return result.output();
  }

  /** What a command printed, both streams, and its exit code. */
  record Output(int exitCode, String output) {}

  static Output run(String input, List<String> command) {
    try {
      var output = Files.createTempFile("laptimer-e2e", ".out");
      var stdin = Files.createTempFile("laptimer-e2e", ".in");
      try {
        Files.writeString(stdin, input);
        var process =
            new ProcessBuilder(command)
                .redirectInput(stdin.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(14, TimeUnit.MINUTES)) {
          process.destroyForcibly();
          throw new AssertionError("no end within 14 minutes: " + String.join(" ", command));
        }
        return new Output(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
      } finally {
        Files.delete(output);
        Files.delete(stdin);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted: " + String.join(" ", command), e);
    }
  }
}
