package dev.laptimer.runner.preflight;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Bare round trips, one after the other.
 *
 * @param p50Micros their median
 * @param p99Micros 99th percentile of the same
 */
record RoundTrips(long p50Micros, long p99Micros) {

  private static final int COUNT = 200;

  static RoundTrips of(Runnable ping) {
    var nanos = new long[COUNT];
    for (int i = 0; i < COUNT; i++) {
      long start = System.nanoTime();
      ping.run();
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    return new RoundTrips(
        TimeUnit.NANOSECONDS.toMicros(nanos[COUNT / 2]),
        TimeUnit.NANOSECONDS.toMicros(nanos[COUNT * 99 / 100]));
  }
}
