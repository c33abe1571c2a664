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
   * @param firstMicros beginning of the part of the time line that is looked at
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
    boolean there = true;
    long since = firstMicros;
    for (var moment : event.timeline()) {
      if (moment.what().equals(MEMBERS) && named(moment).contains(member) != there) {
        long at = Math.max(firstMicros, Math.min(lastMicros, moment.atMicros()));
        if (there && at > since) {
          spans.add(new Span(since, at));
        }
        there = !there;
        since = at;
      }
    }
    if (there && lastMicros > since) {
      spans.add(new Span(since, lastMicros));
    }
    return spans;
  }

  /** The members that a moment names. */
  static Set<String> named(Moment moment) {
    return moment.text() == null ? Set.of() : Set.copyOf(List.of(moment.text().split(", ")));
  }
}
