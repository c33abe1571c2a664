package dev.laptimer.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.laptimer.local.BadSpecs;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * A real API server takes the samples and refuses the bad specs. The CRD is installed in a group of
 * the test's own, so that it neither needs nor changes the one of an installed operator.
 */
@Tag("e2e")
class ApiServerContractTest {

  private static final String GROUP =
      "contract-" + UUID.randomUUID().toString().substring(0, 8) + ".laptimer.dev";

  private static KubernetesClient client;
  private static List<CustomResourceDefinition> crds;

  @BeforeAll
  static void installTheCrd() throws IOException {
    client = new KubernetesClientBuilder().build();
    try (var files = Files.list(Path.of("crds"))) {
      crds = files.sorted().map(ApiServerContractTest::definition).toList();
    }
    crds.forEach(crd -> client.resource(crd).create());
    await("the CRD is served")
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              create(sample("single.yaml"));
              create(sample("galera.yaml"));
            });
  }

  private static CustomResourceDefinition definition(Path file) {
    try {
      var crd =
          Serialization.unmarshal(
              inOwnGroup(Files.readString(file)), CustomResourceDefinition.class);
      // Two CRDs of one cluster cannot share a short name
      crd.getSpec().getNames().setShortNames(List.of());
      return crd;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterAll
  static void removeTheCrd() {
    if (client != null) {
      crds.forEach(crd -> client.resource(crd).delete());
      client.close();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.laptimer.local.BadSpecs#all")
  void aBadSpecIsRefusedInWordsThatSayWhatIsAllowed(BadSpecs.BadSpec bad) {
    assertThatThrownBy(() -> create(bad.text()))
        .isInstanceOf(KubernetesClientException.class)
        .message()
        .contains(bad.server());
  }

  static Stream<String> samples() throws IOException {
    try (var files = Files.list(Path.of("k8s/samples"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void aSampleIsAccepted(String name) throws IOException {
    var created = create(sample(name));
    assertThat(created.at("/status/observedGeneration").asInt()).isEqualTo(-1);
  }

  private static String sample(String name) throws IOException {
    return Files.readString(Path.of("k8s/samples", name));
  }

  private static String inOwnGroup(String text) {
    return text.replace("cachebenchmarks.laptimer.dev", "cachebenchmarks." + GROUP)
        .replace("dbclusters.laptimer.dev", "dbclusters." + GROUP)
        .replace("group: laptimer.dev", "group: " + GROUP)
        .replace("laptimer.dev/v1alpha1", GROUP + "/v1alpha1");
  }

  /** As {@code kubectl create --dry-run=server} does it, unknown fields refused. */
  private static JsonNode create(String yaml) throws JsonProcessingException {
    var answer =
        client.raw(
            "/apis/%s/v1alpha1/namespaces/default/%s?dryRun=All&fieldValidation=Strict"
                .formatted(
                    GROUP, yaml.contains("kind: DbCluster") ? "dbclusters" : "cachebenchmarks"),
            "POST",
            // Not by the client's own mapper: it would leave out what a user left empty
            new ObjectMapper()
                .writeValueAsString(
                    new Yaml(new SafeConstructor(new LoaderOptions())).load(inOwnGroup(yaml))));
    return Serialization.unmarshal(answer, JsonNode.class);
  }
}
