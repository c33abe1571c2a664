package dev.laptimer.result.html;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** Round values within a range, for the marks of an axis. */
final class Ticks {

  /** What a decade of a logarithmic axis can be divided into, the fewest first. */
  private static final List<double[]> DECADES =
      List.of(
          new double[] {1},
          new double[] {1, 3},
          new double[] {1, 2, 5},
          new double[] {1, 1.5, 2, 3, 5, 7},
          new double[] {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9});

  /** Up to here equal steps look better than a decade's division. */
  private static final double SMALL_RANGE = 3;

  /** With fewer marks one cannot see what kind of axis it is. */
  private static final int FEWEST = 3;

  private Ticks() {}

  static List<Double> of(Scale scale, int atMost) {
    return scale.logarithmic()
        ? log(scale.low(), scale.high(), atMost)
        : linear(scale.low(), scale.high(), atMost);
  }

  /** Multiples of 1, 2 or 5 times a power of ten. */
  static List<Double> linear(double low, double high, int atMost) {
    double power = Math.pow(10, Math.floor(Math.log10((high - low) / atMost)));
    double step =
        DoubleStream.of(1, 2, 5, 10, 20)
            .map(times -> times * power)
            .filter(s -> Math.floor(high / s) - Math.ceil(low / s) + 1 <= atMost)
            .findFirst()
            .orElseThrow();
    var ticks = new ArrayList<Double>();
    for (long i = (long) Math.ceil(low / step); i <= Math.floor(high / step); i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  /** The densest division of the decades that fits; where the range is small, equal steps. */
  static List<Double> log(double low, double high, int atMost) {
    if (high / low < SMALL_RANGE) {
      return linear(low, high, atMost);
    }
    List<Double> densest = List.of();
    for (var decade : DECADES) {
      var ticks = log(low, high, decade);
      if (ticks.size() <= atMost) {
        densest = ticks;
      }
    }
    if (densest.size() >= FEWEST) {
      return densest;
    }
    return high / low < 10
        ? linear(low, high, atMost)
        : sparse(log(low, high, DECADES.get(0)), atMost);
  }

  private static List<Double> log(double low, double high, double[] decade) {
    var ticks = new ArrayList<Double>();
    int last = (int) Math.floor(Math.log10(high));
    for (int power = (int) Math.floor(Math.log10(low)); power <= last; power++) {
      for (double times : decade) {
        double tick = times * Math.pow(10, power);
        if (tick >= low && tick <= high) {
          ticks.add(tick);
        }
      }
    }
    return ticks;
  }

  /** Every so manieth. */
  private static List<Double> sparse(List<Double> ticks, int atMost) {
    int step = Math.max(1, (ticks.size() + atMost - 1) / atMost);
    var kept = new ArrayList<Double>();
    for (int i = 0; i < ticks.size(); i += step) {
      kept.add(ticks.get(i));
    }
    return kept;
  }
}
