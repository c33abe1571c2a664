package dev.laptimer.runner.failover;

import dev.laptimer.result.ResultDocument.FailoverEvent;
import dev.laptimer.result.ResultDocument.Moment;
import dev.laptimer.runner.failover.Observed.Change;
import dev.laptimer.runner.failover.Observed.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The figures of one event, from what was seen of it. Pure. */
final class EventFigures {

  /** A write that took longer is slow. */
  static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  static final int MAX_ERRORS = 10;
  static final int MAX_MOMENTS = 1000;

  private final Observed seen;
  private final List<Whole> memberships;

  /** The states of all members at one time. */
  private record Whole(long atNanos, Map<String, MemberState> states) {

    /** Every member is synced and counts all the others. */
    boolean isFull(int members) {
      return states.size() == members
          && states.values().stream()
              .allMatch(state -> state.isSynced() && state.size() == members);
    }

    String text() {
      var synced =
          states.entrySet().stream()
              .filter(entry -> entry.getValue().isSynced())
              .map(Map.Entry::getKey)
              .toList();
      return synced.isEmpty() ? "none synced" : String.join(", ", synced);
    }
  }

  private EventFigures(Observed seen) {
    this.seen = seen;
    var states = new TreeMap<String, MemberState>();
    var all = new ArrayList<Whole>();
    for (var change : seen.changes()) {
      states.put(change.member(), change.state());
      all.add(new Whole(change.atNanos(), new TreeMap<>(states)));
    }
    this.memberships = List.copyOf(all);
  }

  /**
   * The figures.
   *
   * @param asked when the fault was asked for
   */
  static FailoverEvent of(Observed seen, Instant asked) {
    return new EventFigures(seen).event(asked);
  }

  /** When the membership first broke; empty if it did not. */
  static OptionalLong broken(Observed seen) {
    return new EventFigures(seen).broken();
  }

  private FailoverEvent event(Instant asked) {
    long sign = sign();
    var failed = notable().filter(Write::failed).toList();
    var slow = notable().filter(write -> !write.failed()).toList();
    return new FailoverEvent(
        seen.number(),
        seen.action(),
        goneMember(),
        asked.plusNanos(sign - seen.askedNanos()),
        micros(outageNanos(seen.acknowledgedNanos(), seen.beginNanos(), seen.endNanos())),
        micros(restored().orElse(seen.endNanos()) - sign),
        failed.size(),
        slow.size(),
        micros(slow.stream().mapToLong(Write::nanos).max().orElse(0)),
        errors(failed),
        timeline(sign));
  }

  /** Those that ended since the fault was asked for. */
  private Stream<Write> notable() {
    return seen.notable().stream().filter(write -> write.endNanos() >= seen.askedNanos());
  }

  /** A failed write or a broken membership, whichever came first. */
  private long sign() {
    return LongStream.concat(
            notable().filter(Write::failed).mapToLong(Write::endNanos), broken().stream())
        .min()
        .orElse(seen.askedNanos());
  }

  private OptionalLong broken() {
    boolean full = false;
    for (var membership : memberships) {
      if (full && !membership.isFull(seen.members())) {
        return OptionalLong.of(membership.atNanos());
      }
      full |= membership.isFull(seen.members());
    }
    return OptionalLong.empty();
  }

  /** When the membership was full again, and stayed so until the end. */
  private OptionalLong restored() {
    OptionalLong restored = OptionalLong.empty();
    var broken = broken();
    if (broken.isEmpty()) {
      return restored;
    }
    for (var membership : memberships) {
      if (membership.atNanos() < broken.getAsLong()) {
        continue;
      }
      boolean full = membership.isFull(seen.members());
      if (!full) {
        restored = OptionalLong.empty();
      } else if (restored.isEmpty()) {
        restored = OptionalLong.of(membership.atNanos());
      }
    }
    return restored;
  }

  /** The first one that no longer answered, or no longer belonged to those who may write. */
  private String goneMember() {
    var broken = broken();
    return seen.changes().stream()
        .filter(change -> broken.isPresent() && change.atNanos() >= broken.getAsLong())
        .filter(change -> !change.state().answers() || !change.state().primary())
        .map(Change::member)
        .findFirst()
        .orElse(null);
  }

  /**
   * Longest time without an acknowledged write between two times.
   *
   * @param acknowledged in order
   */
  static long outageNanos(long[] acknowledged, long begin, long end) {
    long longest = 0;
    long last = begin;
    for (long at : acknowledged) {
      if (at > begin && at <= end) {
        longest = Math.max(longest, at - last);
        last = at;
      }
    }
    return Math.max(longest, end - last);
  }

  /** The most frequent ones. */
  private static Map<String, Long> errors(List<Write> failed) {
    var counts =
        failed.stream()
            .map(Write::error)
            .collect(
                Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    var most = new LinkedHashMap<String, Long>();
    counts.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(MAX_ERRORS)
        .forEach(entry -> most.put(entry.getKey(), entry.getValue()));
    return most;
  }

  /** Changes of membership all of them, writes as many as fit. */
  private List<Moment> timeline(long sign) {
    var changes = membershipMoments(sign);
    var writes =
        notable()
            .limit(Math.max(0, MAX_MOMENTS - changes.size()))
            .map(
                write ->
                    new Moment(
                        micros(write.endNanos() - sign),
                        write.failed() ? "FailedWrite" : "SlowWrite",
                        micros(write.nanos()),
                        write.error()));
    return Stream.concat(changes.stream(), writes)
        .sorted(Comparator.comparingLong(Moment::atMicros))
        .toList();
  }

  private List<Moment> membershipMoments(long sign) {
    var moments = new ArrayList<Moment>();
    Optional<String> last = Optional.empty();
    for (var membership : memberships) {
      var text = membership.text();
      // Before all have been asked once there is nothing to tell
      boolean known = membership.states().size() == seen.members();
      if (known && !last.equals(Optional.of(text)) && moments.size() < MAX_MOMENTS / 2) {
        moments.add(new Moment(micros(membership.atNanos() - sign), "Members", null, text));
        last = Optional.of(text);
      }
    }
    return moments;
  }

  private static long micros(long nanos) {
    return Math.floorDiv(nanos, 1000L);
  }
}
