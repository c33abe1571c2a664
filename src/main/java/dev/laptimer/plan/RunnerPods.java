package dev.laptimer.plan;

import dev.laptimer.plan.Plan.Arm;
import dev.laptimer.plan.Plan.Runners;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Who makes the trials of a plan, and what several runner pods need. Pure. */
final class RunnerPods {

  private static final int FIRST_PORT = 17_700;

  private RunnerPods() {}

  /**
   * @param hosts of the runner's pods; null where all are processes of one machine
   * @return null for the runner that has the plan, alone
   */
  static Runners of(int pods, List<Arm> arms, List<String> hosts) {
    var images =
        hosts == null
            ? List.<String>of()
            : arms.stream().map(Arm::image).filter(Objects::nonNull).distinct().toList();
    return pods == 1 && images.isEmpty() ? null : new Runners(pods, hosts, images, FIRST_PORT);
  }

  /** Each pod needs a connection of its own. */
  static Optional<String> problem(String arm, int pods, int connections) {
    return connections >= pods
        ? Optional.empty()
        : Optional.of(
            "%s: `connections` must be at least as many as `runner.pods`, among which they are split: %d for %d pods"
                .formatted(arm, connections, pods));
  }
}
