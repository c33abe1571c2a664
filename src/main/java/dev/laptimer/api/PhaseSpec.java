package dev.laptimer.api;

/** What phases of all kinds of benchmarks have in common, as the user wrote it. */
public sealed interface PhaseSpec permits CacheBenchmarkSpec.Phase, DbBenchmarkSpec.Phase {

  String nameOrDefault();

  /** Null for a phase that goes by laps. */
  Integer durationSeconds();

  /** Null for none. */
  Integer ratePerSecond();

  /** Null for none. */
  Integer ratePerMinute();

  /** Null for the default. */
  Arrivals arrivals();

  /** Null for none. */
  Sweep sweep();

  /** Whether operations are due at times of their own. */
  default boolean hasRate() {
    return ratePerSecond() != null || ratePerMinute() != null;
  }

  default Arrivals arrivalsOrDefault() {
    return arrivals() == null ? Arrivals.Poisson : arrivals();
  }

  /** How long it takes by the clock, all steps of a sweep together; 0 if it goes by laps. */
  default long seconds() {
    long each = durationSeconds() == null ? 0 : durationSeconds();
    return sweep() == null ? each : each * (1 + sweep().percentsOrDefault().size());
  }
}
