package dev.laptimer.result.html;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** Path data of SVG. */
final class Paths {

  private Paths() {}

  /** A place in a drawing. */
  record Point(double x, double y) {}

  /** With one decimal at most, which is a tenth of a pixel. */
  static String number(double value) {
    var rounded = BigDecimal.valueOf(Math.round(value * 10), 1);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  /** From point to point. */
  static String line(List<Point> points) {
    return points.stream().map(Paths::place).collect(Collectors.joining("L", "M", ""));
  }

  /** The area between two lines over the same places. */
  static String band(List<Point> upper, List<Point> lower) {
    var around = new ArrayList<>(upper);
    var back = new ArrayList<>(lower);
    Collections.reverse(back);
    around.addAll(back);
    return line(around) + "Z";
  }

  /** A cross at each point. */
  static String crosses(List<Point> points, double half) {
    var size = number(2 * half);
    return points.stream()
        .map(p -> place("M", p.x() - half, p.y() - half))
        .map(start -> start + "l%s %sm0 -%sl-%s %s".formatted(size, size, size, size, size))
        .collect(Collectors.joining());
  }

  /** A ring at each point. */
  static String rings(List<Point> points, double radius) {
    var r = number(radius);
    var across = number(2 * radius);
    return points.stream()
        .map(p -> place("M", p.x() - radius, p.y()))
        .map(
            start ->
                start + "a%s %s 0 1 0 %s 0a%s %s 0 1 0 -%s 0".formatted(r, r, across, r, r, across))
        .collect(Collectors.joining());
  }

  /** A square that stands on a corner. */
  static String diamond(double x, double y, double half) {
    return line(
            List.of(
                new Point(x, y - half),
                new Point(x + half, y),
                new Point(x, y + half),
                new Point(x - half, y)))
        + "Z";
  }

  /** A square. */
  static String square(double x, double y, double half) {
    return line(
            List.of(
                new Point(x - half, y - half),
                new Point(x + half, y - half),
                new Point(x + half, y + half),
                new Point(x - half, y + half)))
        + "Z";
  }

  /** A triangle that points up. */
  static String triangle(double x, double y, double half) {
    return line(
            List.of(
                new Point(x, y - half),
                new Point(x + half, y + half),
                new Point(x - half, y + half)))
        + "Z";
  }

  private static String place(Point point) {
    return place("", point.x(), point.y());
  }

  private static String place(String command, double x, double y) {
    return command + number(x) + " " + number(y);
  }
}
