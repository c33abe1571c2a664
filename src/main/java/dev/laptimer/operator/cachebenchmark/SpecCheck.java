package dev.laptimer.operator.cachebenchmark;

import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.EngineName;
import dev.laptimer.api.Operation;
import dev.laptimer.plan.Planner;
import java.util.Optional;

/**
 * What the API server let through though this version of the operator cannot make a run of it: a
 * value that another version's schema allowed, which is read as absent, or what no rule of the CRD
 * can say.
 */
final class SpecCheck {

  private SpecCheck() {}

  /** What is wrong, where, and what is allowed. */
  static Optional<String> problem(CacheBenchmarkSpec spec) {
    if (spec == null || spec.targets() == null || spec.targets().isEmpty()) {
      return Optional.of("`targets` must name 1 to 16 targets");
    }
    return spec.targets().stream()
        .flatMap(target -> problem(target).stream())
        .findFirst()
        .or(() -> phaseProblem(spec))
        .or(() -> Planner.problem(spec));
  }

  private static Optional<String> problem(CacheBenchmarkSpec.Target target) {
    if (target.engine() == null || !EngineName.CACHES.contains(target.engine())) {
      return Optional.of(
          "`engine` of target '%s' must be one that this version knows: %s"
              .formatted(target.name(), EngineName.CACHES));
    }
    return (target.server() == null) == (target.endpoint() == null)
        ? Optional.of(
            "target '%s' must have exactly one of `server` and `endpoint`".formatted(target.name()))
        : Optional.empty();
  }

  private static Optional<String> phaseProblem(CacheBenchmarkSpec spec) {
    return spec.workloadOrDefault().phasesOrDefault().stream()
            .map(CacheBenchmarkSpec.Phase::operation)
            .anyMatch(operation -> operation == null || !Operation.OF_CACHES.contains(operation))
        ? Optional.of(
            "`operation` of every phase must be one that this version knows: "
                + Operation.OF_CACHES)
        : Optional.empty();
  }
}
