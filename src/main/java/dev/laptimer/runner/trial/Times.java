package dev.laptimer.runner.trial;

import dev.laptimer.result.Histograms;
import dev.laptimer.result.ResultDocument.Latencies;
import org.HdrHistogram.Histogram;

/** How often something took how long: 1 us to 60 s, 3 digits. Used by one thread at a time. */
final class Times {

  private static final long LOWEST_NANOS = 1_000;

  static final long HIGHEST_NANOS = 60_000_000_000L;
  private static final int DIGITS = 3;

  private final Histogram histogram = new Histogram(LOWEST_NANOS, HIGHEST_NANOS, DIGITS);
  private long overflows;

  void record(long nanos, int times) {
    if (nanos > HIGHEST_NANOS) {
      overflows += times;
      histogram.recordValueWithCount(HIGHEST_NANOS, times);
    } else {
      histogram.recordValueWithCount(Math.max(0, nanos), times);
    }
  }

  void add(Times other) {
    histogram.add(other.histogram);
    overflows += other.overflows;
  }

  Histogram histogram() {
    return histogram;
  }

  long overflows() {
    return overflows;
  }

  Latencies latencies() {
    return new Latencies(
        histogram.getValueAtPercentile(50),
        histogram.getValueAtPercentile(90),
        histogram.getValueAtPercentile(99),
        histogram.getValueAtPercentile(99.9),
        histogram.getMaxValue(),
        overflows,
        Histograms.encode(histogram));
  }
}
