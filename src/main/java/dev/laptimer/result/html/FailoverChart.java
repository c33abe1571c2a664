package dev.laptimer.result.html;

import dev.laptimer.result.ResultDocument.FailoverEvent;
import dev.laptimer.result.ResultDocument.Moment;
import dev.laptimer.result.html.Drawing.Tick;
import dev.laptimer.result.html.Paths.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The time line of one event: above, for each member, when it was synced; below, each write that
 * failed or was slow, by when it ended and how long it took.
 *
 * @param fromMicros beginning of the time that is drawn, since the first sign of the event
 * @param toMicros its end
 */
record FailoverChart(FailoverEvent event, List<String> members, long fromMicros, long toMicros)
    implements Drawing.Chart {

  private static final double MEMBER = 34;
  private static final double TOP = 4;
  private static final double GAP = 18;
  private static final double WRITES = 130;
  private static final double LEFT = 64;
  private static final double RIGHT = 16;
  private static final double AXIS = 44;

  /** Shortest time line, so that there is an axis. */
  private static final long SHORTEST_MICROS = 100_000;

  /** Room on both sides of the time line, as a share of it. */
  private static final double ROOM = 0.03;

  /** Writes that lie closer together than this share of the time line are shown close up. */
  private static final double CLOSE = 0.25;

  /** The time line from the first write, or the first sign, until after all members were back. */
  static FailoverChart whole(FailoverEvent event, List<String> members) {
    var first =
        event.timeline().stream()
            .filter(FailoverChart::isWrite)
            .mapToLong(Moment::atMicros)
            .filter(at -> at < 0)
            .min();
    var last =
        LongStream.concat(
                event.timeline().stream().mapToLong(Moment::atMicros),
                LongStream.of(0, event.membershipMicros()))
            .max();
    return around(event, members, first.orElse(0), last.orElseThrow());
  }

  /** The part of it with the writes, if it is short. */
  Optional<FailoverChart> closeUp() {
    var times = writes().stream().mapToLong(Moment::atMicros).summaryStatistics();
    if (times.getCount() == 0) {
      return Optional.empty();
    }
    var part = around(event, members, Math.min(0, times.getMin()), times.getMax());
    return part.toMicros() - part.fromMicros() < CLOSE * (toMicros - fromMicros)
        ? Optional.of(part)
        : Optional.empty();
  }

  private static FailoverChart around(
      FailoverEvent event, List<String> members, long first, long last) {
    long room = Math.round(ROOM * Math.max(last - first, SHORTEST_MICROS));
    return new FailoverChart(event, members, first - room, last + room);
  }

  @Override
  public Drawing at(double width) {
    var x = Scale.linear(fromMicros, toMicros, LEFT, width - RIGHT);
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
    shapes.addAll(members(x));
    shapes.addAll(writes(x, top, bottom));
    return new Drawing(width, bottom + AXIS, shapes);
  }

  private List<Markup> members(Scale x) {
    var shapes = new ArrayList<Markup>();
    double y = TOP;
    for (var member : Membership.of(event, members, fromMicros, toMicros).entrySet()) {
      shapes.add(Drawing.ground(LEFT, y, x.to() - LEFT, 18));
      shapes.add(Drawing.words(LEFT, y + 13, member.getKey()).with("class", "name"));
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
    return event.timeline().stream()
        .filter(FailoverChart::isWrite)
        .filter(moment -> moment.atMicros() >= fromMicros && moment.atMicros() <= toMicros)
        .toList();
  }

  private static boolean isWrite(Moment moment) {
    return moment.micros() != null;
  }

  private static double micros(Moment write) {
    return Math.max(1, write.micros());
  }
}
