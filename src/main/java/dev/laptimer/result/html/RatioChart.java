package dev.laptimer.result.html;

import dev.laptimer.api.BenchmarkStatus.ComparisonResult;
import dev.laptimer.result.html.Drawing.Tick;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A forest plot: for each comparison the ratio and its 95 % interval on a logarithmic axis, the
 * band within which a difference does not count, and the line of the reference.
 *
 * @param rows each with the series of its target
 * @param thresholdPercent difference that does not count yet
 * @param noiseFloorPercent by which the reference differs from itself; null if that is not known
 */
record RatioChart(List<Row> rows, double thresholdPercent, Double noiseFloorPercent)
    implements Drawing.Chart {

  /** One comparison that has a ratio, and how its target is drawn. */
  record Row(ComparisonResult comparison, Series series) {

    double ratio() {
      return Double.parseDouble(comparison.ratio());
    }

    boolean hasInterval() {
      return comparison.low() != null && comparison.high() != null;
    }

    double low() {
      return hasInterval() ? Double.parseDouble(comparison.low()) : ratio();
    }

    double high() {
      return hasInterval() ? Double.parseDouble(comparison.high()) : ratio();
    }

    String figures() {
      return comparison.ratio()
          + "×"
          + (hasInterval() ? " (%s to %s)".formatted(comparison.low(), comparison.high()) : "");
    }
  }

  private static final double ROW = 48;
  private static final double TOP = 4;
  private static final double SIDE = 14;
  private static final double CAP = 6;
  private static final double AXIS = 44;

  @Override
  public Drawing at(double width) {
    double bottom = TOP + ROW * rows.size() + 6;
    double threshold = 1 + thresholdPercent / 100;
    double noise = noiseFloorPercent == null ? 1 : 1 + noiseFloorPercent / 100;
    var scale = scale(Math.max(threshold, noise), width);
    var shapes = new ArrayList<Markup>();
    if (noiseFloorPercent != null) {
      shapes.add(band("noise", scale, noise, bottom));
    }
    shapes.add(band("threshold", scale, threshold, bottom));
    shapes.addAll(
        Drawing.axisBelow(
            scale,
            Ticks.of(scale, (int) (width / 70)).stream()
                .map(value -> new Tick(value, Words.short3(value)))
                .toList(),
            TOP,
            bottom,
            "times as good as " + reference()));
    shapes.add(Drawing.stroke("one", scale.at(1), TOP, scale.at(1), bottom));
    for (int i = 0; i < rows.size(); i++) {
      shapes.add(Drawing.ground(SIDE, TOP + ROW * i - 1, width - 2 * SIDE, 24));
    }
    shapes.add(Drawing.words(SIDE, bottom + 36, "← worse").with("class", "what"));
    shapes.add(Drawing.wordsBefore(width - SIDE, bottom + 36, "better →").with("class", "what"));
    for (int i = 0; i < rows.size(); i++) {
      shapes.addAll(row(rows.get(i), scale, TOP + ROW * i));
    }
    return new Drawing(width, bottom + AXIS, shapes);
  }

  private String reference() {
    return rows.get(0).comparison().reference();
  }

  /** As much less as more. */
  private static Markup band(String cssClass, Scale scale, double ratio, double bottom) {
    double left = scale.at(1 / ratio);
    return Drawing.box(cssClass, left, TOP, scale.at(ratio) - left, bottom - TOP);
  }

  private Scale scale(double atLeast, double width) {
    double low =
        DoubleStream.concat(DoubleStream.of(1 / atLeast), rows.stream().mapToDouble(Row::low))
            .min()
            .orElseThrow();
    double high =
        DoubleStream.concat(DoubleStream.of(atLeast), rows.stream().mapToDouble(Row::high))
            .max()
            .orElseThrow();
    return Scale.logAround(low, high, SIDE, width - SIDE);
  }

  private static List<Markup> row(Row row, Scale scale, double top) {
    double y = top + 34;
    var name =
        Stream.<Markup>of(
            Drawing.words(SIDE, top + 18, row.comparison().arm() + "  ")
                .with("class", "name")
                .add(Markup.element("tspan", row.figures()).with("class", "figures")));
    var colour = row.series().cssClass();
    var interval =
        row.hasInterval()
            ? Stream.<Markup>of(
                Drawing.stroke(
                    "interval " + colour, scale.at(row.low()), y, scale.at(row.high()), y),
                cap(colour, scale.at(row.low()), y),
                cap(colour, scale.at(row.high()), y))
            : Stream.<Markup>empty();
    return Stream.of(
            name, interval, Stream.<Markup>of(row.series().mark(scale.at(row.ratio()), y, 6)))
        .flatMap(shapes -> shapes)
        .toList();
  }

  private static Markup cap(String colour, double x, double y) {
    return Drawing.stroke("interval " + colour, x, y - CAP, x, y + CAP);
  }
}
