package dev.laptimer.result.html;

import dev.laptimer.result.ResultDocument.FailoverEvent;
import dev.laptimer.result.ResultDocument.Moment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** When each member was there and synced during an event, as the time line of the event tells. */
final class Membership {

  /** What a {@link Moment} is that has the members' names. */
  static final String MEMBERS = "Members";

  private Membership() {}

  /** A member was synced from here to there; microseconds since the first sign of the event. */
  record Span(long fromMicros, long toMicros) {}

  /**
   * The spans of each member, in the order of the members.
   *
   * @param members every member; before the first change all of them were there, since an event
   *     begins when the cluster is whole
   * @param firstMicros beginning of the time line
   * @param lastMicros its end
   */
  static Map<String, List<Span>> of(
      FailoverEvent event, List<String> members, long firstMicros, long lastMicros) {
    var spans = new LinkedHashMap<String, List<Span>>();
    for (var member : members) {
      spans.put(member, spans(event, member, firstMicros, lastMicros));
    }
    return spans;
  }

  private static List<Span> spans(
      FailoverEvent event, String member, long firstMicros, long lastMicros) {
    var spans = new ArrayList<Span>();
    Long since = firstMicros;
    for (var moment : event.timeline()) {
      if (moment.what().equals(MEMBERS)) {
        boolean there = named(moment).contains(member);
        if (there && since == null) {
          since = moment.atMicros();
        } else if (!there && since != null) {
          spans.add(new Span(since, moment.atMicros()));
          since = null;
        }
      }
    }
    if (since != null) {
      spans.add(new Span(since, lastMicros));
    }
    return spans;
  }

  /** The members that a moment names. */
  static Set<String> named(Moment moment) {
    return moment.text() == null ? Set.of() : Set.copyOf(List.of(moment.text().split(", ")));
  }
}
