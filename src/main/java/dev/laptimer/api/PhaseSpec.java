package dev.laptimer.api;

import java.util.Locale;

/** What phases of all kinds of benchmarks have in common, as the user wrote it. */
public sealed interface PhaseSpec permits CacheBenchmarkSpec.Phase, DbBenchmarkSpec.Phase {

  /** Null for the default. */
  String name();

  Operation operation();

  /** Null for the default. */
  Integer laps();

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

  default String nameOrDefault() {
    return name() == null ? operation().name().toLowerCase(Locale.ROOT) : name();
  }

  /** Laps, or 0 if the phase goes by {@code durationSeconds}. */
  default int lapsOrDefault() {
    if (durationSeconds() != null) {
      return 0;
    }
    return laps() == null ? 1 : laps();
  }

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
