package dev.laptimer.api;

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

  /** How often every arm is measured. */
  int roundsOrDefault();

  Comparison comparisonOrDefault();

  /** Name of the arm that the others are compared with. */
  String referenceOrDefault();

  /** Name of the phase that is compared. */
  String comparedPhaseOrDefault();

  Runner runnerOrDefault();

  /** Seconds that the measuring may take. */
  int timeoutSecondsOrDefault();

  /** Seconds that everything before the measuring may take. */
  int startTimeoutSecondsOrDefault();

  boolean suspendOrDefault();

  /** Asks for a run of its own; null for none. */
  RunToken run();

  /** What an hour of a target costs, a decimal string; empty if that is not said. */
  Optional<String> pricePerHour(String target);
}
