package dev.laptimer.result.html;

import dev.laptimer.result.html.Drawing.Tick;
import dev.laptimer.result.html.Paths.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Latencies of one phase by percentile. Along the axis each step of one nine has the same length,
 * so that the slowest operations have room.
 */
record LatencyChart(List<Line> lines) implements Drawing.Chart {

  /** One target; its curve has at least one point. */
  record Line(String name, Series series, LatencyCurve curve) {}

  private static final double HEIGHT = 250;
  private static final double TOP = 10;
  private static final double LEFT = 64;
  private static final double RIGHT = 20;
  private static final double AXIS = 44;

  @Override
  public Drawing at(double width) {
    double bottom = TOP + HEIGHT;
    var x = Scale.log(1, furthest(), LEFT, width - RIGHT);
    var nanos = nanos().summaryStatistics();
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
            LatencyCurve.USUAL.stream()
                .filter(percentile -> oneIn(percentile) <= x.high() * 1.0001)
                .map(percentile -> new Tick(oneIn(percentile), Words.percentile(percentile)))
                .toList(),
            TOP,
            bottom,
            "percentile of the operations"));
    for (var line : lines) {
      var points =
          line.curve().points().stream()
              .map(point -> new Point(x.at(point.oneIn()), y.at(Math.max(1, point.nanos()))))
              .toList();
      shapes.add(line.series().line(points));
      LatencyCurve.USUAL.forEach(
          percentile ->
              line.curve()
                  .nanosAt(percentile)
                  .ifPresent(
                      at ->
                          shapes.add(
                              line.series()
                                  .mark(x.at(oneIn(percentile)), y.at(Math.max(1, at)), 4))));
    }
    return new Drawing(width, bottom + AXIS, shapes);
  }

  private double furthest() {
    return lines.stream()
        .flatMap(line -> line.curve().points().stream())
        .mapToDouble(LatencyCurve.Point::oneIn)
        .max()
        .orElseThrow();
  }

  private DoubleStream nanos() {
    return lines.stream()
        .flatMap(line -> line.curve().points().stream())
        .mapToDouble(point -> Math.max(1, point.nanos()));
  }

  private static double oneIn(double percentile) {
    return new LatencyCurve.Point(percentile, 0).oneIn();
  }
}
