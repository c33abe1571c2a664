package dev.laptimer.result;

import dev.laptimer.api.Metric;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.PodResult;
import dev.laptimer.result.ResultDocument.TrialResult;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * What is compared of two arms, round by round.
 *
 * @param trials of all arms; those that failed do not count
 * @param phase that is compared
 * @param maxP99Micros that a rate of its sweep has to hold; null for none
 */
record LogRatios(List<TrialResult> trials, String phase, Metric metric, Integer maxP99Micros) {

  static LogRatios of(Measured measured) {
    return new LogRatios(
        measured.document().countedTrials(),
        measured.phase().name(),
        measured.spec().metricOrDefault(),
        maxP99Micros(measured.phase()));
  }

  /** Null for none. */
  static Integer maxP99Micros(Plan.Phase phase) {
    return phase.sweep() == null ? null : phase.sweep().maxP99Micros();
  }

  /**
   * For each round in which both were measured the natural logarithm of how many times as good as
   * the reference the arm was.
   */
  double[] of(String arm, String reference) {
    var referenceByRound = new HashMap<Integer, Double>();
    trials.stream()
        .filter(trial -> trial.arm().equals(reference))
        .forEach(t -> figure(t).ifPresent(figure -> referenceByRound.put(t.round(), figure)));
    return trials.stream()
        .filter(trial -> trial.arm().equals(arm))
        .map(trial -> logRatio(figure(trial), referenceByRound.get(trial.round())))
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  private Double logRatio(OptionalDouble ours, Double theirs) {
    if (ours.isEmpty() || theirs == null) {
      return null;
    }
    double logRatio = Math.log(ours.getAsDouble() / theirs);
    return metric.higherIsBetter() ? logRatio : -logRatio;
  }

  private OptionalDouble figure(TrialResult trial) {
    return trial.failure() != null
        ? OptionalDouble.empty()
        : Measured.phase(trial, phase).stream()
            .mapToDouble(this::figure)
            .filter(figure -> figure > 0)
            .findFirst();
  }

  private double figure(PhaseResult result) {
    return switch (metric) {
      case OpsPerSecond -> result.opsPerSecond();
      case P50Micros -> PodShares.median(result, PhaseResult::p50Nanos, PodResult::p50Nanos);
      case P99Micros -> PodShares.median(result, PhaseResult::p99Nanos, PodResult::p99Nanos);
      case RateAtMaxP99 ->
          result.sweep() == null || maxP99Micros == null
              ? 0
              : OpenLoops.rateAtMaxP99(result, maxP99Micros);
    };
  }
}
