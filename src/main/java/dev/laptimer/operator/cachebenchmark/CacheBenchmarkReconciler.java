package dev.laptimer.operator.cachebenchmark;

import dev.laptimer.api.CacheBenchmark;
import dev.laptimer.operator.OperatorConfig;
import dev.laptimer.operator.StatusWriter;
import dev.laptimer.operator.run.Decision;
import dev.laptimer.operator.run.Labels;
import dev.laptimer.operator.run.Runs;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Has the runs of CacheBenchmarks made, and writes their status. */
public final class CacheBenchmarkReconciler implements Reconciler<CacheBenchmark> {

  private static final String KIND = HasMetadata.getKind(CacheBenchmark.class);
  private static final String WATCHED = Labels.watched(KIND);
  private static final Duration WHEN_OUTDATED = Duration.ofSeconds(1);

  private final OperatorConfig config;
  private final StatusWriter statuses;
  private final Runs runs;

  /** Empty until the operator has started. */
  private volatile Supplier<Stream<CacheBenchmark>> benchmarks = Stream::empty;

  public CacheBenchmarkReconciler(KubernetesClient client, OperatorConfig config, Runs runs) {
    this.config = config;
    this.statuses = new StatusWriter(client);
    this.runs = runs;
  }

  @Override
  public List<EventSource<?, CacheBenchmark>> prepareEventSources(
      EventSourceContext<CacheBenchmark> context) {
    benchmarks = () -> context.getPrimaryCache().list(any -> true);
    return List.of(
        source(Job.class, WATCHED, context),
        source(StatefulSet.class, WATCHED, context),
        source(Service.class, WATCHED, context),
        source(Pod.class, WATCHED, context),
        // Results are large, and none of the operator's business once they are kept
        source(ConfigMap.class, Labels.watchedPlans(KIND), context));
  }

  /** All that are watched, as the cache holds them. */
  public List<CacheBenchmark> benchmarks() {
    return benchmarks.get().toList();
  }

  private static <R extends HasMetadata> EventSource<R, CacheBenchmark> source(
      Class<R> type, String selector, EventSourceContext<CacheBenchmark> context) {
    return new InformerEventSource<>(
        InformerEventSourceConfiguration.from(type, CacheBenchmark.class)
            .withLabelSelector(selector)
            .withNamespacesInheritedFromController()
            .withSecondaryToPrimaryMapper(CacheBenchmarkReconciler::benchmarkOf)
            .build(),
        context);
  }

  private static Set<ResourceID> benchmarkOf(HasMetadata object) {
    return Labels.benchmarkName(object)
        .map(name -> new ResourceID(name, object.getMetadata().getNamespace()))
        .stream()
        .collect(Collectors.toSet());
  }

  @Override
  public UpdateControl<CacheBenchmark> reconcile(
      CacheBenchmark benchmark, Context<CacheBenchmark> context) {
    var decision =
        runs.advance(
            benchmark,
            CacheRuns.of(benchmark, config),
            objects(context),
            List.copyOf(context.getSecondaryResources(Pod.class)),
            Instant.now());
    var control = UpdateControl.<CacheBenchmark>noUpdate();
    if (decision.isEmpty()
        || (decision.get().status() != null && !write(benchmark, decision.get(), context))) {
      return control.rescheduleAfter(WHEN_OUTDATED);
    }
    var next = decision.get().lookAgain();
    return next == null ? control : control.rescheduleAfter(next);
  }

  private static List<HasMetadata> objects(Context<CacheBenchmark> context) {
    var objects = new ArrayList<HasMetadata>();
    for (var type : List.of(Service.class, ConfigMap.class, StatefulSet.class, Job.class)) {
      objects.addAll(context.getSecondaryResources(type));
    }
    return objects;
  }

  /**
   * Writes the status, but only over the very version from which it was computed.
   *
   * @return false if there is another by now
   */
  private boolean write(
      CacheBenchmark benchmark, Decision decision, Context<CacheBenchmark> context) {
    if (!statuses.write(benchmark, decision.status(), CacheBenchmark::new, context)) {
      return false;
    }
    runs.tell(benchmark, benchmark.getStatus(), decision);
    return true;
  }
}
