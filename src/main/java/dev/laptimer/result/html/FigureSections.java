package dev.laptimer.result.html;

import dev.laptimer.api.BenchmarkStatus.ComparisonResult;
import dev.laptimer.api.BenchmarkStatus.MixPartFigures;
import dev.laptimer.api.BenchmarkStatus.PhaseFigures;
import dev.laptimer.api.BenchmarkStatus.Result;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Analysis;
import dev.laptimer.result.Format;
import dev.laptimer.result.Measured;
import dev.laptimer.result.ResultDocument;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.WarmUpResult;
import dev.laptimer.result.html.Markup.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The charts of what was measured, each with its table. */
final class FigureSections {

  /** Of more laps the rest is in the document. */
  private static final int MOST_LAP_ROWS = 30;

  private final ResultDocument document;
  private final Analysis analysis;
  private final List<Plan.Arm> arms;
  private final List<Plan.Phase> phases;

  FigureSections(ResultDocument document, Analysis analysis) {
    this.document = document;
    this.analysis = analysis;
    this.arms = document.plan().arms();
    this.phases = document.plan().workload().phases();
  }

  /** The ratios to the reference, if there are other targets. */
  Optional<Element> ratios() {
    var comparisons = analysis.comparisons();
    if (comparisons.isEmpty()) {
      return Optional.empty();
    }
    var first = comparisons.get(0);
    int threshold = document.spec().comparisonOrDefault().thresholdPercentOrDefault();
    var noise = analysis.trust().noiseFloorPercent();
    var words =
        "How many times as good as %s each target is on %s by %s, above 1 is better. Lines are 95 %% intervals; within the grey band, %d %%, a difference does not count%s."
            .formatted(
                first.reference(),
                first.phase(),
                Words.metric(first.metric()),
                threshold,
                noise == null
                    ? ""
                    : ", and within the dotted lines, %s %%, %s differs from itself when it is measured twice in each round"
                        .formatted(noise, document.plan().control().of()));
    var rows =
        analysis.comparedWithReference().stream()
            .filter(comparison -> comparison.ratio() != null)
            .map(comparison -> new RatioChart.Row(comparison, series(comparison.arm())))
            .toList();
    var section = section("Compared with " + first.reference(), words);
    if (!rows.isEmpty()) {
      section =
          section.add(
              Drawing.forAnyWidth(
                  "ratios",
                  "Ratios to " + first.reference(),
                  words
                      + rows.stream()
                          .map(row -> " " + row.comparison().arm() + ": " + row.figures() + ".")
                          .collect(Collectors.joining()),
                  new RatioChart(rows, threshold, noise == null ? null : Double.valueOf(noise))));
    }
    return Optional.of(
        section
            .add(
                new Table(
                        "Comparisons",
                        false,
                        List.of(
                            "target",
                            "compared with",
                            "ratio",
                            "95 % interval",
                            "rounds",
                            "p after Holm",
                            "seen from",
                            "verdict"),
                        comparisons.stream().map(FigureSections::row).toList())
                    .html())
            .add(
                Markup.element(
                    "details",
                    Markup.element("summary", "Each comparison in words"),
                    Markup.element(
                            "ul",
                            Headline.sentences(comparisons).stream()
                                .map(sentence -> Markup.element("li", sentence))
                                .toList())
                        .with("class", "checks"))));
  }

  private static List<String> row(ComparisonResult comparison) {
    return List.of(
        comparison.arm(),
        comparison.reference(),
        comparison.ratio() == null ? "-" : comparison.ratio(),
        comparison.low() == null ? "-" : comparison.low() + " to " + comparison.high(),
        Format.number(comparison.rounds()),
        comparison.p() == null ? "-" : comparison.p(),
        comparison.minimumDetectablePercent() == null
            ? "-"
            : comparison.minimumDetectablePercent() + " %",
        Words.verdict(comparison.verdict()));
  }

  /** Operations a second, each round a dot. */
  Optional<Element> rounds() {
    var figures = new ArrayList<Element>();
    var charted = phases.stream().filter(phase -> !measured(phase).isEmpty()).toList();
    for (var phase : charted) {
      var rows =
          measured(phase).stream()
              .map(
                  arm -> {
                    var trials = trials(arm, phase);
                    return new RoundsChart.Row(
                        arm.name(),
                        series(arm.name()),
                        Measured.median(trials, PhaseResult::opsPerSecond),
                        trials.stream().map(PhaseResult::opsPerSecond).toList());
                  })
              .toList();
      figures.add(
          figure(
              "rounds" + phases.indexOf(phase),
              phase.name(),
              rows.stream()
                  .map(
                      row ->
                          "%s: median %s a second."
                              .formatted(row.name(), Format.rate(row.median())))
                  .collect(Collectors.joining(" ")),
              charted.size() == 1,
              List.of(),
              new RoundsChart(rows)));
    }
    return figures.isEmpty()
        ? Optional.empty()
        : Optional.of(
            section("Operations a second", "Each dot is one round, the line is their median.")
                .add(side(figures))
                .add(figuresTable(), limitsTable()));
  }

  private Element limitsTable() {
    return new Table(
            "What kept each target from more in %s, and what it cost the server"
                .formatted(document.spec().comparedPhaseOrDefault()),
            false,
            List.of("target", "bottleneck", "commands an operation", "server CPU an operation"),
            analysis.results().stream()
                .filter(result -> result.bottleneck() != null)
                .map(FigureSections::limits)
                .toList())
        .html();
  }

  private static List<String> limits(Result result) {
    var cost = result.serverCost();
    return List.of(
        result.name(),
        result.bottleneck().name(),
        cost == null || cost.commandsPerOperation() == null ? "-" : cost.commandsPerOperation(),
        cost == null || cost.cpuMicrosPerOperation() == null
            ? "-"
            : cost.cpuMicrosPerOperation() + " us");
  }

  private Element figuresTable() {
    boolean retries =
        analysis.results().stream()
            .flatMap(result -> result.phases().stream())
            .anyMatch(figures -> figures.retries() != null);
    var header =
        new ArrayList<>(
            List.of(
                "phase and target",
                "ops/s",
                "lowest",
                "highest",
                "p50",
                "p99",
                "p99.9",
                "misses",
                "errors",
                "wrong values"));
    if (retries) {
      header.add("retries");
    }
    var rows = new ArrayList<List<String>>();
    for (var phase : phases) {
      for (var result : analysis.results()) {
        result.phases().stream()
            .filter(figures -> figures.name().equals(phase.name()))
            .flatMap(figures -> rows(result.name(), figures, retries))
            .forEach(rows::add);
      }
    }
    return new Table("Medians of the rounds, and counts of all of them", true, header, rows).html();
  }

  /** A row, and of a Mix one for its reads and one for its writes. */
  private static Stream<List<String>> rows(String arm, PhaseFigures figures, boolean retries) {
    var whole = Stream.of(row(arm, figures, retries));
    return figures.mix() == null
        ? whole
        : Stream.concat(
            whole,
            Stream.of(
                row("its reads", figures.mix().reads(), retries),
                row("its writes", figures.mix().writes(), retries)));
  }

  private static List<String> row(String name, MixPartFigures part, boolean retries) {
    var row =
        List.of(
            name,
            Format.number(part.opsPerSecond()),
            "",
            "",
            micros(part.p50Micros()),
            micros(part.p99Micros()),
            "",
            "",
            "",
            "");
    return retries ? Stream.concat(row.stream(), Stream.of("")).toList() : row;
  }

  private static List<String> row(String arm, PhaseFigures figures, boolean retries) {
    var row =
        new ArrayList<>(
            List.of(
                figures.name() + ", " + arm,
                Format.number(figures.opsPerSecond()),
                Format.number(figures.opsPerSecondLowest()),
                Format.number(figures.opsPerSecondHighest()),
                micros(figures.p50Micros()),
                micros(figures.p99Micros()),
                micros(figures.p999Micros()),
                Format.number(figures.misses()),
                Format.number(figures.errors()),
                Format.number(figures.wrongValues())));
    if (retries) {
      row.add(figures.retries() == null ? "-" : Format.number(figures.retries()));
    }
    return List.copyOf(row);
  }

  private static String micros(Long micros) {
    return micros == null ? "-" : Words.duration(micros * 1e3);
  }

  /** The laps of the phases that have more than one. */
  Optional<Element> laps() {
    var charted =
        phases.stream()
            .filter(phase -> phase.laps() > 1 && !measured(phase).isEmpty())
            .filter(
                phase ->
                    measured(phase).stream()
                        .allMatch(arm -> Measured.hasLaps(phase, trials(arm, phase))))
            .toList();
    if (charted.isEmpty()) {
      return Optional.empty();
    }
    var figures = new ArrayList<Element>();
    var tables = new ArrayList<Element>();
    for (var phase : charted) {
      var lines =
          measured(phase).stream()
              .map(
                  arm ->
                      new LapChart.Line(
                          arm.name(), series(arm.name()), laps(phase, trials(arm, phase))))
              .toList();
      figures.add(
          figure(
              "laps" + phases.indexOf(phase),
              phase.name(),
              lines.stream()
                  .map(
                      line ->
                          "%s: first lap %s, last %s."
                              .formatted(
                                  line.name(),
                                  Words.duration(line.laps().get(0).medianNanos()),
                                  Words.duration(
                                      line.laps().get(line.laps().size() - 1).medianNanos())))
                  .collect(Collectors.joining(" ")),
              charted.size() == 1,
              legend(phase),
              new LapChart(lines)));
      tables.add(lapTable(phase, lines));
    }
    return Optional.of(
        section(
                "Lap by lap",
                "A lap is one pass over all "
                    + (document.plan().workload().table() == null ? "keys" : "rows")
                    + ". The line is the median of the rounds, the band goes from the shortest to the longest.")
            .add(side(figures))
            .add(tables));
  }

  /** How the speed went on before the clock of a phase began, window by window. */
  Optional<Element> warmUps() {
    var figures = new ArrayList<Element>();
    var charted = phases.stream().filter(phase -> !warmUpLines(phase).isEmpty()).toList();
    for (var phase : charted) {
      var lines = warmUpLines(phase);
      figures.add(
          figure(
              "warmup" + phases.indexOf(phase),
              phase.name(),
              analysis.results().stream()
                  .flatMap(
                      result ->
                          result.phases().stream()
                              .filter(p -> p.name().equals(phase.name()) && p.warmUp() != null)
                              .map(
                                  p ->
                                      "%s: %s s, steady in %d of %s."
                                          .formatted(
                                              result.name(),
                                              p.warmUp().seconds(),
                                              p.warmUp().steadyTrials(),
                                              Format.count(result.trials(), "trial"))))
                  .collect(Collectors.joining(" ")),
              charted.size() == 1,
              legend(phase),
              new LapChart(lines, "window of half a second", Format::rate)));
    }
    return figures.isEmpty()
        ? Optional.empty()
        : Optional.of(
            section(
                    "Warm-up",
                    "Operations a second before the clock began, in windows of half a second that every round had; the line is the median of the rounds.")
                .add(side(figures)));
  }

  private List<LapChart.Line> warmUpLines(Plan.Phase phase) {
    return measured(phase).stream()
        .map(arm -> new LapChart.Line(arm.name(), series(arm.name()), windows(trials(arm, phase))))
        .filter(line -> line.laps().size() > 1)
        .toList();
  }

  private static List<LapChart.Lap> windows(List<PhaseResult> trials) {
    var rates =
        trials.stream()
            .map(PhaseResult::warmUp)
            .filter(Objects::nonNull)
            .map(WarmUpResult::windowRates)
            .toList();
    return IntStream.range(0, rates.stream().mapToInt(List::size).min().orElse(0))
        .mapToObj(
            window -> {
              var range = rates.stream().mapToLong(r -> r.get(window)).summaryStatistics();
              return new LapChart.Lap(
                  Measured.median(rates, r -> (double) r.get(window)),
                  range.getMin(),
                  range.getMax());
            })
        .toList();
  }

  private static List<LapChart.Lap> laps(Plan.Phase phase, List<PhaseResult> trials) {
    return IntStream.range(0, phase.laps())
        .mapToObj(
            lap -> {
              var range = trials.stream().mapToLong(t -> t.lapNanos().get(lap)).summaryStatistics();
              return new LapChart.Lap(
                  Measured.median(trials, t -> (double) t.lapNanos().get(lap)),
                  range.getMin(),
                  range.getMax());
            })
        .toList();
  }

  private static Element lapTable(Plan.Phase phase, List<LapChart.Line> lines) {
    var header = new ArrayList<>(List.of("lap"));
    lines.forEach(line -> header.add(line.name()));
    boolean all = phase.laps() <= MOST_LAP_ROWS;
    return new Table(
            "Laps of %s, median and range of the rounds%s"
                .formatted(
                    phase.name(),
                    all ? "" : ", the first %d of %d".formatted(MOST_LAP_ROWS, phase.laps())),
            true,
            header,
            IntStream.range(0, Math.min(MOST_LAP_ROWS, phase.laps()))
                .mapToObj(
                    lap -> {
                      var row = new ArrayList<>(List.of(Integer.toString(lap + 1)));
                      lines.forEach(line -> row.add(words(line.laps().get(lap))));
                      return List.copyOf(row);
                    })
                .toList())
        .onDemand();
  }

  private static String words(LapChart.Lap lap) {
    return "%s [%s – %s]"
        .formatted(
            Words.duration(lap.medianNanos()),
            Words.duration(lap.shortestNanos()),
            Words.duration(lap.longestNanos()));
  }

  /** Latencies by percentile. */
  Optional<Element> latencies() {
    var figures = new ArrayList<Element>();
    var rows = new ArrayList<List<String>>();
    boolean merged = true;
    var charted = phases.stream().filter(phase -> !curves(phase).isEmpty()).toList();
    for (var phase : charted) {
      var lines = curves(phase);
      var service = serviceCurves(phase);
      if (!service.isEmpty()) {
        figures.add(
            figure(
                "service" + phases.indexOf(phase),
                phase.name() + ": service time, from when it was sent",
                "The time of the server and the way to it, without the wait before it was sent.",
                false,
                legend(phase),
                new LatencyChart(service)));
        service.forEach(line -> rows.add(row(phase.name() + ", service time", line)));
      }
      figures.add(
          figure(
              "latency" + phases.indexOf(phase),
              phase.name() + (service.isEmpty() ? "" : ": response time, from when it was due"),
              lines.stream()
                  .map(
                      line ->
                          "%s: median %s."
                              .formatted(
                                  line.name(),
                                  Words.duration(line.curve().nanosAt(50).orElseThrow())))
                  .collect(Collectors.joining(" ")),
              charted.size() == 1 && service.isEmpty(),
              legend(phase),
              new LatencyChart(lines)));
      lines.forEach(line -> rows.add(row(phase.name(), line)));
      merged &= lines.stream().allMatch(line -> line.curve().merged());
    }
    if (figures.isEmpty()) {
      return Optional.empty();
    }
    var header = new ArrayList<>(List.of("phase and target"));
    LatencyCurve.USUAL.forEach(percentile -> header.add(Words.percentile(percentile)));
    return Optional.of(
        section(
                "How long an operation took",
                "So many percent of the operations were done within this time, from send (at a rate: from when they were due) to checked reply, "
                    + (merged
                        ? "all rounds together"
                        : "medians of the rounds where the document has no histograms")
                    + "; both axes are logarithmic. A percentile is shown where at least 100 operations were slower.")
            .add(side(figures))
            .add(
                new Table(
                        merged
                            ? "Latency by percentile, all rounds together"
                            : "Latency by percentile",
                        true,
                        header,
                        rows)
                    .html()));
  }

  /** None for a phase without a rate, or without histograms. */
  private List<LatencyChart.Line> serviceCurves(Plan.Phase phase) {
    return phase.openLoop() == null
        ? List.of()
        : measured(phase).stream()
            .flatMap(
                arm ->
                    LatencyCurve.ofService(trials(arm, phase)).stream()
                        .map(curve -> new LatencyChart.Line(arm.name(), series(arm.name()), curve)))
            .filter(line -> line.curve().nanosAt(50).isPresent())
            .toList();
  }

  private List<LatencyChart.Line> curves(Plan.Phase phase) {
    return measured(phase).stream()
        .map(
            arm ->
                new LatencyChart.Line(
                    arm.name(), series(arm.name()), LatencyCurve.of(trials(arm, phase))))
        .filter(line -> line.curve().nanosAt(50).isPresent())
        .toList();
  }

  private static List<String> row(String phase, LatencyChart.Line line) {
    var row = new ArrayList<>(List.of(phase + ", " + line.name()));
    for (double percentile : LatencyCurve.USUAL) {
      var nanos = line.curve().nanosAt(percentile);
      row.add(nanos.isPresent() ? Words.duration(nanos.getAsDouble()) : "-");
    }
    return List.copyOf(row);
  }

  private List<Element> legend(Plan.Phase phase) {
    var shown = measured(phase);
    return List.of(
        Series.legend(
            shown.stream().map(Plan.Arm::name).toList(),
            shown.stream().map(arm -> series(arm.name())).toList()));
  }

  private List<Plan.Arm> measured(Plan.Phase phase) {
    return arms.stream().filter(arm -> !trials(arm, phase).isEmpty()).toList();
  }

  private List<PhaseResult> trials(Plan.Arm arm, Plan.Phase phase) {
    return Measured.trials(document, arm.name()).stream()
        .flatMap(trial -> Measured.phase(trial, phase.name()).stream())
        .toList();
  }

  private Series series(String arm) {
    return new Series(arms.stream().map(Plan.Arm::name).toList().indexOf(arm));
  }

  private static Element section(String title, String words) {
    return Markup.element("section", Markup.element("h2", title), Markup.element("p", words));
  }

  /** A drawing alone has the width of the page, several stand beside each other. */
  private static Element figure(
      String id,
      String title,
      String description,
      boolean alone,
      List<Element> legend,
      Drawing.Chart chart) {
    var figure = Markup.element("figure", Markup.element("h3", title)).add(legend);
    return alone
        ? figure.add(Drawing.forAnyWidth(id, title, description, chart))
        : figure.add(chart.at(Drawing.NARROW).svg(id, title, description));
  }

  private static Element side(List<Element> figures) {
    return Markup.element("div", figures).with("class", "side");
  }
}
