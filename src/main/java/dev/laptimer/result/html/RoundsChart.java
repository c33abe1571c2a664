package dev.laptimer.result.html;

import dev.laptimer.result.Format;
import dev.laptimer.result.html.Drawing.Tick;
import java.util.ArrayList;
import java.util.List;

/**
 * Operations a second of one phase: for each target a dot a round, and a line at their median.
 *
 * @param rows in the order of the plan
 */
record RoundsChart(List<Row> rows) implements Drawing.Chart {

  /**
   * One target.
   *
   * @param median of the rounds
   * @param rounds operations a second of each
   */
  record Row(String name, Series series, double median, List<Double> rounds) {}

  private static final double ROW = 48;
  private static final double TOP = 4;
  private static final double SIDE = 14;
  private static final double AXIS = 44;

  @Override
  public Drawing at(double width) {
    double bottom = TOP + ROW * rows.size() + 4;
    double highest =
        rows.stream().flatMap(row -> row.rounds().stream()).mapToDouble(r -> r).max().orElse(0);
    var scale = Scale.fromZero(highest, SIDE, width - SIDE);
    var shapes = new ArrayList<Markup>();
    shapes.addAll(
        Drawing.axisBelow(
            scale,
            Ticks.of(scale, (int) (width / 70)).stream()
                .map(value -> new Tick(value, Words.large(value)))
                .toList(),
            TOP,
            bottom,
            "operations a second"));
    for (int i = 0; i < rows.size(); i++) {
      shapes.addAll(row(rows.get(i), scale, TOP + ROW * i, width));
    }
    return new Drawing(width, bottom + AXIS, shapes);
  }

  private static List<Markup> row(Row row, Scale scale, double top, double width) {
    double y = top + 34;
    var shapes = new ArrayList<Markup>();
    shapes.add(Drawing.ground(SIDE, top - 1, width - 2 * SIDE, 24));
    shapes.add(Drawing.words(SIDE, top + 18, row.name()).with("class", "name"));
    shapes.add(Drawing.wordsBefore(width - SIDE, top + 18, Format.rate(row.median()) + " /s"));
    shapes.add(
        Drawing.box(
            "bar " + row.series().cssClass(), SIDE, y - 7, scale.at(row.median()) - SIDE, 14));
    for (double round : row.rounds()) {
      shapes.add(
          Markup.element("circle")
              .with("class", "round " + row.series().cssClass())
              .with("cx", scale.at(round))
              .with("cy", y)
              .with("r", 4.5));
    }
    shapes.add(
        Drawing.stroke(
            "median " + row.series().cssClass(),
            scale.at(row.median()),
            y - 10,
            scale.at(row.median()),
            y + 10));
    return shapes;
  }
}
