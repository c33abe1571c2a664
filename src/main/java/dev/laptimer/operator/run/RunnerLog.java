package dev.laptimer.operator.run;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;

/** The log of a runner, which is its only way out. */
record RunnerLog(KubernetesClient client) {

  private static final int TAIL_LINES = 20;

  /** The end of it, where the newest progress is. */
  String tail(Pod pod) {
    return client.pods().resource(pod).tailingLines(TAIL_LINES).getLog();
  }

  /** All of it. */
  String whole(Pod pod) {
    return client.pods().resource(pod).getLog();
  }
}
