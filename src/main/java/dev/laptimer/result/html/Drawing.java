package dev.laptimer.result.html;

import dev.laptimer.result.html.Markup.Element;
import java.util.ArrayList;
import java.util.List;

/**
 * A drawing of a width that its maker was told.
 *
 * @param shapes what lies behind comes first
 */
record Drawing(double width, double height, List<Markup> shapes) {

  /** Width on a phone, and of a drawing that has others beside it. */
  static final double NARROW = 390;

  /** Width on a desktop and on paper. */
  static final double WIDE = 820;

  /** Makes the drawing of a chart at a width. */
  interface Chart {
    Drawing at(double width);
  }

  /**
   * The chart at both widths, of which the style sheet shows the one that fits: the letters keep
   * their size.
   *
   * @param id of its own in the page, letters and digits
   * @param description what a person who does not see it must know
   */
  static List<Element> forAnyWidth(String id, String title, String description, Chart chart) {
    return List.of(
        chart.at(WIDE).svg(id + "w", title, description).with("class", "wide"),
        chart.at(NARROW).svg(id + "n", title, description).with("class", "narrow"));
  }

  Element svg(String id, String title, String description) {
    return Markup.element("svg")
        .with("viewBox", "0 0 %s %s".formatted(Paths.number(width), Paths.number(height)))
        .with("width", width)
        .with("height", height)
        .with("role", "img")
        .with("aria-labelledby", "%st %sd".formatted(id, id))
        .add(
            Markup.element("title", title).with("id", id + "t"),
            Markup.element("desc", description).with("id", id + "d"))
        .add(shapes);
  }

  static Element words(double x, double y, String text) {
    return Markup.element("text", text).with("x", x).with("y", y);
  }

  /** The text ends at x. */
  static Element wordsBefore(double x, double y, String text) {
    return words(x, y, text).with("text-anchor", "end");
  }

  /** The text is centred on x. */
  static Element wordsAround(double x, double y, String text) {
    return words(x, y, text).with("text-anchor", "middle");
  }

  static Element stroke(String cssClass, double x1, double y1, double x2, double y2) {
    return Markup.element("line")
        .with("class", cssClass)
        .with("x1", x1)
        .with("y1", y1)
        .with("x2", x2)
        .with("y2", y2);
  }

  static Element box(String cssClass, double x, double y, double width, double height) {
    return Markup.element("rect")
        .with("class", cssClass)
        .with("x", x)
        .with("y", y)
        .with("width", width)
        .with("height", height);
  }

  /** Ground for words, so that no line of the grid runs through them. */
  static Element ground(double x, double y, double width, double height) {
    return box("ground", x, y, width, height);
  }

  /** A value on an axis and how it is written there. */
  record Tick(double value, String label) {}

  /** Grid lines from top to bottom, their values below, and what they are. */
  static List<Markup> axisBelow(
      Scale scale, List<Tick> ticks, double top, double bottom, String what) {
    var shapes = new ArrayList<Markup>();
    for (var tick : ticks) {
      double x = scale.at(tick.value());
      shapes.add(stroke("grid", x, top, x, bottom));
      shapes.add(wordsAround(x, bottom + 17, tick.label()).with("class", "tick"));
    }
    shapes.add(stroke("axis", scale.from(), bottom, scale.to(), bottom));
    shapes.add(
        wordsAround((scale.from() + scale.to()) / 2, bottom + 36, what).with("class", "what"));
    return shapes;
  }

  /** Grid lines from left to right, and their values at the left. */
  static List<Markup> axisLeft(Scale scale, List<Tick> ticks, double left, double right) {
    var shapes = new ArrayList<Markup>();
    for (var tick : ticks) {
      double y = scale.at(tick.value());
      shapes.add(stroke("grid", left, y, right, y));
      shapes.add(wordsBefore(left - 7, y + 4, tick.label()).with("class", "tick"));
    }
    return shapes;
  }
}
