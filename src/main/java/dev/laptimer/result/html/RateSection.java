package dev.laptimer.result.html;

import dev.laptimer.api.BenchmarkStatus.PhaseFigures;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Analysis;
import dev.laptimer.result.OpenLoops;
import dev.laptimer.result.ResultDocument;
import dev.laptimer.result.html.Markup.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Operations at a rate, and sweeps over rates. */
final class RateSection {

  /** A line through fewer rates is none. */
  private static final int FEWEST_STEPS = 2;

  private RateSection() {}

  /** Empty for a run without rates. */
  static Optional<Element> of(ResultDocument document, Analysis analysis) {
    var rows = OpenLoops.rows(analysis.results());
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    var section =
        Markup.element(
            "section",
            Markup.element("h2", "At a rate"),
            Markup.element(
                "p",
                "Operations were due at times of their own. The response time counts from when an operation was due, the service time from when it was sent; what lies between is the send delay. Where the rate was not reached a backlog grew, and the response time is greater than any figure."));
    for (var sentence : OpenLoops.sentences(document.plan(), analysis.results())) {
      section = section.add(Markup.element("p", sentence + "."));
    }
    for (var phase : document.plan().workload().phases()) {
      var lines = lines(analysis, phase);
      if (!lines.isEmpty()) {
        section =
            section.add(figure(document.plan().workload().phases().indexOf(phase), phase, lines));
      }
    }
    return Optional.of(
        section.add(
            new Table("Rates, medians of the rounds", true, OpenLoops.HEADER, rows).html()));
  }

  private static Element figure(int number, Plan.Phase phase, List<SweepChart.Line> lines) {
    var title = phase.name() + ": 99th percentile of the response time by rate";
    return Markup.element("figure", Markup.element("h3", title))
        .add(
            Series.legend(
                lines.stream().map(SweepChart.Line::name).toList(),
                lines.stream().map(SweepChart.Line::series).toList()))
        .add(
            Drawing.forAnyWidth(
                "sweep" + number,
                title,
                "Only rates that were reached; the latencies are on a logarithmic axis.",
                new SweepChart(lines)));
  }

  private static List<SweepChart.Line> lines(Analysis analysis, Plan.Phase phase) {
    var lines = new ArrayList<SweepChart.Line>();
    IntStream.range(0, analysis.results().size())
        .forEach(
            i -> {
              var result = analysis.results().get(i);
              result.phases().stream()
                  .filter(figures -> figures.name().equals(phase.name()))
                  .map(RateSection::steps)
                  .filter(steps -> steps.size() >= FEWEST_STEPS)
                  .forEach(
                      steps -> lines.add(new SweepChart.Line(result.name(), new Series(i), steps)));
            });
    return List.copyOf(lines);
  }

  private static List<SweepChart.Step> steps(PhaseFigures figures) {
    return figures.sweep() == null
        ? List.of()
        : figures.sweep().stream()
            .filter(step -> step.openLoop().overloadedTrials() == null)
            .map(
                step ->
                    new SweepChart.Step(
                        Double.parseDouble(step.openLoop().achievedPerSecond()),
                        step.p99Micros() * 1e3))
            .toList();
  }
}
