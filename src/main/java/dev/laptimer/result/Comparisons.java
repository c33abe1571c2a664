package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus.ComparisonResult;
import dev.laptimer.api.Metric;
import dev.laptimer.api.Verdict;
import dev.laptimer.result.ResultDocument.PhaseResult;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Each other arm compared with the reference, or every arm with every other. In this order:
 *
 * <ol>
 *   <li>Invalid: the run is incomplete, the control differs from what it repeats, an arm read wrong
 *       values, had an error in more than {@value #MAX_ERROR_SHARE} of its operations, found a
 *       clearly different share of its keys, or did not reach the rate at which its latency is
 *       compared.
 *   <li>Inconclusive with fewer than {@value PairedEstimate#MIN_ROUNDS} rounds in which both arms
 *       were measured to their end.
 *   <li>Inconclusive also where the speed of more than a quarter of an arm's trials still changed
 *       after their warm-up.
 *   <li>Faster: the interval is above 1, the estimate at least 1 + threshold and above the {@link
 *       NoiseFloor} and what the spread of the rounds lets be seen, and p, after Holm over all
 *       comparisons of the run, at most 0.05. Slower is the mirror image.
 *   <li>NoDifference: the whole interval is within the threshold.
 *   <li>Inconclusive otherwise.
 * </ol>
 *
 * The intervals are those of each comparison by itself, 95 %.
 */
final class Comparisons {

  /** Highest share of operations that may end in an error. */
  static final double MAX_ERROR_SHARE = 0.0001;

  /** Highest difference between the shares of misses of two arms that did the same work. */
  static final double MAX_MISS_DIFFERENCE = 0.01;

  private Comparisons() {}

  static List<ComparisonResult> of(Measured measured) {
    var pairs = Pair.of(measured);
    var estimates = new HashMap<Pair, PairedEstimate>();
    for (var pair : pairs) {
      var logRatios = LogRatios.of(measured).of(pair.arm(), pair.reference());
      if (logRatios.length > 0) {
        estimates.put(pair, PairedEstimate.of(logRatios));
      }
    }
    var adjusted = holm(estimates);
    return pairs.stream()
        .map(
            pair ->
                estimates.containsKey(pair)
                    ? compare(measured, pair, estimates.get(pair), adjusted.get(pair), pairs.size())
                    : notCompared(measured, pair))
        .toList();
  }

  private static Metric metric(Measured measured) {
    return measured.spec().metricOrDefault();
  }

  /**
   * Holm's step-down procedure (Scandinavian Journal of Statistics 6, 1979): the smallest p times
   * the number of comparisons, the next times one less, and so on, never decreasing.
   */
  static <K> Map<K, Double> holm(Map<K, PairedEstimate> estimates) {
    var ascending =
        estimates.entrySet().stream()
            .sorted(
                Comparator.comparingDouble(
                    (Map.Entry<K, PairedEstimate> entry) -> entry.getValue().p()))
            .toList();
    var adjusted = new HashMap<K, Double>();
    double floor = 0;
    for (int i = 0; i < ascending.size(); i++) {
      double p = ascending.get(i).getValue().p() * (ascending.size() - i);
      floor = Math.min(1, Math.max(floor, p));
      adjusted.put(ascending.get(i).getKey(), floor);
    }
    return adjusted;
  }

  private static ComparisonResult notCompared(Measured measured, Pair pair) {
    var arm = pair.arm();
    var invalid = invalid(measured, pair);
    return new ComparisonResult(
        measured.phase().name(),
        metric(measured),
        pair.reference(),
        arm,
        null,
        null,
        null,
        0,
        invalid.isPresent() ? Verdict.Invalid : Verdict.Inconclusive,
        "%s is not compared with %s on %s: %s"
            .formatted(
                arm,
                pair.reference(),
                measured.phase().name(),
                invalid.orElse("there is no round in which both were measured")),
        null,
        null);
  }

  private static ComparisonResult compare(
      Measured measured, Pair pair, PairedEstimate estimate, double p, int comparisons) {
    var arm = pair.arm();
    double threshold = threshold(measured);
    var floor = NoiseFloor.of(measured);
    double atLeast = Math.max(threshold, floor.map(NoiseFloor::ratio).orElse(1.0));
    var invalid = invalid(measured, pair);
    var verdict =
        invalid.isPresent()
            ? Verdict.Invalid
            : unsteady(measured, pair).isPresent()
                ? Verdict.Inconclusive
                : verdict(estimate, p <= PairedEstimate.ALPHA, threshold, atLeast);
    boolean interval = !Double.isNaN(estimate.low());
    int decimals = Format.ratioDecimals(estimate.ratio(), estimate.low(), estimate.high());
    var ratio = Format.decimal(estimate.ratio(), decimals);
    var low = interval ? Format.decimal(estimate.low(), decimals) : null;
    var high = interval ? Format.decimal(estimate.high(), decimals) : null;
    var rounds = Format.count(estimate.rounds(), "round");
    var sentence =
        "%s is %s times as fast as %s on %s%s (%s)"
            .formatted(
                arm,
                ratio,
                pair.reference(),
                measured.phase().name(),
                by(measured),
                interval ? "95 %% interval %s to %s, %s".formatted(low, high, rounds) : rounds);
    var message =
        switch (verdict) {
          case Faster, Slower -> sentence;
          case NoDifference ->
              sentence + ": no difference of %s %% or more".formatted(percent(threshold));
          case Invalid -> "not a valid comparison, " + invalid.orElseThrow() + ": " + sentence;
          case Inconclusive ->
              "no verdict, "
                  + unsteady(measured, pair)
                      .orElseGet(() -> why(estimate, p, comparisons, threshold, floor))
                  + ": "
                  + sentence;
        };
    return new ComparisonResult(
        measured.phase().name(),
        metric(measured),
        pair.reference(),
        arm,
        ratio,
        low,
        high,
        estimate.rounds(),
        verdict,
        message,
        Double.isNaN(estimate.minimumDetectable())
            ? null
            : Format.plain(100 * (estimate.minimumDetectable() - 1), 2),
        Format.plain(p, 2));
  }

  private static Optional<String> unsteady(Measured measured, Pair pair) {
    return WarmUps.unsteady(measured, pair.reference())
        .or(() -> WarmUps.unsteady(measured, pair.arm()));
  }

  /** The ratio, above 1, from which a difference counts. */
  static double threshold(Measured measured) {
    return 1 + measured.spec().comparisonOrDefault().thresholdPercentOrDefault() / 100.0;
  }

  private static String percent(double ratio) {
    return Format.decimal(100 * (ratio - 1), 0);
  }

  /**
   * Noise makes it harder to be faster or slower, but no easier to be equal: that goes by the
   * threshold alone.
   *
   * @param atLeast the threshold or, where it is more, the noise floor
   */
  private static Verdict verdict(
      PairedEstimate estimate, boolean significant, double threshold, double atLeast) {
    if (estimate.rounds() < PairedEstimate.MIN_ROUNDS) {
      return Verdict.Inconclusive;
    }
    // Rounds of which only some differ, and those much, are no difference of all of them
    boolean clear = difference(estimate) >= estimate.minimumDetectable();
    if (clear && significant && estimate.low() > 1 && estimate.ratio() >= atLeast) {
      return Verdict.Faster;
    }
    if (clear && significant && estimate.high() < 1 && estimate.ratio() <= 1 / atLeast) {
      return Verdict.Slower;
    }
    return estimate.low() >= 1 / threshold && estimate.high() <= threshold
        ? Verdict.NoDifference
        : Verdict.Inconclusive;
  }

  /** The ratio or its inverse, whichever is above 1. */
  private static double difference(PairedEstimate estimate) {
    return Math.max(estimate.ratio(), 1 / estimate.ratio());
  }

  private static String why(
      PairedEstimate estimate,
      double p,
      int comparisons,
      double threshold,
      Optional<NoiseFloor> floor) {
    if (estimate.rounds() < PairedEstimate.MIN_ROUNDS) {
      return "it needs %d rounds in which both were measured".formatted(PairedEstimate.MIN_ROUNDS);
    }
    boolean apart = estimate.low() > 1 || estimate.high() < 1;
    double difference = difference(estimate);
    if (apart && floor.isPresent() && difference < floor.get().ratio() && difference >= threshold) {
      return "the two differ no more than one of them from itself: " + floor.get().sentence();
    }
    if (apart && difference >= threshold && difference < estimate.minimumDetectable()) {
      return "the rounds differ too much from each other: only %s or more can be seen in %s with such a spread"
          .formatted(
              Format.percent(estimate.minimumDetectable() - 1),
              Format.count(estimate.rounds(), "round"));
    }
    if (apart && difference >= threshold) {
      return "with %s at once one alone may look like this by chance (p %s after Holm; %s or more)"
          .formatted(
              Format.count(comparisons, "comparison"),
              Format.plain(p, 2),
              Format.count(
                  Math.max(PairedEstimate.roundsNeeded(comparisons), estimate.rounds() + 1),
                  "round"));
    }
    if (apart) {
      return "the two differ, but it is open whether by %s %% or more"
          .formatted(percent(threshold));
    }
    return "differences below %s cannot be seen in %s with such a spread"
        .formatted(
            Format.percent(estimate.minimumDetectable() - 1),
            Format.count(estimate.rounds(), "round"));
  }

  /** How a sentence names the metric; ops/s go without saying. */
  static String by(Measured measured) {
    boolean response = measured.phase().openLoop() != null;
    return switch (measured.spec().metricOrDefault()) {
      case OpsPerSecond -> "";
      case P50Micros -> " by p50" + (response ? " of the response time" : "");
      case P99Micros -> " by p99" + (response ? " of the response time" : "");
      case RateAtMaxP99 -> " by the highest rate that holds the p99";
    };
  }

  /** What makes the comparison meaningless, if something does. */
  static Optional<String> invalid(Measured measured, Pair pair) {
    var arm = pair.arm();
    var outcome = measured.document().outcome();
    if (!outcome.complete()) {
      return Optional.of("the run is incomplete (" + outcome.reason() + ")");
    }
    var differing = NoiseFloor.of(measured).filter(floor -> floor.differs(threshold(measured)));
    if (differing.isPresent()) {
      return differing.map(NoiseFloor::sentence);
    }
    for (var side : List.of(arm, pair.reference())) {
      long wrong = measured.allPhases(side).mapToLong(PhaseResult::wrongValues).sum();
      if (wrong > 0) {
        return Optional.of("%s gave %s".formatted(side, Format.count(wrong, "wrong value")));
      }
      double errors = share(measured, side, PhaseResult::errors);
      if (errors > MAX_ERROR_SHARE) {
        return Optional.of(
            "%s of the operations of %s ended in an error".formatted(Format.percent(errors), side));
      }
      var noFigure = OpenLoops.noFigure(measured, side);
      if (noFigure.isPresent()) {
        return noFigure;
      }
    }
    double ours = share(measured, arm, PhaseResult::misses);
    double theirs = share(measured, pair.reference(), PhaseResult::misses);
    return Math.abs(ours - theirs) <= MAX_MISS_DIFFERENCE
        ? Optional.empty()
        : Optional.of(
            "%s did not find %s of the %s, %s %s"
                .formatted(
                    arm,
                    Format.percent(ours),
                    measured.isOfTables() ? "rows" : "keys",
                    pair.reference(),
                    Format.percent(theirs)));
  }

  private static double share(Measured measured, String arm, ToLongFunction<PhaseResult> count) {
    var phases = measured.phases(arm, measured.phase().name());
    long operations = phases.stream().mapToLong(PhaseResult::operations).sum();
    return operations == 0 ? 0 : (double) phases.stream().mapToLong(count).sum() / operations;
  }
}
