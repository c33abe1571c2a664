package dev.laptimer.operator.cachebenchmark;

import dev.laptimer.api.BenchmarkStatus.RunStatus;
import dev.laptimer.api.CacheBenchmark;
import dev.laptimer.api.CacheBenchmarkSpec.Target;
import dev.laptimer.engine.Engines;
import dev.laptimer.operator.OperatorConfig;
import dev.laptimer.operator.cachebenchmark.Labels.Component;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Planner;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * All that a run consists of in the cluster. Pure: the same benchmark, run and settings give the
 * same objects, so that it does not matter how often they are asked for.
 */
record DesiredObjects(CacheBenchmark benchmark, RunStatus run, OperatorConfig config) {

  /** Targets whose server is deployed for the run, in the order of the spec. */
  List<Target> ownTargets() {
    return benchmark.getSpec().targets().stream()
        .filter(target -> target.server() != null)
        .toList();
  }

  /** Service and StatefulSet of a target of its own. */
  List<HasMetadata> server(Target target) {
    var metadata =
        metadata(serverName(target), Labels.ofServer(benchmark, run.number(), target.name()));
    return List.of(
        ServerObjects.service(metadata, target),
        ServerObjects.statefulSet(
            metadata, target, config.engineImages().get(target.engine()), config.pullSecrets()));
  }

  /** The plan's ConfigMap and the Job. */
  List<HasMetadata> runner() {
    var spec = benchmark.getSpec();
    var planName = Names.plan(benchmark.getMetadata().getName(), run.number());
    return List.of(
        RunnerObjects.plan(metadata(planName, labels(Component.PLAN)), spec, plan()),
        RunnerObjects.job(
            metadata(run.jobName(), labels(Component.RUNNER)),
            spec,
            config.runnerImage(),
            config.pullSecrets(),
            planName,
            Labels.selector(labels(Component.SERVER))));
  }

  Plan plan() {
    return Planner.plan(
        benchmark.getSpec(),
        new Planner.Run(
            benchmark.getMetadata().getName(),
            run.number(),
            run.seed(),
            ownTargets().stream().collect(Collectors.toMap(Target::name, this::address)),
            RunnerObjects.SECRETS_DIR));
  }

  /** Name of the StatefulSet and of the Service of a target of its own. */
  String serverName(Target target) {
    return Names.server(benchmark.getMetadata().getName(), run.number(), target.name());
  }

  /** Metadata of the ConfigMap that keeps the result. */
  ObjectMeta resultMetadata() {
    return metadata(
        Names.result(benchmark.getMetadata().getName(), run.number()), labels(Component.RESULT));
  }

  private Planner.Address address(Target target) {
    return new Planner.Address(
        serverName(target) + "." + benchmark.getMetadata().getNamespace() + ".svc",
        Engines.of(target.engine()).defaultPort());
  }

  private Map<String, String> labels(Component component) {
    return Labels.of(benchmark, run.number(), component);
  }

  /**
   * Owned by the benchmark, so that nothing outlives it. The owner's deletion is not blocked: that
   * would ask for a right on its finalizers.
   */
  private ObjectMeta metadata(String name, Map<String, String> labels) {
    return new ObjectMetaBuilder()
        .withName(name)
        .withNamespace(benchmark.getMetadata().getNamespace())
        .withLabels(labels)
        .withAnnotations(Labels.annotations(benchmark))
        .withOwnerReferences(
            new OwnerReferenceBuilder()
                .withApiVersion(HasMetadata.getApiVersion(CacheBenchmark.class))
                .withKind(HasMetadata.getKind(CacheBenchmark.class))
                .withName(benchmark.getMetadata().getName())
                .withUid(benchmark.getMetadata().getUid())
                .withController(true)
                .withBlockOwnerDeletion(false)
                .build())
        .build();
  }
}
