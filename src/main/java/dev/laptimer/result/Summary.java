package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus.ComparisonResult;
import dev.laptimer.api.BenchmarkStatus.PhaseFigures;
import dev.laptimer.api.BenchmarkStatus.Result;
import dev.laptimer.api.BenchmarkStatus.Trust;
import dev.laptimer.api.TrustLevel;
import dev.laptimer.api.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The answer in one line, for {@code kubectl get}: at most {@value Text#MAX_SUMMARY} characters.
 */
final class Summary {

  private Summary() {}

  static String of(
      Measured measured, List<Result> results, List<ComparisonResult> comparisons, Trust trust) {
    var outcome = measured.document().outcome();
    if (!outcome.complete()) {
      return Text.summary(
          measured.completeTrials() == 0
              ? outcome.reason() + ": " + outcome.message()
              : "%s after %d of %d trials, partial figures: %s"
                  .formatted(
                      outcome.reason(),
                      measured.completeTrials(),
                      measured.document().plan().trials().size(),
                      fitting(figures(measured, results), ", ", Text.MAX_SUMMARY - 60)));
    }
    if (trust.level() == TrustLevel.None) {
      var worst = trust.checks().get(0);
      return Text.summary(
          "not to be trusted, %s%s: %s; %s"
              .formatted(
                  worst.name(),
                  worst.arm() == null ? "" : " at " + worst.arm(),
                  worst.message(),
                  fitting(figures(measured, results), ", ", 80)));
    }
    // What only this benchmark tells comes first: the line may be cut
    return Text.summary(
        Stream.concat(
                FailoverText.summary(measured.document()).stream(),
                Stream.of(
                    comparisons.isEmpty()
                        ? String.join(", ", figures(measured, results))
                        : compared(measured, comparisons)))
            .collect(Collectors.joining("; ")));
  }

  /** The best first. */
  private static String compared(Measured measured, List<ComparisonResult> comparisons) {
    var byRatio =
        comparisons.stream()
            .filter(c -> c.reference().equals(measured.reference()))
            .sorted(
                Comparator.comparingDouble(
                    (ComparisonResult c) -> c.ratio() == null ? 0 : -Double.parseDouble(c.ratio())))
            .toList();
    var first = byRatio.get(0);
    var interval =
        first.low() == null ? "" : " (95 %% %s to %s)".formatted(first.low(), first.high());
    var why =
        first.verdict() == Verdict.Invalid
            ? Comparisons.invalid(measured, new Pair(first.reference(), first.arm()))
                .map(text -> ": " + text)
                .orElse("")
            : "";
    var parts = new ArrayList<String>();
    parts.add(
        "%s is %s on %s%s%s, %s%s"
            .formatted(
                first.arm(),
                first.ratio() == null
                    ? "not compared with " + first.reference()
                    : first.ratio() + "x " + first.reference(),
                first.phase(),
                Comparisons.by(measured),
                interval,
                verdict(first),
                why));
    byRatio.stream()
        .skip(1)
        .map(c -> "%s %sx, %s".formatted(c.arm(), c.ratio() == null ? "?" : c.ratio(), verdict(c)))
        .forEach(parts::add);
    NoiseFloor.of(measured)
        .filter(floor -> floor.ratio() > Comparisons.threshold(measured))
        .filter(floor -> first.verdict() != Verdict.Invalid)
        .ifPresent(floor -> parts.add("noise floor " + Format.percent(floor.ratio() - 1)));
    if (measured.document().droppedRounds() != null) {
      parts.add(Format.count(measured.document().droppedRounds().size(), "round") + " dropped");
    }
    return fitting(parts, "; ", Text.MAX_SUMMARY);
  }

  private static String verdict(ComparisonResult comparison) {
    return switch (comparison.verdict()) {
      case Faster -> "faster";
      case Slower -> "slower";
      case NoDifference -> "no difference";
      case Inconclusive ->
          comparison.rounds() < PairedEstimate.MIN_ROUNDS
              ? "inconclusive: %s, %d are needed"
                  .formatted(Format.count(comparison.rounds(), "round"), PairedEstimate.MIN_ROUNDS)
              : "inconclusive";
      case Invalid -> "invalid";
    };
  }

  /** "redis: 41,200 get/s, p99 61 us", of each target that has figures. */
  private static List<String> figures(Measured measured, List<Result> results) {
    var compared = measured.phase().name();
    return results.stream()
        .flatMap(
            result ->
                result.phases().stream()
                    .filter(phase -> phase.name().equals(compared))
                    .map(phase -> figures(result, phase, results.size() == 1)))
        .toList();
  }

  private static String figures(Result result, PhaseFigures phase, boolean withLatency) {
    var rate = Format.rate(phase.opsPerSecond()) + " " + phase.name() + "/s";
    if (!withLatency) {
      return result.name() + " " + rate;
    }
    return result.name()
        + ": "
        + rate
        + (phase.p99Micros() == null
            ? ", p50 " + Format.number(phase.p50Micros()) + " us"
            : ", p99 " + Format.number(phase.p99Micros()) + " us");
  }

  /** As many of the parts as fit, and how many more there are. */
  private static String fitting(List<String> parts, String separator, int max) {
    for (int shown = parts.size(); shown > 1; shown--) {
      int more = parts.size() - shown;
      var text =
          String.join(
              separator,
              Stream.concat(
                      parts.stream().limit(shown),
                      more == 0 ? Stream.empty() : Stream.of("and %d more".formatted(more)))
                  .toList());
      if (text.length() <= max) {
        return text;
      }
    }
    return parts.isEmpty() ? "none" : parts.get(0);
  }
}
