package dev.laptimer.plan;

import dev.laptimer.api.BenchmarkSpec;
import dev.laptimer.api.Metric;
import dev.laptimer.api.Operation;
import dev.laptimer.api.PhaseSpec;
import dev.laptimer.plan.Plan.OpenLoop;
import dev.laptimer.plan.Plan.Phase;
import dev.laptimer.plan.Plan.Sweep;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Phases at a rate, and what they need; the same for all kinds of benchmarks. Pure. */
final class Rates {

  private Rates() {}

  /** Null for a phase without a rate. */
  static OpenLoop openLoop(PhaseSpec phase) {
    if (!phase.hasRate()) {
      return null;
    }
    long perMinute =
        phase.ratePerMinute() == null
            ? phase.ratePerSecond() * TimeUnit.MINUTES.toSeconds(1)
            : phase.ratePerMinute();
    return new OpenLoop(perMinute, phase.arrivalsOrDefault());
  }

  /** Null for a phase without a sweep. */
  static Sweep sweep(PhaseSpec phase) {
    return phase.sweep() == null
        ? null
        : new Sweep(
            phase.sweep().percentsOrDefault(),
            phase.sweep().maxP99Micros(),
            phase.arrivalsOrDefault());
  }

  /**
   * A connection without a key could not take its share of the rate.
   *
   * @param arm whose workload it is, or where it is written
   * @param items keys or rows
   */
  static Optional<String> shareProblem(
      String arm, List<? extends PhaseSpec> phases, String items, int count, int connections) {
    return count >= connections
            || phases.stream().noneMatch(phase -> phase.hasRate() || phase.sweep() != null)
        ? Optional.empty()
        : Optional.of(
            "%s: a phase with a rate or a `sweep` needs at least as many %s as `connections`, among which they are split: %d for %d connections"
                .formatted(arm, items, count, connections));
  }

  /** Whether the compared phase has the figure by which it is compared. */
  static Optional<String> metricProblem(BenchmarkSpec spec) {
    var metric = spec.comparisonOrDefault().metric();
    var compared = spec.comparedPhase();
    if (metric == null || compared.isEmpty()) {
      return Optional.empty();
    }
    var phase = compared.get();
    if (metric == Metric.OpsPerSecond && phase.hasRate()) {
      return Optional.of(
          "`comparison.metric` must be P50Micros or P99Micros for the phase '%s': its operations per second are the rate that it has"
              .formatted(phase.nameOrDefault()));
    }
    return metric == Metric.RateAtMaxP99
            && (phase.sweep() == null || phase.sweep().maxP99Micros() == null)
        ? Optional.of(
            "`comparison.metric` RateAtMaxP99 needs `sweep.maxP99Micros`, which the phase '%s' has not"
                .formatted(phase.nameOrDefault()))
        : Optional.empty();
  }

  /** The phase of a plan. */
  static Phase phase(PhaseSpec phase, Operation operation, int laps) {
    return new Phase(
        phase.nameOrDefault(),
        operation,
        laps,
        phase.durationSeconds() == null ? 0 : phase.durationSeconds(),
        openLoop(phase),
        sweep(phase));
  }
}
