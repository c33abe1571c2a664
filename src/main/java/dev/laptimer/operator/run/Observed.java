package dev.laptimer.operator.run;

import dev.laptimer.result.ResultDocument;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/**
 * What is there of a benchmark in the cluster, of this run and of those before.
 *
 * @param objects its Jobs, StatefulSets, Services and plan ConfigMaps
 * @param pods its pods
 * @param jobIsGone true if the API server itself said that the run's Job, which was there, is not
 *     any more; the caches alone may be behind
 * @param events what the cluster says of objects that are stuck, any order
 * @param output what was read of the runner's log
 * @param stored the run's result document as it is kept; null if there is none, or if it was not
 *     needed
 * @param refusal of an object that was to be created just now; null for none
 */
record Observed(
    List<HasMetadata> objects,
    List<Pod> pods,
    boolean jobIsGone,
    List<Event> events,
    Output output,
    ResultDocument stored,
    Refusal refusal) {

  /** Nothing is there. */
  static final Observed NOTHING =
      new Observed(List.of(), List.of(), false, List.of(), new Output.None(), null, null);

  Observed withRefusal(Refusal refused) {
    return new Observed(objects, pods, jobIsGone, events, output, stored, refused);
  }
}
