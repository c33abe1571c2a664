package dev.laptimer.e2e;

import static dev.laptimer.e2e.Cluster.CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * A namespace of one test. Whatever runs in it must pass the restricted Pod Security profile.
 *
 * @param witness who saw all that happened in it
 */
record Space(String name, Witness witness) implements AutoCloseable {

  /** How long a test waits for what must come, on a machine that is busy with other tests. */
  static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final Random RANDOM = new Random();

  static Space create(String name) {
    var namespace = "%s-%05x".formatted(name, RANDOM.nextInt(1 << 20));
    CLIENT
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName(namespace)
                .addToLabels("pod-security.kubernetes.io/enforce", "restricted")
                .addToLabels("laptimer.dev/e2e", "true")
                .endMetadata()
                .build())
        .create();
    await("the namespace's own account")
        .until(
            () ->
                CLIENT.serviceAccounts().inNamespace(namespace).withName("default").get() != null);
    return new Space(namespace, Witness.of(namespace));
  }

  static ConditionFactory await(String what) {
    return Awaitility.await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(500));
  }

  /** Applies a manifest as a user does. */
  void apply(String yaml) {
    Cluster.kubectlWithInput(
        yaml, "apply", "--server-side", "--namespace", name, "--filename", "-");
  }

  String kubectl(String... arguments) {
    var command = new ArrayList<>(List.of(arguments));
    command.add(1, "--namespace=" + name);
    return Cluster.kubectl(command.toArray(String[]::new));
  }

  /** Applies one CacheBenchmark and gives the handle of it. */
  Benchmark benchmark(String yaml) {
    apply(yaml);
    return new Benchmark(this, CLIENT.resource(yaml).item().getMetadata().getName());
  }

  List<Pod> pods() {
    return CLIENT.pods().inNamespace(name).list().getItems();
  }

  private List<HasMetadata> all() {
    var all = new ArrayList<HasMetadata>();
    all.addAll(pods());
    all.addAll(CLIENT.batch().v1().jobs().inNamespace(name).list().getItems());
    all.addAll(CLIENT.apps().statefulSets().inNamespace(name).list().getItems());
    all.addAll(CLIENT.services().inNamespace(name).list().getItems());
    all.addAll(CLIENT.persistentVolumeClaims().inNamespace(name).list().getItems());
    all.addAll(CLIENT.configMaps().inNamespace(name).list().getItems());
    return all;
  }

  /** What the benchmark of this name owns. */
  List<HasMetadata> owned(String benchmark) {
    return all().stream()
        .filter(
            object ->
                object.getMetadata().getOwnerReferences().stream()
                    .anyMatch(
                        owner ->
                            owner.getKind().equals("CacheBenchmark")
                                && owner.getName().equals(benchmark)))
        .toList();
  }

  /** Reasons of all events that concern an object. */
  List<String> events(String kind, String object) {
    return CLIENT.v1().events().inNamespace(name).list().getItems().stream()
        .filter(
            event ->
                event.getInvolvedObject().getKind().equals(kind)
                    && event.getInvolvedObject().getName().equals(object))
        .map(Event::getReason)
        .toList();
  }

  /** Names of all pods, Jobs, StatefulSets, Services and ConfigMaps, but for Kubernetes' own. */
  List<String> objects() {
    return all().stream()
        .map(object -> object.getKind() + "/" + object.getMetadata().getName())
        .filter(object -> !object.equals("ConfigMap/kube-root-ca.crt"))
        .sorted()
        .toList();
  }

  /** Waits until these, and nothing else, are left. */
  void awaitObjects(String... expected) {
    await("only %s left in %s".formatted(List.of(expected), name))
        .untilAsserted(
            () ->
                assertThat(objects())
                    .containsExactlyElementsOf(Arrays.stream(expected).sorted().toList()));
  }

  /** Creates a Secret, or gives it these contents. */
  void secret(String secret, Map<String, String> contents) {
    CLIENT
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withName(secret)
                .withNamespace(name)
                .endMetadata()
                .withStringData(contents)
                .build())
        .serverSideApply();
  }

  ConfigMap configMap(String configMap) {
    return CLIENT.configMaps().inNamespace(name).withName(configMap).get();
  }

  /** Deletes the namespace; nobody waits for its end. */
  @Override
  public void close() {
    witness.close();
    CLIENT.namespaces().withName(name).delete();
  }
}
