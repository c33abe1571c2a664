package dev.laptimer.operator.run;

import dev.laptimer.api.BenchmarkStatus.RunStatus;
import dev.laptimer.operator.Hashes;
import dev.laptimer.operator.run.Benchmark.OwnServer;
import dev.laptimer.operator.run.Labels.Component;
import dev.laptimer.plan.Plan;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * All that a run consists of in the cluster. Pure: the same benchmark, run and settings give the
 * same objects, so that it does not matter how often they are asked for.
 */
record DesiredObjects(Benchmark benchmark, RunStatus run) {

  /** Service and StatefulSet of a target of its own. */
  List<HasMetadata> server(OwnServer server) {
    return server
        .objects()
        .apply(
            metadata(
                Names.server(benchmark.objectPrefix(), run.number(), server.target()),
                Labels.ofServer(benchmark.resource(), run.number(), server.target())));
  }

  /** The plan's ConfigMap and the Job; for several pods also the Service that gives them names. */
  List<HasMetadata> runner() {
    var planName = Names.plan(benchmark.objectPrefix(), run.number());
    var plan = plan();
    var metadata = metadata(run.jobName(), labels(Component.RUNNER));
    var objects = new ArrayList<HasMetadata>();
    objects.add(
        RunnerObjects.plan(
            metadata(planName, labels(Component.PLAN)), benchmark.spec(), plan, token()));
    if (benchmark.spec().runnerOrDefault().podsOrDefault() > 1) {
      objects.add(RunnerObjects.service(metadata));
    }
    objects.add(RunnerObjects.job(metadata, benchmark, planName, plan.runners(), measuredPods()));
    return List.copyOf(objects);
  }

  /** By which the pods of the runner know each other; another one for each run. */
  private String token() {
    return Hashes.sha256(
        "runner pods of %s, run %d, %d"
            .formatted(benchmark.resource().uid(), run.number(), run.seed()));
  }

  Plan plan() {
    return benchmark.plan().apply(run);
  }

  /** Metadata of the ConfigMap that keeps the result. */
  ObjectMeta resultMetadata() {
    return metadata(Names.result(benchmark.objectPrefix(), run.number()), labels(Component.RESULT));
  }

  private Map<String, String> measuredPods() {
    return benchmark.cluster() == null
        ? Labels.selector(labels(Component.SERVER))
        : benchmark.cluster().podLabels();
  }

  private Map<String, String> labels(Component component) {
    return Labels.of(benchmark.resource(), run.number(), component);
  }

  /**
   * Owned by the resource, so that nothing outlives it. The owner's deletion is not blocked: that
   * would ask for a right on its finalizers.
   */
  private ObjectMeta metadata(String name, Map<String, String> labels) {
    var owner = benchmark.resource();
    return new ObjectMetaBuilder()
        .withName(name)
        .withNamespace(owner.namespace())
        .withLabels(labels)
        .withAnnotations(Labels.annotations(benchmark))
        .withOwnerReferences(
            new OwnerReferenceBuilder()
                .withApiVersion(owner.apiVersion())
                .withKind(owner.kind())
                .withName(owner.name())
                .withUid(owner.uid())
                .withController(true)
                .withBlockOwnerDeletion(false)
                .build())
        .build();
  }
}
