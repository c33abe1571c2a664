package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus.MixPartFigures;
import dev.laptimer.api.BenchmarkStatus.PhaseFigures;
import dev.laptimer.api.BenchmarkStatus.Result;
import dev.laptimer.api.Bottleneck;
import dev.laptimer.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a person reads of a run: plain text for a terminal, a file or a pipe. Pure. */
public final class Tables {

  /** Widest line, in characters, where the words allow it. */
  static final int WIDTH = 120;

  private Tables() {}

  /** Everything: the laps, the figures, the comparisons, the trust, and how it was measured. */
  public static String of(ResultDocument document, Analysis analysis) {
    return Stream.of(
            head(document, analysis),
            LapTable.of(document),
            figures(document, analysis),
            rates(document, analysis),
            pods(analysis),
            comparisons(document, analysis),
            FailoverText.table(document),
            trust(analysis),
            FeatureMatrix.of(document).text(),
            preflightFailures(document),
            SettingText.of(document, analysis))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  private static String head(ResultDocument document, Analysis analysis) {
    var plan = document.plan();
    var outcome = document.outcome();
    return TextTable.wrap(
            "%s, run %d: %s".formatted(plan.benchmark(), plan.runNumber(), analysis.summary()),
            WIDTH,
            "  ")
        + (outcome.complete() || analysis.results().stream().allMatch(r -> r.trials() == 0)
            ? ""
            : TextTable.wrap(
                "FAILED, %s: %s".formatted(outcome.reason(), outcome.message()), WIDTH, "  "));
  }

  private static String figures(ResultDocument document, Analysis analysis) {
    var results = analysis.results().stream().filter(r -> !r.phases().isEmpty()).toList();
    if (results.isEmpty()) {
      return "";
    }
    var header =
        List.of(
            "phase",
            "target",
            "ops/s [lowest - highest]",
            "p50 us",
            "p99 us",
            "p99.9 us",
            isOfTables(document) ? "retries" : "misses",
            "errors",
            "wrong",
            "trials");
    var rows = new ArrayList<List<String>>();
    for (var phase : document.plan().workload().phases()) {
      for (var result : results) {
        result.phases().stream()
            .filter(figures -> figures.name().equals(phase.name()))
            .flatMap(figures -> rows(phase, result, figures))
            .forEach(rows::add);
      }
    }
    var withPrice =
        results.stream()
            .filter(result -> result.opsPerCurrencyUnit() != null)
            .map(
                result ->
                    "%s makes %s operations for one unit of its price's currency\n"
                        .formatted(result.name(), result.opsPerCurrencyUnit()))
            .collect(Collectors.joining());
    return "Operations a second and round trips, medians of the rounds; counts of all rounds:\n"
        + leftSecond(new TextTable(header, rows)).render(WIDTH)
        + ExpiryFigures.lines(results)
        + rowBytes(document.plan(), results)
        + warmUps(results)
        + limits(results)
        + withPrice;
  }

  /** What kept each target from more, and what it cost the server. */
  private static String limits(List<Result> results) {
    return results.stream()
        .filter(result -> result.bottleneck() != Bottleneck.Unknown || result.serverCost() != null)
        .map(
            result ->
                Stream.of(
                        "%s: bottleneck %s".formatted(result.name(), result.bottleneck()),
                        result.serverCost() == null
                                || result.serverCost().commandsPerOperation() == null
                            ? null
                            : "%s commands for each operation"
                                .formatted(result.serverCost().commandsPerOperation()),
                        result.serverCost() == null
                                || result.serverCost().cpuMicrosPerOperation() == null
                            ? null
                            : "%s us of the server's CPU"
                                .formatted(result.serverCost().cpuMicrosPerOperation()))
                    .filter(Objects::nonNull)
                    .collect(Collectors.joining(", ")))
        .map(line -> TextTable.wrap(line, WIDTH, "  "))
        .collect(Collectors.joining());
  }

  private static String rowBytes(Plan plan, List<Result> results) {
    return results.stream()
        .filter(result -> result.rowBytes() != null)
        .map(
            result ->
                "%s has rows of %s in %s, median (smallest to largest)\n"
                    .formatted(
                        result.name(),
                        WorkloadText.rowBytes(result),
                        plan.workload(plan.arm(result.name())).row().encoding()))
        .collect(Collectors.joining());
  }

  private static String warmUps(List<Result> results) {
    return results.stream()
        .flatMap(
            result ->
                result.phases().stream()
                    .filter(phase -> phase.warmUp() != null)
                    .map(
                        phase ->
                            "%s was warmed up for %s %s s before (%s operations), steady in %d of %s\n"
                                .formatted(
                                    result.name(),
                                    phase.name(),
                                    phase.warmUp().seconds(),
                                    Format.number(phase.warmUp().operations()),
                                    phase.warmUp().steadyTrials(),
                                    Format.count(result.trials(), "trial"))))
        .collect(Collectors.joining());
  }

  private static String rates(ResultDocument document, Analysis analysis) {
    var rows = OpenLoops.rows(analysis.results());
    return rows.isEmpty()
        ? ""
        : TextTable.wrap(
                "At a rate, medians of the rounds: response times from when an operation was due, service times from when it was sent",
                WIDTH,
                "  ")
            + leftSecond(new TextTable(OpenLoops.HEADER, rows)).render(WIDTH)
            + OpenLoops.sentences(document.plan(), analysis.results()).stream()
                .map(sentence -> TextTable.wrap(sentence, WIDTH, "  "))
                .collect(Collectors.joining());
  }

  private static String pods(Analysis analysis) {
    var rows = PodShares.rows(analysis.results());
    return rows.isEmpty()
        ? ""
        : "Each runner pod, medians of the rounds:\n"
            + leftSecond(new TextTable(PodShares.HEADER, rows)).render(WIDTH);
  }

  /** A row, and of a Mix one for its reads and one for its writes beneath it. */
  private static Stream<List<String>> rows(Plan.Phase phase, Result result, PhaseFigures figures) {
    var whole = Stream.of(row(phase, result, figures));
    return figures.mix() == null
        ? whole
        : Stream.concat(
            whole,
            Stream.of(
                row("  reads", result, figures.mix().reads()),
                row("  writes", result, figures.mix().writes())));
  }

  private static List<String> row(String name, Result result, MixPartFigures part) {
    return List.of(
        name,
        result.name(),
        number(part.opsPerSecond()),
        number(part.p50Micros()),
        number(part.p99Micros()),
        "",
        "",
        "",
        "",
        "");
  }

  private static List<String> row(Plan.Phase phase, Result result, PhaseFigures figures) {
    return List.of(
        phase.name(),
        result.name(),
        range(
            Format.number(figures.opsPerSecond()),
            Format.number(figures.opsPerSecondLowest()),
            Format.number(figures.opsPerSecondHighest())),
        number(figures.p50Micros()),
        number(figures.p99Micros()),
        number(figures.p999Micros()),
        figures.retries() == null ? misses(figures) : number(figures.retries()),
        number(figures.errors()),
        // Rows that are missing are wrong too; caches may forget
        number(figures.wrongValues() + (figures.retries() == null ? 0 : figures.misses())),
        number(result.trials().longValue()));
  }

  private static String misses(PhaseFigures figures) {
    return number(figures.misses())
        + (figures.expiredMisses() == 0
            ? ""
            : " (" + Format.number(figures.expiredMisses()) + " expired)");
  }

  static String range(String median, String lowest, String highest) {
    return median + " [" + lowest + " - " + highest + "]";
  }

  private static String number(Long number) {
    return number == null ? "-" : Format.number(number);
  }

  /** The first two columns as one, so that both stand at the left. */
  private static TextTable leftSecond(TextTable table) {
    int width =
        Stream.concat(Stream.of(table.header()), table.rows().stream())
            .mapToInt(row -> row.get(0).length())
            .max()
            .orElse(0);
    Function<List<String>, List<String>> join =
        row ->
            Stream.concat(
                    Stream.of(
                        row.get(0) + " ".repeat(width - row.get(0).length() + 2) + row.get(1)),
                    row.stream().skip(2))
                .toList();
    return new TextTable(join.apply(table.header()), table.rows().stream().map(join).toList());
  }

  private static String comparisons(ResultDocument document, Analysis analysis) {
    return Stream.concat(
            analysis.comparisons().stream().map(c -> c.verdict() + ": " + c.message()),
            Optional.ofNullable(analysis.trust().noiseFloorPercent())
                .map(
                    percent ->
                        "Noise floor: %s %%, the most by which %s, measured twice in each round, differs from itself"
                            .formatted(percent, document.plan().control().of()))
                .stream())
        .map(line -> TextTable.wrap(line, WIDTH, "  "))
        .collect(Collectors.joining());
  }

  private static String trust(Analysis analysis) {
    return "Trust: "
        + analysis.trust().level()
        + "\n"
        + analysis.trust().checks().stream()
            .map(
                check ->
                    "  "
                        + TextTable.wrap(
                            "%s, %s%s: %s"
                                .formatted(
                                    check.severity(),
                                    check.name(),
                                    check.arm() == null ? "" : " at " + check.arm(),
                                    check.message()),
                            WIDTH - 2,
                            "    "))
            .collect(Collectors.joining());
  }

  private static String preflightFailures(ResultDocument document) {
    return document.preflights().stream()
        .filter(preflight -> preflight.failure() != null)
        .filter(preflight -> !document.outcome().message().contains(preflight.failure().message()))
        .map(
            preflight ->
                TextTable.wrap(
                    "%s did not answer as it should, %s: %s"
                        .formatted(
                            preflight.arm(),
                            preflight.failure().reason(),
                            preflight.failure().message()),
                    WIDTH,
                    "  "))
        .collect(Collectors.joining());
  }

  static boolean isOfTables(ResultDocument document) {
    return document.plan().workload().table() != null;
  }
}
