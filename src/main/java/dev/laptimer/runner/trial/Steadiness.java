package dev.laptimer.runner.trial;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Whether the speed of an operation still rises or falls. Looked at are the last {@value #WINDOWS}
 * windows: the line through them by Theil and Sen (the median of the slopes of all pairs), the mean
 * of the last four against that of the four before, and how much of their time the just-in-time
 * compiler worked. A process may never be steady (Barrett et al., "Virtual machine warmup blows hot
 * and cold", OOPSLA 2017), so that nobody may wait for it for ever. Pure.
 */
final class Steadiness {

  static final int WINDOWS = 8;

  /** Highest slope, of the median rate, in a window. */
  private static final double MAX_SLOPE = 0.01;

  private static final double MAX_SHIFT = 0.03;
  private static final double MAX_COMPILATION_SHARE = 0.02;

  private Steadiness() {}

  /**
   * @param rates operations per second of each window so far, in their order
   * @param compilationShare share of the time of the last {@value #WINDOWS} windows in which the
   *     compiler worked
   */
  static boolean isSteady(List<Double> rates, double compilationShare) {
    if (rates.size() < WINDOWS || compilationShare >= MAX_COMPILATION_SHARE) {
      return false;
    }
    var last =
        rates.subList(rates.size() - WINDOWS, rates.size()).stream()
            .mapToDouble(Double::doubleValue)
            .toArray();
    double before = mean(last, 0, WINDOWS / 2);
    double after = mean(last, WINDOWS / 2, WINDOWS);
    return Math.abs(slope(last)) < MAX_SLOPE * Median.withDefaults().evaluate(last.clone())
        && Math.abs(after - before) < MAX_SHIFT * before;
  }

  private static double slope(double[] values) {
    var slopes = new ArrayList<Double>();
    for (int i = 0; i < values.length; i++) {
      for (int j = i + 1; j < values.length; j++) {
        slopes.add((values[j] - values[i]) / (j - i));
      }
    }
    return Median.withDefaults()
        .evaluate(slopes.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static double mean(double[] values, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += values[i];
    }
    return sum / (to - from);
  }
}
