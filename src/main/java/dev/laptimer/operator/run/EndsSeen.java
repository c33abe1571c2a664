package dev.laptimer.operator.run;

import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.Map;

/**
 * Remembers how containers ended. A node clears ended containers away now and then, and if it does
 * so while it starts one again, its pod no longer says how the one before ended; but it did a
 * moment ago.
 */
final class EndsSeen {

  private static final int MAX_PODS = 1000;

  private final Map<String, ContainerStateTerminated> byPod = Bounded.map(MAX_PODS);

  /** The pod as it is, or, if it forgot how its container ended, as it would be if it had not. */
  Pod complete(Pod pod) {
    var uid = pod.getMetadata().getUid();
    var told = Pods.toldEnd(pod);
    if (told.isPresent()) {
      byPod.put(uid, told.get());
      return pod;
    }
    var seen = byPod.get(uid);
    return seen == null || Pods.restarts(pod) == 0 ? pod : withLastEnd(pod, seen);
  }

  private static Pod withLastEnd(Pod pod, ContainerStateTerminated end) {
    return new PodBuilder(pod)
        .editStatus()
        .editFirstContainerStatus()
        .withNewLastState()
        .withTerminated(end)
        .endLastState()
        .endContainerStatus()
        .endStatus()
        .build();
  }
}
