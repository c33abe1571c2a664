package dev.laptimer.result.html;

import dev.laptimer.result.html.Drawing.Tick;
import dev.laptimer.result.html.Paths.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The 99th percentile of the response time by rate, a line for each target. */
record SweepChart(List<Line> lines) implements Drawing.Chart {

  /** One target. */
  record Line(String name, Series series, List<Step> steps) {}

  /** One rate that was reached. */
  record Step(double perSecond, double p99Nanos) {}

  private static final double HEIGHT = 250;
  private static final double TOP = 10;
  private static final double LEFT = 64;
  private static final double RIGHT = 20;
  private static final double AXIS = 44;

  @Override
  public Drawing at(double width) {
    double bottom = TOP + HEIGHT;
    double highest = steps().mapToDouble(Step::perSecond).max().orElse(1);
    var nanos = nanos().summaryStatistics();
    var x = Scale.linear(0, highest, LEFT, width - RIGHT);
    var y = Scale.logAround(nanos.getMin(), nanos.getMax(), bottom, TOP);
    var shapes = new ArrayList<Markup>();
    shapes.addAll(
        Drawing.axisLeft(
            y,
            Ticks.of(y, 8).stream().map(tick -> new Tick(tick, Words.duration(tick))).toList(),
            LEFT,
            width - RIGHT));
    shapes.addAll(
        Drawing.axisBelow(
            x,
            Ticks.of(x, (int) (width / 80)).stream()
                .map(tick -> new Tick(tick, Words.large(tick)))
                .toList(),
            TOP,
            bottom,
            "operations a second"));
    for (var line : lines) {
      var points =
          line.steps().stream()
              .map(step -> new Point(x.at(step.perSecond()), y.at(Math.max(1, step.p99Nanos()))))
              .toList();
      shapes.add(line.series().line(points));
      points.forEach(point -> shapes.add(line.series().mark(point.x(), point.y(), 4)));
    }
    return new Drawing(width, bottom + AXIS, shapes);
  }

  private Stream<Step> steps() {
    return lines.stream().flatMap(line -> line.steps().stream());
  }

  private DoubleStream nanos() {
    return steps().mapToDouble(step -> Math.max(1, step.p99Nanos()));
  }
}
