package dev.laptimer.e2e;

import static dev.laptimer.e2e.Cluster.CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.CacheBenchmark;
import dev.laptimer.api.Documents;
import dev.laptimer.api.RunState;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** One CacheBenchmark in a space. */
record Benchmark(Space space, String name) {

  CacheBenchmark get() {
    return CLIENT.resources(CacheBenchmark.class).inNamespace(space.name()).withName(name).get();
  }

  /** As the API server has it, field for field. */
  GenericKubernetesResource raw() {
    return CLIENT
        .genericKubernetesResources("laptimer.dev/v1alpha1", "CacheBenchmark")
        .inNamespace(space.name())
        .withName(name)
        .get();
  }

  BenchmarkStatus status() {
    return get().getStatus();
  }

  Optional<Condition> condition(String type) {
    return conditions(status()).stream().filter(one -> one.getType().equals(type)).findFirst();
  }

  private static List<Condition> conditions(BenchmarkStatus status) {
    return status.conditions() == null ? List.of() : status.conditions();
  }

  /** Waits until the status is so; the run must not end before that in another way. */
  BenchmarkStatus await(String what, Predicate<BenchmarkStatus> wanted) {
    Space.await(what).until(this::status, wanted);
    return status();
  }

  /** Waits until the newest spec is in this state. */
  BenchmarkStatus awaitState(RunState state) {
    return await(
        "%s of %s".formatted(state, name),
        status -> status.state() == state && speaksOfTheNewestSpec(status));
  }

  private boolean speaksOfTheNewestSpec(BenchmarkStatus status) {
    return status.observedGeneration() != null
        && status.observedGeneration() >= get().getMetadata().getGeneration();
  }

  /** Waits until the newest spec's run ended, in whatever way. */
  BenchmarkStatus awaitEnd() {
    return await(
        "the end of " + name,
        status ->
            speaksOfTheNewestSpec(status)
                && (status.state() == RunState.Finished || status.state() == RunState.Failed));
  }

  /** Waits for a condition as a pipeline does, as long as a published sample may take. */
  void kubectlWait(String condition) {
    space.kubectl("wait", "--for=condition=" + condition, "cbench/" + name, "--timeout=25m");
  }

  /** Waits for the end, which must be a measured one. */
  BenchmarkStatus awaitFinished() {
    var status = awaitEnd();
    assertThat(status.state()).as("state of " + name).isEqualTo(RunState.Finished);
    assertThat(conditions())
        .as("conditions")
        .contains("Finished=True", "Succeeded=True", "Ready=True", "Ready: Measured")
        .doesNotContain("Stalled=True", "Reconciling=True");
    return status;
  }

  /**
   * Waits for the end, which must be a failure for this reason, and says so in every way in which a
   * program may ask.
   *
   * @return the message of the condition Stalled
   */
  String awaitFailed(Reason reason) {
    var status = awaitEnd();
    assertThat(conditions())
        .as("conditions of " + name)
        .contains(
            "Finished=True",
            "Succeeded=False",
            "Ready=False",
            "Stalled=True",
            "Stalled: " + reason,
            "Succeeded: " + reason,
            "Ready: " + reason)
        .doesNotContain("Reconciling=True");
    assertThat(status.state()).isEqualTo(RunState.Failed);
    assertThat(status.run().finishTime()).as("finish time").isNotNull();
    return condition("Stalled").orElseThrow().getMessage();
  }

  /** Each condition in two ways, {@code Type=Status} and {@code Type: Reason}. */
  List<String> conditions() {
    return conditions(status()).stream()
        .flatMap(
            one ->
                Stream.of(
                    one.getType() + "=" + one.getStatus(), one.getType() + ": " + one.getReason()))
        .toList();
  }

  /** The whole document of the last run. */
  ResultDocument document() {
    var configMap = space.configMap(status().resultRef().configMap());
    return Documents.fromJson(configMap.getData().get("result.json"), ResultDocument.class);
  }

  /** Merges JSON into the object, as {@code kubectl patch --type=merge} does. */
  void patch(String json) {
    CLIENT
        .resources(CacheBenchmark.class)
        .inNamespace(space.name())
        .withName(name)
        .patch(PatchContext.of(PatchType.JSON_MERGE), json);
  }

  void delete() {
    CLIENT.resources(CacheBenchmark.class).inNamespace(space.name()).withName(name).delete();
  }
}
