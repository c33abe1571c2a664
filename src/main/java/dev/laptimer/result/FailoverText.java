package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus.Check;
import dev.laptimer.api.FaultAction;
import dev.laptimer.api.Severity;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument.FailoverEvent;
import dev.laptimer.result.ResultDocument.FailoverResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How long a cluster was away when members died, in words and tables. Pure. */
final class FailoverText {

  /** Later than this the load is not the steady one that the figures speak of. */
  static final long MAX_SEND_DELAY_MICROS = 50_000;

  private static final int MAX_ERRORS = 5;

  private FailoverText() {}

  /**
   * For the line of the answer: "no write for 1.2 s (0.9 to 6.3) when the serving member was
   * killed, 0 of 12,345 acknowledged rows lost"; empty if there is nothing to tell.
   */
  static Optional<String> summary(ResultDocument document) {
    var failover = document.failover();
    if (failover == null) {
      return Optional.empty();
    }
    var parts =
        Stream.concat(
                Stream.of(FaultAction.values())
                    .filter(action -> !events(failover, action).isEmpty())
                    .limit(1)
                    .map(action -> outage(failover, action)),
                failover.lostRows() == null
                    ? Stream.empty()
                    : Stream.of(
                        "%s of %s lost"
                            .formatted(
                                Format.number(failover.lostRows()),
                                Format.count(failover.acknowledgedRows(), "acknowledged row"))))
            .toList();
    return parts.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", parts));
  }

  private static String outage(FailoverResult failover, FaultAction action) {
    var seconds =
        events(failover, action).stream()
            .mapToDouble(event -> event.outageMicros() / 1e6)
            .sorted()
            .boxed()
            .toList();
    var range =
        seconds.size() == 1
            ? ""
            : " (%s to %s)"
                .formatted(
                    Format.plain(seconds.get(0), 2),
                    Format.plain(seconds.get(seconds.size() - 1), 2));
    var what =
        switch (action) {
          case Kill -> "the serving member was killed";
          case Stop -> "the serving member was stopped";
          case Await -> "a member went away";
        };
    return "no write for %s s%s when %s"
        .formatted(Format.plain(Measured.median(seconds, Double::doubleValue), 2), range, what);
  }

  private static List<FailoverEvent> events(FailoverResult failover, FaultAction action) {
    return failover.events().stream().filter(event -> event.action() == action).toList();
  }

  /** A row for each event and, of several of one kind, their medians with their ranges. */
  static String table(ResultDocument document) {
    var failover = document.failover();
    if (failover == null) {
      return "";
    }
    var text = new StringBuilder();
    if (!failover.events().isEmpty()) {
      text.append("Members that died under %s, milliseconds:\n".formatted(load(document.plan())));
      text.append(
          new TextTable(
                  List.of(
                      "event", "member", "no write for", "failed", "slow", "slowest", "all back"),
                  rows(failover))
              .render(Tables.WIDTH));
      for (var error : errors(failover)) {
        text.append(TextTable.wrap(error, Tables.WIDTH, "  "));
      }
    }
    return text.append(TextTable.wrap(rowsText(failover), Tables.WIDTH, "  ")).toString();
  }

  private static String load(Plan plan) {
    var load = plan.cluster() == null ? null : plan.cluster().failover();
    return load == null
        ? "a load of writes"
        : "%s/s through %s".formatted(Format.count(load.writesPerSecond(), "write"), load.arm());
  }

  private static String rowsText(FailoverResult failover) {
    if (failover.lostRows() == null) {
      return "%s; the run ended before they were looked for"
          .formatted(Format.count(failover.acknowledgedRows(), "acknowledged row"));
    }
    return "%s of %s lost; %s there though the write failed"
        .formatted(
            Format.number(failover.lostRows()),
            Format.count(failover.acknowledgedRows(), "acknowledged row"),
            Format.count(failover.unknownRows(), "row"));
  }

  private static List<List<String>> rows(FailoverResult failover) {
    var rows = new ArrayList<List<String>>();
    for (var event : failover.events()) {
      rows.add(
          List.of(
              event.number() + " " + event.action(),
              event.member() == null ? "-" : event.member(),
              millis(event.outageMicros()),
              Format.number(event.failedWrites()),
              Format.number(event.slowWrites()),
              millis(event.slowestWriteMicros()),
              millis(event.membershipMicros())));
    }
    for (var action : FaultAction.values()) {
      var events = events(failover, action);
      if (events.size() > 1) {
        rows.add(
            List.of(
                "median of %d %s".formatted(events.size(), action),
                "",
                range(events, event -> event.outageMicros() / 1000),
                range(events, FailoverEvent::failedWrites),
                median(events, FailoverEvent::slowWrites),
                median(events, event -> event.slowestWriteMicros() / 1000),
                range(events, event -> event.membershipMicros() / 1000)));
      }
    }
    return rows;
  }

  private static String range(List<FailoverEvent> events, ToLongFunction<FailoverEvent> figure) {
    var sorted = events.stream().mapToLong(figure).sorted().toArray();
    return "%s [%s - %s]"
        .formatted(
            median(events, figure),
            Format.number(sorted[0]),
            Format.number(sorted[sorted.length - 1]));
  }

  private static String median(List<FailoverEvent> events, ToLongFunction<FailoverEvent> figure) {
    return Format.number(Math.round(Measured.median(events, figure::applyAsLong)));
  }

  /** What the client saw, of all events, the most frequent first. */
  private static List<String> errors(FailoverResult failover) {
    return failover.events().stream()
        .flatMap(event -> event.errors().entrySet().stream())
        .collect(
            Collectors.groupingBy(
                Map.Entry::getKey, TreeMap::new, Collectors.summingLong(Map.Entry::getValue)))
        .entrySet()
        .stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(MAX_ERRORS)
        .map(error -> Format.number(error.getValue()) + "x " + error.getKey())
        .toList();
  }

  private static String millis(long micros) {
    return Format.number(micros / 1000);
  }

  /** Whether the load was the one that was asked for. */
  static List<Check> checks(ResultDocument document) {
    var failover = document.failover();
    if (failover == null || failover.sendDelayMicros() <= MAX_SEND_DELAY_MICROS) {
      return List.of();
    }
    return List.of(
        new Check(
            "FailoverLoadLate",
            Severity.Warning,
            document.plan().cluster() == null ? null : document.plan().cluster().failover().arm(),
            "while nothing happened, writes of the failover load were sent up to %s ms late (99th percentile, limit %s ms): the rate is more than cluster and runner can do, and the figures of slow writes have that in them"
                .formatted(millis(failover.sendDelayMicros()), millis(MAX_SEND_DELAY_MICROS))));
  }
}
