package dev.laptimer.result.html;

import dev.laptimer.result.ResultDocument.FailoverEvent;
import dev.laptimer.result.ResultDocument.Moment;
import dev.laptimer.result.html.Drawing.Tick;
import dev.laptimer.result.html.Paths.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The time line of one event: above, for each member, when it was synced; below, each write that
 * failed or was slow, by when it was and how long it took.
 */
record FailoverChart(FailoverEvent event, List<String> members) implements Drawing.Chart {

  private static final double MEMBER = 34;
  private static final double TOP = 4;
  private static final double GAP = 18;
  private static final double WRITES = 130;
  private static final double LEFT = 64;
  private static final double RIGHT = 16;
  private static final double AXIS = 44;

  /** Shortest time line, so that there is an axis. */
  private static final long SHORTEST_MICROS = 100_000;

  @Override
  public Drawing at(double width) {
    long first = first();
    long last = Math.max(last(), first + SHORTEST_MICROS);
    var x = Scale.linear(first, last, LEFT, width - RIGHT);
    double membersEnd = TOP + MEMBER * members.size();
    double top = membersEnd + GAP;
    double bottom = top + WRITES;
    var shapes = new ArrayList<Markup>();
    shapes.addAll(
        Drawing.axisBelow(
            x,
            Ticks.of(x, (int) (width / 80)).stream()
                .map(micros -> new Tick(micros, Words.short3(micros / 1e6) + " s"))
                .toList(),
            TOP,
            bottom,
            "since the first sign of the event"));
    shapes.add(Drawing.stroke("one", x.at(0), TOP, x.at(0), bottom));
    shapes.addAll(members(x, first, last));
    shapes.addAll(writes(x, top, bottom));
    return new Drawing(width, bottom + AXIS, shapes);
  }

  private List<Markup> members(Scale x, long first, long last) {
    var shapes = new ArrayList<Markup>();
    double y = TOP;
    for (var member : Membership.of(event, members, first, last).entrySet()) {
      shapes.add(Drawing.words(LEFT, y + 13, member.getKey()).with("class", "name halo"));
      shapes.add(Drawing.box("away", LEFT, y + 18, x.to() - LEFT, 10));
      for (var span : member.getValue()) {
        double from = x.at(span.fromMicros());
        shapes.add(Drawing.box("synced", from, y + 18, x.at(span.toMicros()) - from, 10));
      }
      y += MEMBER;
    }
    return shapes;
  }

  private List<Markup> writes(Scale x, double top, double bottom) {
    var writes = writes();
    if (writes.isEmpty()) {
      return List.of(
          Drawing.wordsAround(
                  (x.from() + x.to()) / 2, (top + bottom) / 2, "no write failed or was slow")
              .with("class", "halo"));
    }
    var micros = writes.stream().mapToDouble(FailoverChart::micros).summaryStatistics();
    var y = Scale.logAround(micros.getMin(), micros.getMax(), bottom - 4, top);
    var shapes = new ArrayList<Markup>();
    shapes.addAll(
        Drawing.axisLeft(
            y,
            Ticks.of(y, 5).stream()
                .map(tick -> new Tick(tick, Words.duration(tick * 1e3)))
                .toList(),
            LEFT,
            x.to()));
    shapes.add(
        Markup.element("path")
            .with("class", "slow")
            .with("d", Paths.rings(points("SlowWrite", x, y), 3)));
    shapes.add(
        Markup.element("path")
            .with("class", "failed")
            .with("d", Paths.crosses(points("FailedWrite", x, y), 3)));
    return shapes;
  }

  private List<Point> points(String what, Scale x, Scale y) {
    return writes().stream()
        .filter(moment -> moment.what().equals(what))
        .map(moment -> new Point(x.at(moment.atMicros()), y.at(micros(moment))))
        .toList();
  }

  private List<Moment> writes() {
    return event.timeline().stream().filter(moment -> moment.micros() != null).toList();
  }

  private static double micros(Moment write) {
    return Math.max(1, write.micros());
  }

  private long first() {
    return moments().min().orElse(0);
  }

  private long last() {
    return LongStream.concat(moments(), LongStream.of(event.membershipMicros())).max().orElse(0);
  }

  private LongStream moments() {
    return Stream.concat(event.timeline().stream().map(Moment::atMicros), Stream.of(0L))
        .mapToLong(Long::longValue);
  }
}
