package dev.laptimer.result.html;

import dev.laptimer.result.Histograms;
import dev.laptimer.result.Measured;
import dev.laptimer.result.ResultDocument.PhaseResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * Latencies of one phase at one target by percentile: of the histograms of all rounds together, or,
 * where the document has none, the medians of the rounds' own percentiles.
 *
 * @param operations that it is of
 * @param merged whether it comes from histograms
 * @param points by rising percentile
 */
record LatencyCurve(long operations, boolean merged, List<Point> points) {

  /**
   * @param percentile above 0, below 100
   */
  record Point(double percentile, double nanos) {

    /** One operation of so many is slower. */
    double oneIn() {
      return 100 / (100 - percentile);
    }
  }

  /** The percentiles that people ask for. */
  static final List<Double> USUAL = List.of(50.0, 90.0, 99.0, 99.9, 99.99);

  /** A percentile is given if so many operations lie above it. */
  private static final long FEWEST_ABOVE = 100;

  private static final int STEPS_OF_A_DECADE = 40;

  private static final Map<Double, ToDoubleFunction<PhaseResult>> OWN =
      Map.of(
          50.0, PhaseResult::p50Nanos,
          90.0, PhaseResult::p90Nanos,
          99.0, PhaseResult::p99Nanos,
          99.9, PhaseResult::p999Nanos);

  /**
   * @param trials the phase in each trial, at least one
   * @throws IllegalArgumentException if a histogram is damaged
   */
  static LatencyCurve of(List<PhaseResult> trials) {
    return trials.stream().allMatch(trial -> trial.histogram() != null)
        ? ofHistogram(sum(trials))
        : ofPercentiles(trials);
  }

  /**
   * Of an open loop, from when operations were sent.
   *
   * @return empty where there is none, or no histogram of it
   */
  static Optional<LatencyCurve> ofService(List<PhaseResult> trials) {
    if (trials.stream()
        .anyMatch(t -> t.openLoop() == null || t.openLoop().service().histogram() == null)) {
      return Optional.empty();
    }
    var sum = new Histogram(Histograms.decode(trials.get(0).openLoop().service().histogram()));
    trials.stream()
        .map(trial -> Histograms.decode(trial.openLoop().service().histogram()))
        .forEach(sum::add);
    return Optional.of(ofHistogram(sum));
  }

  private static LatencyCurve ofHistogram(Histogram histogram) {
    long operations = histogram.getTotalCount();
    var points = new ArrayList<Point>();
    double furthest = (double) operations / FEWEST_ABOVE;
    for (int step = 1; Math.pow(10, (double) step / STEPS_OF_A_DECADE) <= furthest; step++) {
      double percentile = 100 - 100 * Math.pow(10, (double) -step / STEPS_OF_A_DECADE);
      points.add(new Point(percentile, histogram.getValueAtPercentile(percentile)));
    }
    for (double usual : USUAL) {
      if (enough(operations, usual) && points.stream().noneMatch(p -> near(p, usual))) {
        points.add(new Point(usual, histogram.getValueAtPercentile(usual)));
      }
    }
    points.sort(Comparator.comparingDouble(Point::percentile));
    return new LatencyCurve(operations, true, List.copyOf(points));
  }

  private static LatencyCurve ofPercentiles(List<PhaseResult> trials) {
    long each = trials.stream().mapToLong(t -> t.operations() - t.errors()).min().orElseThrow();
    return new LatencyCurve(
        trials.stream().mapToLong(t -> t.operations() - t.errors()).sum(),
        false,
        USUAL.stream()
            .filter(OWN::containsKey)
            .filter(percentile -> enough(each, percentile))
            .map(percentile -> new Point(percentile, Measured.median(trials, OWN.get(percentile))))
            .toList());
  }

  /** Latency at one of the points. */
  OptionalDouble nanosAt(double percentile) {
    return points.stream()
        .filter(point -> near(point, percentile))
        .mapToDouble(Point::nanos)
        .findFirst();
  }

  private static boolean enough(long operations, double percentile) {
    return Math.round(operations * (100 - percentile) / 100) >= FEWEST_ABOVE;
  }

  private static boolean near(Point point, double percentile) {
    return Math.abs(point.percentile() - percentile) < 1e-9;
  }

  private static Histogram sum(List<PhaseResult> trials) {
    var first = decoded(trials.get(0));
    trials.stream().skip(1).map(LatencyCurve::decoded).forEach(first::add);
    return first;
  }

  private static Histogram decoded(PhaseResult trial) {
    try {
      return Histograms.decode(trial.histogram());
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "a histogram of phase '%s' is damaged".formatted(trial.name()), e);
    }
  }
}
