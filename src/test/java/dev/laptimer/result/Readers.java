package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus;
import io.fabric8.kubernetes.api.model.Condition;

/**
 * How the programs that people point at a resource read its status. Written anew from the rules of
 * kstatus (sigs.k8s.io/cli-utils pkg/kstatus/status) and of {@code kubectl wait}.
 */
final class Readers {

  enum Kstatus {
    InProgress,
    Failed,
    Current
  }

  private Readers() {}

  /** What Flux, Helm and kpt see: generation, Reconciling, Stalled, Ready, in this order. */
  static Kstatus kstatus(BenchmarkStatus status, long generation) {
    if (status.observedGeneration() != null && status.observedGeneration() != generation) {
      return Kstatus.InProgress;
    }
    if (status.conditions() == null) {
      return Kstatus.Current;
    }
    for (var condition : status.conditions()) {
      if (is(condition, "Reconciling", "True")) {
        return Kstatus.InProgress;
      }
      if (is(condition, "Stalled", "True")) {
        return Kstatus.Failed;
      }
    }
    return status.conditions().stream()
            .filter(condition -> condition.getType().equals("Ready"))
            .allMatch(condition -> condition.getStatus().equals("True"))
        ? Kstatus.Current
        : Kstatus.InProgress;
  }

  /**
   * Whether {@code kubectl wait --for=condition=TYPE} returns. A condition of an older generation
   * does not count; without a generation of its own the status' counts.
   */
  static boolean waitReturns(BenchmarkStatus status, long generation, String type) {
    return status.conditions() != null
        && status.conditions().stream()
            .filter(condition -> condition.getType().equalsIgnoreCase(type))
            .anyMatch(
                condition ->
                    condition.getStatus().equalsIgnoreCase("True")
                        && observed(condition, status) >= generation);
  }

  private static long observed(Condition condition, BenchmarkStatus status) {
    return condition.getObservedGeneration() != null
        ? condition.getObservedGeneration()
        : status.observedGeneration();
  }

  private static boolean is(Condition condition, String type, String status) {
    return condition.getType().equals(type) && condition.getStatus().equals(status);
  }
}
