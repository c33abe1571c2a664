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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          type: Mongo | supported values: "Galera"
          type: Galera, members: 0 | spec.members in body should be greater than or equal to 1
          type: Galera, members: 10 | spec.members in body should be less than or equal to 9
          type: Galera, image: 'http://x' | must be the name of an image
          type: Galera, config: {wsrep_cluster_address: 'gcomm://'} | how the members find each other
          type: Galera, config: {datadir: /x} | where they keep their data
          type: Galera, config: {Innodb-x: '1'} | its names must be lower-case letters, digits and '_'
          type: Galera, config: {sql_mode: "a\nb"} | its values must be one line
          type: Galera, storage: {sizeGi: 0} | spec.storage.sizeGi in body should be greater than or equal to 1
          type: Galera, storage: {onDeletion: Perhaps} | supported values: "Delete", "Keep"
          type: Galera, proxy: {} | spec.proxy.type: Required value
          type: Galera, proxy: {type: HAProxy, replicas: 3} | should be less than or equal to 2
          type: Galera, proxy: {type: HAProxy, balance: Random} | supported values
          type: Galera, recovery: {bootstrapFrom: 1} | spec.recovery.epoch: Required value
          type: Galera, startTimeoutSeconds: 5 | should be greater than or equal to 30
          type: Galera, memberz: 3 | unknown field "spec.memberz"
          """)
  void aBadClusterIsRefusedInWordsThatSayWhatIsAllowed(String spec, String words) {
    assertThatThrownBy(() -> create(cluster("orders", spec)))
        .isInstanceOf(KubernetesClientException.class)
        .message()
        .contains(words);
  }

  @Test
  void aClusterWhoseNameItsServicesCannotHaveIsRefused() {
    assertThatThrownBy(() -> create(cluster("my.orders", "type: Galera")))
        .isInstanceOf(KubernetesClientException.class)
        .message()
        .contains("must have at most 40 lower-case letters, digits and '-'");
  }

  private static String cluster(String name, String spec) {
    return """
        apiVersion: laptimer.dev/v1alpha1
        kind: DbCluster
        metadata: {name: %s}
        spec: {%s}
        """
        .formatted(name, spec);
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
