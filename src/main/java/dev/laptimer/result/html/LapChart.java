package dev.laptimer.result.html;

import dev.laptimer.result.html.Drawing.Tick;
import dev.laptimer.result.html.Paths.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The laps of one phase, one after the other: for each target the median of the rounds as a line,
 * and from the shortest to the longest as a band. The windows of a warm-up are drawn alike, with
 * their rates in place of times.
 *
 * @param unit what comes one after the other
 * @param words of a figure
 */
record LapChart(List<Line> lines, String unit, DoubleFunction<String> words)
    implements Drawing.Chart {

  /** Of laps, whose figures are times. */
  LapChart(List<Line> lines) {
    this(lines, "lap", Words::duration);
  }

  /** One target; {@code laps} has at least two. */
  record Line(String name, Series series, List<Lap> laps) {}

  /** One lap over the rounds. */
  record Lap(double medianNanos, double shortestNanos, double longestNanos) {}

  /** Of more, marks would cover the lines, and bands each other. */
  private static final int MOST_MARKED_LAPS = 30;

  private static final int MOST_BANDS = 4;

  private static final double HEIGHT = 250;
  private static final double TOP = 10;
  private static final double LEFT = 64;
  private static final double RIGHT = 14;
  private static final double AXIS = 44;

  @Override
  public Drawing at(double width) {
    double bottom = TOP + HEIGHT;
    int laps = lines.stream().mapToInt(line -> line.laps().size()).max().orElseThrow();
    boolean bands = lines.size() <= MOST_BANDS;
    ToDoubleFunction<Lap> highest = bands ? Lap::longestNanos : Lap::medianNanos;
    var x = Scale.linear(1, laps, LEFT, width - RIGHT);
    var y =
        Scale.fromZero(
            lines.stream()
                .flatMap(line -> line.laps().stream())
                .mapToDouble(highest)
                .max()
                .orElseThrow(),
            bottom,
            TOP);
    var shapes = new ArrayList<Markup>();
    shapes.addAll(
        Drawing.axisLeft(
            y,
            Ticks.of(y, 6).stream().map(nanos -> new Tick(nanos, words.apply(nanos))).toList(),
            LEFT,
            width - RIGHT));
    shapes.addAll(
        Drawing.axisBelow(
            x,
            Ticks.of(x, (int) (width / 60)).stream()
                .filter(lap -> lap == Math.rint(lap))
                .map(lap -> new Tick(lap, Words.short3(lap)))
                .toList(),
            bottom,
            bottom,
            unit));
    if (bands) {
      lines.forEach(
          line ->
              shapes.add(
                  line.series()
                      .band(
                          points(line, Lap::longestNanos, x, y),
                          points(line, Lap::shortestNanos, x, y))));
    }
    for (var line : lines) {
      var medians = points(line, Lap::medianNanos, x, y);
      shapes.add(line.series().line(medians));
      if (laps <= MOST_MARKED_LAPS) {
        medians.forEach(point -> shapes.add(line.series().mark(point.x(), point.y(), 4)));
      }
    }
    return new Drawing(width, bottom + AXIS, shapes);
  }

  private static List<Point> points(Line line, ToDoubleFunction<Lap> nanos, Scale x, Scale y) {
    return IntStream.range(0, line.laps().size())
        .mapToObj(i -> new Point(x.at(i + 1), y.at(nanos.applyAsDouble(line.laps().get(i)))))
        .toList();
  }
}
