package dev.laptimer.operator.run;

import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.operator.EventRecorder;
import dev.laptimer.operator.ExactDeletion;
import dev.laptimer.operator.RunMetrics;
import dev.laptimer.operator.run.Decision.PodFault;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Observes and carries out what {@link Decider} decides, but for the status, which the resource's
 * reconciler writes: it may have more to say in it.
 */
public final class Runs {

  private static final Logger LOG = LoggerFactory.getLogger(Runs.class);

  private final KubernetesClient client;
  private final Observer observer;
  private final ObjectWriter writer;
  private final EventRecorder events;
  private final RunMetrics metrics;

  public Runs(KubernetesClient client, EventRecorder events, RunMetrics metrics) {
    this.client = client;
    this.observer = new Observer(client);
    this.writer = new ObjectWriter(client);
    this.events = events;
    this.metrics = metrics;
  }

  /**
   * Takes a benchmark one step further. The status that was decided is still to be written, over
   * the very version of the resource that was looked at.
   *
   * @param resource that the benchmark was computed from
   * @param objects that the caches hold of it; those that were not made for a run are ignored
   * @param pods likewise
   * @return what was decided and, but for the status, done; empty if the resource is another by now
   */
  public Optional<Decision> advance(
      HasMetadata resource,
      Benchmark benchmark,
      List<HasMetadata> objects,
      List<Pod> pods,
      Instant now) {
    var situation =
        new Situation(
            benchmark,
            observer.observe(
                benchmark,
                objects.stream().filter(Labels::isOfARun).toList(),
                pods.stream().filter(Labels::isOfARun).toList(),
                now),
            now);
    var decision = Decider.decide(situation);
    if (!decision.create().isEmpty()) {
      // The caches may be behind: nothing is ever made for a run that the status is past
      if (!isCurrent(resource)) {
        return Optional.empty();
      }
      var refusal = writer.create(benchmark.resource(), decision.create());
      if (refusal.isPresent()) {
        decision = Decider.decide(situation.withRefusal(refusal.get()));
      }
    }
    writer.delete(decision.delete());
    if (decision.fault() != null) {
      carryOut(decision.fault());
    }
    return Optional.of(decision);
  }

  private void carryOut(PodFault fault) {
    LOG.info(
        "Pod {}/{} is deleted for the benchmark, grace {} s",
        fault.namespace(),
        fault.pod(),
        fault.graceSeconds() == null ? "its own" : fault.graceSeconds());
    ExactDeletion.of(client, fault.namespace(), fault.pod(), fault.uid(), fault.graceSeconds());
  }

  private boolean isCurrent(HasMetadata resource) {
    var current = client.resource(resource).get();
    return current != null
        && current
            .getMetadata()
            .getResourceVersion()
            .equals(resource.getMetadata().getResourceVersion());
  }

  /**
   * Tells people and metrics what a status that was written changes.
   *
   * @param before the status before it; null for none
   */
  public void tell(HasMetadata resource, BenchmarkStatus before, Decision decision) {
    for (var notice : decision.notices()) {
      LOG.info("{}: {}", notice.reason(), notice.message());
      events.record(resource, notice.warning(), notice.reason(), notice.message());
    }
    if (hasEnded(before, decision.status())) {
      metrics.ended(Notices.reason(decision.status()));
    }
  }

  private static boolean hasEnded(BenchmarkStatus before, BenchmarkStatus after) {
    return after != null
        && Notices.isEnd(after.state())
        && before != null
        && Decider.isUnderway(before);
  }
}
