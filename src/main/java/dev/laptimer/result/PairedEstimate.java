package dev.laptimer.result;

import dev.laptimer.api.BenchmarkSpec;
import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What the rounds of two arms say of their ratio. The unit is the round: one log ratio for each.
 *
 * <p>Estimate: Hodges-Lehmann, the median of the Walsh averages. Interval: the Wilcoxon signed-rank
 * test inverted (Hollander, Wolfe, Chicken: Nonparametric Statistical Methods, 3rd ed., sections
 * 3.2 and 3.3): its ends are Walsh averages, chosen by the exact null distribution. It needs no
 * normal distribution, only one symmetric about its centre, which the ratio of two arms in random
 * order has when nothing differs. Where log ratios are tied, interval and p err on the safe side.
 *
 * @param rounds number of log ratios
 * @param ratio estimate of the ratio
 * @param low lower end of the 95 % interval of the ratio; NaN with fewer than {@value #MIN_ROUNDS}
 *     rounds, which no interval of 95 % exists for
 * @param high upper end of the same
 * @param p exact two-sided probability of rounds at least as far from 1, if nothing differed
 * @param minimumDetectable smallest ratio above 1 that so many rounds with such a spread show in 4
 *     of 5 runs; NaN for fewer than 2 rounds
 */
record PairedEstimate(
    int rounds, double ratio, double low, double high, double p, double minimumDetectable) {

  /** Fewest rounds whose smallest p is below 0.05. */
  static final int MIN_ROUNDS = BenchmarkSpec.MIN_ROUNDS;

  /** Error that is allowed for a verdict, on both sides together. */
  static final double ALPHA = 0.05;

  private static final double POWER = 0.8;

  /**
   * @param logRatios natural logarithms of one ratio a round, at least one
   */
  static PairedEstimate of(double[] logRatios) {
    int n = logRatios.length;
    var walsh = walshAverages(logRatios);
    var lowerTail = lowerTail(n);
    double low = Double.NaN;
    double high = Double.NaN;
    if (n >= MIN_ROUNDS) {
      int cut = 0;
      while (lowerTail[cut + 1] <= ALPHA / 2) {
        cut++;
      }
      low = Math.exp(walsh[cut]);
      high = Math.exp(walsh[walsh.length - 1 - cut]);
    }
    return new PairedEstimate(
        n,
        Math.exp(Median.withDefaults().evaluate(walsh)),
        low,
        high,
        p(walsh, lowerTail),
        minimumDetectable(logRatios));
  }

  /** Fewest rounds with which one of so many comparisons can be told from chance, after Holm. */
  static int roundsNeeded(int comparisons) {
    int rounds = MIN_ROUNDS;
    while (comparisons * Math.pow(2, 1 - rounds) > ALPHA) {
      rounds++;
    }
    return rounds;
  }

  /** Means of all pairs, each value paired with itself too, ascending. */
  private static double[] walshAverages(double[] values) {
    int n = values.length;
    var walsh = new double[n * (n + 1) / 2];
    int next = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i; j < n; j++) {
        walsh[next++] = (values[i] + values[j]) / 2;
      }
    }
    Arrays.sort(walsh);
    return walsh;
  }

  /**
   * The signed-rank statistic is the number of positive Walsh averages (Tukey). An average of zero
   * speaks for neither side.
   */
  private static double p(double[] walsh, double[] lowerTail) {
    int positive = (int) Arrays.stream(walsh).filter(w -> w > 0).count();
    int negative = (int) Arrays.stream(walsh).filter(w -> w < 0).count();
    return Math.min(1, 2 * lowerTail[walsh.length - Math.max(positive, negative)]);
  }

  /**
   * For each value t of the signed-rank statistic of n values the probability of at most t, if
   * nothing differs: each rank is in the sum or not, with equal odds.
   */
  private static double[] lowerTail(int n) {
    var probability = new double[n * (n + 1) / 2 + 1];
    probability[0] = 1;
    int top = 0;
    for (int rank = 1; rank <= n; rank++) {
      top += rank;
      for (int t = top; t >= 0; t--) {
        probability[t] = (probability[t] + (t >= rank ? probability[t - rank] : 0)) / 2;
      }
    }
    Arrays.parallelPrefix(probability, Double::sum);
    return probability;
  }

  /** Of the paired t-test, which is close to the signed-rank test where power is concerned. */
  private static double minimumDetectable(double[] logRatios) {
    int n = logRatios.length;
    if (n < 2) {
      return Double.NaN;
    }
    var t = TDistribution.of(n - 1);
    double quantiles =
        t.inverseCumulativeProbability(1 - ALPHA / 2) + t.inverseCumulativeProbability(POWER);
    double deviation = StandardDeviation.of(logRatios).getAsDouble();
    return Math.exp(quantiles * deviation / Math.sqrt(n));
  }
}
