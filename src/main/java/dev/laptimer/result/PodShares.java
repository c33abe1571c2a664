package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus.Check;
import dev.laptimer.api.BenchmarkStatus.PhaseFigures;
import dev.laptimer.api.BenchmarkStatus.PodFigures;
import dev.laptimer.api.BenchmarkStatus.Result;
import dev.laptimer.api.Severity;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.PodResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What each of several runner pods measured. Their histograms are added for what is shown, but the
 * tail of a sum may belong to one sick client: what is compared is the median over the pods of the
 * percentile (D. Zhang and others, Treadmill, ISCA 2016), and a pod that is far off is told. Pure.
 */
public final class PodShares {

  /** How many times the p99 of the pod in the middle another may have. */
  private static final double MAX_P99_TO_MEDIAN = 2;

  private static final int MIN_OPERATIONS_P99 = 10_000;

  private PodShares() {}

  /** Medians over the rounds of each pod; null for one pod. */
  static List<PodFigures> figures(List<PhaseResult> trials) {
    if (trials.stream().anyMatch(trial -> trial.pods() == null)) {
      return null;
    }
    return IntStream.range(0, trials.get(0).pods().size())
        .mapToObj(
            pod -> {
              var shares = trials.stream().map(trial -> trial.pods().get(pod)).toList();
              long samples =
                  shares.stream().mapToLong(s -> s.operations() - s.errors()).min().orElseThrow();
              return new PodFigures(
                  Math.round(Measured.median(shares, PodResult::opsPerSecond)),
                  micros(shares, PodResult::p50Nanos),
                  samples < MIN_OPERATIONS_P99 ? null : micros(shares, PodResult::p99Nanos));
            })
        .toList();
  }

  private static long micros(List<PodResult> shares, ToDoubleFunction<PodResult> nanos) {
    return Math.round(Measured.median(shares, nanos) / 1000);
  }

  /** The figure of a phase that is compared: of several pods the median of theirs. */
  static double median(
      PhaseResult phase, ToDoubleFunction<PhaseResult> ofAll, ToDoubleFunction<PodResult> ofPod) {
    return phase.pods() == null ? ofAll.applyAsDouble(phase) : Measured.median(phase.pods(), ofPod);
  }

  /** Pods whose p99 is far from that of the others, in the compared phase. */
  static List<Check> checks(Measured measured) {
    var checks = new ArrayList<Check>();
    for (var arm : measured.arms()) {
      var trials = measured.phases(arm, measured.phase().name());
      var pods = trials.isEmpty() ? null : figures(trials);
      if (pods == null || pods.stream().anyMatch(pod -> pod.p99Micros() == null)) {
        continue;
      }
      // Of an even number the lower one: of two pods one could never be twice their mean
      long middle =
          pods.stream().map(PodFigures::p99Micros).sorted().toList().get((pods.size() - 1) / 2);
      for (int pod = 0; pod < pods.size(); pod++) {
        long p99 = pods.get(pod).p99Micros();
        if (p99 > MAX_P99_TO_MEDIAN * middle) {
          checks.add(
              new Check(
                  "PodDiffers",
                  Severity.Warning,
                  arm,
                  "runner pod %d has a p99 of %s us in %s, the pod in the middle %s us (limit 2 times): the tail may be its own, not the target's"
                      .formatted(
                          pod,
                          Format.number(p99),
                          measured.phase().name(),
                          Format.number(middle))));
        }
      }
    }
    return checks;
  }

  public static final List<String> HEADER =
      List.of("phase", "target", "pod", "ops/s", "p50 us", "p99 us");

  /** A row for each pod of each phase and arm; none for one pod. */
  public static List<List<String>> rows(List<Result> results) {
    var rows = new ArrayList<List<String>>();
    for (var result : results) {
      for (PhaseFigures phase : result.phases()) {
        var pods = phase.pods() == null ? List.<PodFigures>of() : phase.pods();
        for (int pod = 0; pod < pods.size(); pod++) {
          var figures = pods.get(pod);
          rows.add(
              List.of(
                  phase.name(),
                  result.name(),
                  Integer.toString(pod),
                  Format.number(figures.opsPerSecond()),
                  Format.number(figures.p50Micros()),
                  figures.p99Micros() == null ? "-" : Format.number(figures.p99Micros())));
        }
      }
    }
    return rows;
  }
}
