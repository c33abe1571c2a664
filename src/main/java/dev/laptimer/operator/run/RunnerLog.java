package dev.laptimer.operator.run;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.ContainerResource;

/** The log of a runner, which is its only way out. */
record RunnerLog(KubernetesClient client) {

  /**
   * Enough for the ten minutes in which an operator is not there: the runner asks for a fault once,
   * and tells of little else meanwhile but one line a second.
   */
  private static final int TAIL_LINES = 600;

  /** One of a variant's own writes nothing of the run. */
  private ContainerResource container(Pod pod) {
    return client.pods().resource(pod).inContainer(RunnerObjects.CONTAINER);
  }

  /** The end of it, where the newest progress and the newest wish are. */
  String tail(Pod pod) {
    return container(pod).tailingLines(TAIL_LINES).getLog();
  }

  /** All of it. */
  String whole(Pod pod) {
    return container(pod).getLog();
  }
}
