package dev.laptimer.api;

import java.util.List;
import java.util.Optional;

/**
 * What the benchmarks of all kinds have in common: how often, for how long and where is measured,
 * and what is compared with what.
 */
public sealed interface BenchmarkSpec permits CacheBenchmarkSpec, DbBenchmarkSpec {

  /**
   * Fewest rounds that give a verdict: with fewer no difference, however large, is beyond chance.
   */
  int MIN_ROUNDS = 6;

  /** How often every arm is measured; null for the default. */
  Integer rounds();

  /** Null for the default. */
  Comparison comparison();

  /** Null for the default. */
  Runner runner();

  /** Seconds that the measuring may take; null for the default. */
  Integer timeoutSeconds();

  /** Seconds that everything before the measuring may take; null for the default. */
  Integer startTimeoutSeconds();

  /** Null for the default. */
  Boolean suspend();

  /** Asks for a run of its own; null for none. */
  RunToken run();

  /** Name of the arm that the others are compared with. */
  String referenceOrDefault();

  /** Name of the phase that is compared. */
  String comparedPhaseOrDefault();

  /** What is done, in this order. */
  List<? extends PhaseSpec> timedPhases();

  /** What an hour of a target costs, a decimal string; empty if that is not said. */
  Optional<String> pricePerHour(String target);

  /** The phase that is compared; empty if there is none of that name. */
  default Optional<? extends PhaseSpec> comparedPhase() {
    return timedPhases().stream()
        .filter(phase -> phase.nameOrDefault().equals(comparedPhaseOrDefault()))
        .findFirst();
  }

  /** The figure that is compared; by default the one that the compared phase is made for. */
  default Metric metricOrDefault() {
    if (comparisonOrDefault().metric() != null) {
      return comparisonOrDefault().metric();
    }
    var phase = comparedPhase();
    if (phase.isEmpty()) {
      return Metric.OpsPerSecond;
    }
    if (phase.get().hasRate()) {
      return Metric.P99Micros;
    }
    return phase.get().sweep() != null && phase.get().sweep().maxP99Micros() != null
        ? Metric.RateAtMaxP99
        : Metric.OpsPerSecond;
  }

  default int roundsOrDefault() {
    return rounds() == null ? 10 : rounds();
  }

  default Comparison comparisonOrDefault() {
    return comparison() == null ? Comparison.DEFAULT : comparison();
  }

  default Runner runnerOrDefault() {
    return runner() == null ? new Runner(null, null, null, null, null, null) : runner();
  }

  default int timeoutSecondsOrDefault() {
    return timeoutSeconds() == null ? 1800 : timeoutSeconds();
  }

  default int startTimeoutSecondsOrDefault() {
    return startTimeoutSeconds() == null ? 300 : startTimeoutSeconds();
  }

  default boolean suspendOrDefault() {
    return suspend() != null && suspend();
  }
}
