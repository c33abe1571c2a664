package dev.laptimer.operator.run;

import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.RunState;
import dev.laptimer.result.EventLog;
import dev.laptimer.result.EventLog.ResultLostException;
import dev.laptimer.result.ResultDocument;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at a benchmark in the cluster: the caches say most of it; the API server is asked only for
 * what they do not hold, and only when the run's state makes it matter.
 */
final class Observer {

  private static final Logger LOG = LoggerFactory.getLogger(Observer.class);
  private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(5);

  /** While a runner may ask for a fault. */
  private static final Duration FAULT_INTERVAL = Duration.ofMillis(900);

  private static final int MAX_PROGRESSES = 1000;

  private final KubernetesClient client;
  private final RunnerLog log;

  /** What was read last of each runner's log, by the UID of its pod. */
  private final Map<String, Reading> readings = Bounded.map(MAX_PROGRESSES);

  private final EndsSeen endsSeen = new EndsSeen();

  private record Reading(Instant time, Output output) {}

  Observer(KubernetesClient client) {
    this.client = client;
    this.log = new RunnerLog(client);
  }

  /**
   * Everything there is to know.
   *
   * @param objects of the benchmark, as the caches hold them
   * @param cachedPods of the benchmark, likewise
   */
  Observed observe(
      Benchmark benchmark, List<HasMetadata> objects, List<Pod> cachedPods, Instant now) {
    var pods =
        pods(new Situation(benchmark, cached(objects, cachedPods), now), cachedPods).stream()
            .map(endsSeen::complete)
            .toList();
    var cached = cached(objects, pods);
    var situation = new Situation(benchmark, cached, now);
    var status = benchmark.status();
    if (status == null || status.run() == null || benchmark.isUnwanted()) {
      return cached;
    }
    return switch (status.state()) {
      case Pending -> cached;
      case Deploying, Running ->
          new Observed(
              objects,
              pods,
              isJobGone(situation),
              status.state() == RunState.Deploying ? events(situation) : List.of(),
              output(situation),
              null,
              null);
      case Suspended, Finished, Failed ->
          new Observed(objects, pods, false, List.of(), new Output.None(), stored(benchmark), null);
    };
  }

  private static Observed cached(List<HasMetadata> objects, List<Pod> pods) {
    return new Observed(objects, pods, false, List.of(), new Output.None(), null, null);
  }

  /**
   * The caches of an operator that is about to stop lose what they held. Before a pod of a run in
   * progress is taken for gone, the API server is asked.
   */
  private List<Pod> pods(Situation situation, List<Pod> cached) {
    if (!mayMissAPod(situation)) {
      return cached;
    }
    var resource = situation.benchmark().resource();
    return client
        .pods()
        .inNamespace(resource.namespace())
        .withLabelSelector(Labels.watched(resource.kind()))
        .list()
        .getItems()
        .stream()
        .filter(pod -> Labels.benchmarkName(pod).filter(resource.name()::equals).isPresent())
        .toList();
  }

  private static boolean mayMissAPod(Situation situation) {
    var run = situation.run();
    if (run == null || !Decider.isUnderway(situation.status())) {
      return false;
    }
    if (situation.status().state() == RunState.Pending) {
      // The next run is about to begin, and two never overlap
      return run.number() > 1 && situation.leftoverPods().isEmpty();
    }
    boolean jobWasThere = run.jobUid() != null || situation.job().isPresent();
    return jobWasThere
        && (situation.runnerPod().isEmpty()
            || situation.servers().stream()
                .anyMatch(server -> situation.serverPod(server).isEmpty()));
  }

  private boolean isJobGone(Situation situation) {
    var run = situation.run();
    boolean wasThere = run.jobUid() != null || situation.runnerPod().isPresent();
    if (!wasThere || situation.job().isPresent()) {
      return false;
    }
    var job =
        client
            .batch()
            .v1()
            .jobs()
            .inNamespace(situation.benchmark().resource().namespace())
            .withName(run.jobName())
            .get();
    return job == null
        || (run.jobUid() != null && !run.jobUid().equals(job.getMetadata().getUid()));
  }

  private List<Event> events(Situation situation) {
    return StartDiagnosis.stuckObjects(situation).stream()
        .flatMap(
            object ->
                client
                    .v1()
                    .events()
                    .inNamespace(object.getMetadata().getNamespace())
                    .withField("involvedObject.uid", object.getMetadata().getUid())
                    .list()
                    .getItems()
                    .stream())
        .toList();
  }

  private Output output(Situation situation) {
    var pod = situation.runnerPod();
    if (pod.isEmpty()) {
      return new Output.None();
    }
    var end = Pods.terminated(pod.get());
    if (end.isPresent()) {
      readings.remove(pod.get().getMetadata().getUid());
      return RunEnd.termination(end.get())
          .filter(termination -> termination.sha256() != null)
          .map(termination -> document(pod.get(), termination))
          .orElseGet(Output.None::new);
    }
    return Pods.isRunning(pod.get()) ? progress(pod.get(), situation) : new Output.None();
  }

  private Output document(Pod pod, EventLog.Termination termination) {
    try {
      return new Output.Document(EventLog.read(log.whole(pod), termination));
    } catch (ResultLostException | KubernetesClientException e) {
      return new Output.Missing(e.getMessage());
    }
  }

  private Output progress(Pod pod, Situation situation) {
    var now = situation.now();
    var last = readings.get(pod.getMetadata().getUid());
    var interval = situation.benchmark().cluster() == null ? PROGRESS_INTERVAL : FAULT_INTERVAL;
    if (last != null && now.isBefore(last.time().plus(interval))) {
      return last.output();
    }
    var output = progress(pod).orElseGet(() -> last == null ? new Output.None() : last.output());
    readings.put(pod.getMetadata().getUid(), new Reading(now, output));
    return output;
  }

  private Optional<Output> progress(Pod pod) {
    try {
      var tail = log.tail(pod);
      var progress = EventLog.latestProgress(tail).orElse(null);
      var fault = EventLog.latestFault(tail).orElse(null);
      return progress == null && fault == null
          ? Optional.empty()
          : Optional.of(new Output.Underway(progress, fault));
    } catch (KubernetesClientException e) {
      LOG.debug("The log of pod {} cannot be read now", pod.getMetadata().getName(), e);
      return Optional.empty();
    }
  }

  /**
   * Only needed when the spec has changed since the result was evaluated, or after a suspension.
   */
  private ResultDocument stored(Benchmark benchmark) {
    var status = benchmark.status();
    if (status.resultRef() == null || isEvaluated(benchmark, status)) {
      return null;
    }
    var configMap =
        client
            .configMaps()
            .inNamespace(benchmark.resource().namespace())
            .withName(status.resultRef().configMap())
            .get();
    return configMap == null ? null : ResultConfigMaps.read(configMap).orElse(null);
  }

  private static boolean isEvaluated(Benchmark benchmark, BenchmarkStatus status) {
    return Long.valueOf(benchmark.generation()).equals(status.observedGeneration());
  }
}
