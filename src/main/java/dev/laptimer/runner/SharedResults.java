package dev.laptimer.runner;

import dev.laptimer.result.Histograms;
import dev.laptimer.result.ResultDocument.Latencies;
import dev.laptimer.result.ResultDocument.MixPart;
import dev.laptimer.result.ResultDocument.MixResult;
import dev.laptimer.result.ResultDocument.OpenLoopResult;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.PodResult;
import dev.laptimer.result.ResultDocument.SweepStep;
import dev.laptimer.result.ResultDocument.TrialResult;
import dev.laptimer.result.ResultDocument.Window;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Makes one result of what several processes measured of one trial. Counts are added, and so are
 * histograms, as the mean of percentiles is none; a lap lasts as long as that of the process that
 * took longest, since all begin it together. Pure.
 */
final class SharedResults {

  private static final int MAX_MESSAGES = 10;

  private SharedResults() {}

  /**
   * @param shares each measured to its end, in the order of the pods
   */
  static TrialResult merged(List<TrialResult> shares) {
    var first = shares.get(0);
    if (shares.size() == 1) {
      return first;
    }
    return new TrialResult(
        first.index(),
        first.round(),
        first.arm(),
        first.startTime(),
        shares.stream().map(TrialResult::finishTime).max(Comparator.naturalOrder()).orElseThrow(),
        IntStream.range(0, first.phases().size())
            .mapToObj(i -> phase(shares.stream().map(share -> share.phases().get(i)).toList()))
            .toList(),
        first.health(),
        first.countersBefore(),
        first.countersAfter(),
        null,
        first.rowBytes());
  }

  private static PhaseResult phase(List<PhaseResult> shares) {
    var first = shares.get(0);
    var histogram = histogram(shares, PhaseResult::histogram);
    return new PhaseResult(
        first.name(),
        first.operation(),
        IntStream.range(0, first.lapNanos().size())
            .mapToObj(lap -> max(shares, share -> share.lapNanos().get(lap)))
            .toList(),
        sum(shares, PhaseResult::operations),
        sum(shares, PhaseResult::errors),
        sum(shares, PhaseResult::misses),
        sum(shares, PhaseResult::expiredMisses),
        sum(shares, PhaseResult::wrongValues),
        errors(shares),
        histogram.getValueAtPercentile(50),
        histogram.getValueAtPercentile(90),
        histogram.getValueAtPercentile(99),
        histogram.getValueAtPercentile(99.9),
        max(shares, PhaseResult::maxNanos),
        sum(shares, PhaseResult::overflows),
        Histograms.encode(histogram),
        window(shares.stream().map(PhaseResult::window).toList()),
        first.retries() == null ? null : sum(shares, PhaseResult::retries),
        first.meanNanos() == null ? null : Math.round(histogram.getMean()),
        first.warmUp(),
        shares.stream()
            .map(
                share ->
                    new PodResult(
                        share.totalNanos(),
                        share.operations(),
                        share.errors(),
                        share.p50Nanos(),
                        share.p99Nanos()))
            .toList(),
        openLoop(shares.stream().map(PhaseResult::openLoop).toList()),
        sweep(shares),
        first.mix() == null
            ? null
            : new MixResult(
                MixPart.of(histogram(shares, share -> share.mix().reads().histogram())),
                MixPart.of(histogram(shares, share -> share.mix().writes().histogram()))));
  }

  /** Null for a phase without a rate. Overloaded is the whole if one share is. */
  private static OpenLoopResult openLoop(List<OpenLoopResult> shares) {
    return shares.get(0) == null
        ? null
        : new OpenLoopResult(
            sum(shares, OpenLoopResult::offered),
            shares.stream().mapToDouble(OpenLoopResult::offeredPerSecond).sum(),
            shares.stream().mapToDouble(OpenLoopResult::achievedPerSecond).sum(),
            shares.stream().anyMatch(OpenLoopResult::overloaded),
            latencies(shares.stream().map(OpenLoopResult::service).toList()),
            latencies(shares.stream().map(OpenLoopResult::sendDelay).toList()));
  }

  /** Null for a phase without a sweep. */
  private static List<SweepStep> sweep(List<PhaseResult> shares) {
    return shares.get(0).sweep() == null
        ? null
        : IntStream.range(0, shares.get(0).sweep().size())
            .mapToObj(i -> step(shares.stream().map(share -> share.sweep().get(i)).toList()))
            .toList();
  }

  private static SweepStep step(List<SweepStep> shares) {
    return new SweepStep(
        shares.get(0).percent(),
        sum(shares, SweepStep::operations),
        sum(shares, SweepStep::errors),
        openLoop(shares.stream().map(SweepStep::openLoop).toList()),
        latencies(shares.stream().map(SweepStep::response).toList()));
  }

  private static Latencies latencies(List<Latencies> shares) {
    var sum = Histograms.decode(shares.get(0).histogram());
    shares.stream().skip(1).forEach(share -> sum.add(Histograms.decode(share.histogram())));
    return new Latencies(
        sum.getValueAtPercentile(50),
        sum.getValueAtPercentile(90),
        sum.getValueAtPercentile(99),
        sum.getValueAtPercentile(99.9),
        max(shares, Latencies::maxNanos),
        sum(shares, Latencies::overflows),
        Histograms.encode(sum));
  }

  private static Histogram histogram(
      List<PhaseResult> shares, Function<PhaseResult, String> encoded) {
    var sum = Histograms.decode(encoded.apply(shares.get(0)));
    shares.stream().skip(1).forEach(share -> sum.add(Histograms.decode(encoded.apply(share))));
    return sum;
  }

  private static Map<String, Long> errors(List<PhaseResult> shares) {
    var sum = new TreeMap<String, Long>();
    for (var share : shares) {
      share
          .errorsByMessage()
          .forEach(
              (message, count) ->
                  sum.merge(
                      sum.containsKey(message) || sum.size() < MAX_MESSAGES - 1
                          ? message
                          : "other errors",
                      count,
                      Long::sum));
    }
    return sum;
  }

  /** Of each trouble the worst: a process that is in trouble spoils the whole. */
  private static Window window(List<Window> shares) {
    var busiest =
        shares.stream()
            .max(
                Comparator.comparing(
                    Window::cpuNanos, Comparator.nullsFirst(Comparator.naturalOrder())))
            .orElseThrow();
    return new Window(
        max(shares, Window::wallNanos),
        busiest.cpuNanos(),
        max(shares, Window::gcCount),
        max(shares, Window::gcNanos),
        max(shares, Window::longestGcNanos),
        worst(shares, Window::throttledPeriods),
        worst(shares, Window::throttledNanos),
        worst(shares, Window::stealRatio),
        busiest.signals());
  }

  private static <T> long sum(List<T> shares, ToLongFunction<T> count) {
    return shares.stream().mapToLong(count).sum();
  }

  private static <T> long max(List<T> shares, ToLongFunction<T> count) {
    return shares.stream().mapToLong(count).max().orElseThrow();
  }

  private static <N extends Comparable<N>> N worst(List<Window> shares, Function<Window, N> fact) {
    return shares.stream()
        .map(fact)
        .filter(Objects::nonNull)
        .max(Comparator.naturalOrder())
        .orElse(null);
  }
}
