package dev.laptimer.result.html;

import dev.laptimer.result.html.Markup.Element;
import dev.laptimer.result.html.Paths.Point;
import java.util.List;

/**
 * How one target is drawn: by its colour, the shape of its marks and the dashes of its lines, so
 * that it is told from the others without colours too.
 *
 * @param index place of the target in the plan, from 0
 */
record Series(int index) {

  /** The colours are in {@code report.css}. */
  private static final int COLOURS = 8;

  private static final List<String> DASHES = List.of("none", "7 3", "2 3", "9 3 2 3");
  private static final int SHAPES = 4;

  /** The class that gives the colour. */
  String cssClass() {
    return "s" + index % COLOURS;
  }

  /** A mark at a place. */
  Element mark(double x, double y, double half) {
    var path =
        switch (shape()) {
          case 0 -> Paths.rings(List.of(new Point(x, y)), half);
          case 1 -> Paths.square(x, y, half * 0.9);
          case 2 -> Paths.triangle(x, y, half);
          default -> Paths.diamond(x, y, half * 1.2);
        };
    return Markup.element("path").with("class", "mark " + cssClass()).with("d", path);
  }

  Element line(List<Point> points) {
    return Markup.element("path")
        .with("class", "line " + cssClass())
        .with("stroke-dasharray", DASHES.get(shape()))
        .with("d", Paths.line(points));
  }

  Element band(List<Point> upper, List<Point> lower) {
    return Markup.element("path")
        .with("class", "range " + cssClass())
        .with("d", Paths.band(upper, lower));
  }

  /** Neighbours differ; each colour has another shape when it comes again. */
  private int shape() {
    return (index + index / COLOURS) % SHAPES;
  }

  /** What the lines of a drawing stand for; it stands above the drawing. */
  static Element legend(List<String> names, List<Series> series) {
    var list = Markup.element("ul").with("class", "legend");
    for (int i = 0; i < names.size(); i++) {
      list = list.add(Markup.element("li", series.get(i).sample(), Markup.text(names.get(i))));
    }
    return list;
  }

  private Element sample() {
    return Markup.element("svg")
        .with("viewBox", "0 0 32 12")
        .with("width", 32)
        .with("height", 12)
        .with("aria-hidden", "true")
        .add(line(List.of(new Point(0, 6), new Point(32, 6))), mark(16, 6, 4));
  }
}
