package dev.laptimer.result.html;

import dev.laptimer.plan.Plan;
import dev.laptimer.result.Format;
import dev.laptimer.result.ResultDocument;
import dev.laptimer.result.ResultDocument.FailoverEvent;
import dev.laptimer.result.ResultDocument.FailoverResult;
import dev.laptimer.result.ResultDocument.Moment;
import dev.laptimer.result.html.Markup.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What happened when members died under a steady load of writes. */
final class FailoverSection {

  /** Of more moments the rest is in the document. */
  private static final int MOST_ROWS = 60;

  private FailoverSection() {}

  static Element of(ResultDocument document) {
    var failover = document.failover();
    var section =
        Markup.element(
            "section",
            Markup.element("h2", "When members went away"),
            Markup.element("p", load(document)),
            rows(failover));
    if (!failover.events().isEmpty()) {
      section = section.add(events(failover));
    }
    for (var event : failover.events()) {
      section = section.add(event(event, members(document.plan(), event)));
    }
    return section;
  }

  /** The answer in one sentence; empty if nothing happened. */
  static Optional<String> sentence(FailoverResult failover) {
    if (failover.events().isEmpty()) {
      return Optional.empty();
    }
    var outages =
        failover.events().stream()
            .collect(
                Collectors.groupingBy(
                    FailoverEvent::action,
                    TreeMap::new,
                    Collectors.mapping(
                        FailoverEvent::outageMicros, Collectors.reducing(0L, Math::max))));
    return Optional.of(
        "Longest time without an acknowledged write: "
            + outages.entrySet().stream()
                .map(e -> time(e.getValue()) + " when a member " + Words.action(e.getKey()))
                .collect(Collectors.joining(", "))
            + "; "
            + lost(failover)
            + ".");
  }

  private static String lost(FailoverResult failover) {
    var rows = Format.count(failover.acknowledgedRows(), "acknowledged row");
    if (failover.lostRows() == null) {
      return rows + ", and it is unknown whether one was lost";
    }
    return "of %s %s lost"
        .formatted(
            rows,
            failover.lostRows() == 0
                ? "none was"
                : Format.number(failover.lostRows())
                    + (failover.lostRows() == 1 ? " was" : " were"));
  }

  private static String load(ResultDocument document) {
    var cluster = document.plan().cluster();
    var load = cluster == null ? null : cluster.failover();
    return (load == null
            ? "Rows were inserted one by one"
            : "%s a second were inserted one by one through %s over %s"
                .formatted(
                    Format.count(load.writesPerSecond(), "row"),
                    load.arm(),
                    Format.count(load.connections(), "connection")))
        + " while members went away and came back. While nothing happened they were sent up to %s"
            .formatted(time(document.failover().sendDelayMicros()))
        + " late (99th percentile), which is how exact the times are. At the end every row whose write had been acknowledged was looked for at every member.";
  }

  private static Element rows(FailoverResult failover) {
    return Markup.element(
            "ul",
            fact(failover.acknowledgedRows(), "rows acknowledged", ""),
            fact(failover.lostRows(), "acknowledged rows lost", isLost(failover) ? "bad" : "good"),
            fact(failover.unknownRows(), "rows there although their write failed", ""))
        .with("class", "facts");
  }

  private static boolean isLost(FailoverResult failover) {
    return failover.lostRows() != null && failover.lostRows() > 0;
  }

  /** A figure that stands out; null if it was not found out. */
  private static Element fact(Long figure, String what, String tone) {
    var number =
        figure == null
            ? Markup.element("strong", "unknown")
            : Markup.element("strong", Format.number(figure)).with("class", tone);
    return Markup.element("li", number).add(Markup.text(" " + what));
  }

  private static Element events(FailoverResult failover) {
    return new Table(
            "Each event: the longest time without an acknowledged write, and the time until all members"
                + " were back and synced",
            true,
            List.of(
                "event",
                "no write for",
                "failed writes",
                "slow writes",
                "slowest write",
                "all back after"),
            failover.events().stream()
                .map(
                    event ->
                        List.of(
                            event.number() + ", " + what(event),
                            time(event.outageMicros()),
                            Format.number(event.failedWrites()),
                            Format.number(event.slowWrites()),
                            time(event.slowestWriteMicros()),
                            time(event.membershipMicros())))
                .toList())
        .html();
  }

  private static Element event(FailoverEvent event, List<String> members) {
    var title = "Event %d: %s".formatted(event.number(), what(event));
    var words =
        "Longest time without an acknowledged write: %s. %s failed, %s took longer than 100 ms. After %s all members were back and synced."
            .formatted(
                time(event.outageMicros()),
                Format.count(event.failedWrites(), "write"),
                Format.number(event.slowWrites()),
                time(event.membershipMicros()));
    var whole = FailoverChart.whole(event, members);
    var figure =
        Markup.element("figure", Markup.element("h3", title), Markup.element("p", words))
            .add(legend())
            .add(Drawing.forAnyWidth("event" + event.number(), title, words, whole));
    var closeUp = whole.closeUp();
    if (closeUp.isPresent()) {
      figure =
          figure
              .add(
                  Markup.element("p", "The same, around the writes that failed or were slow:")
                      .with("class", "small"))
              .add(
                  Drawing.forAnyWidth(
                      "closeup" + event.number(), title + ", close up", words, closeUp.get()));
    }
    if (event.errors() != null && !event.errors().isEmpty()) {
      figure =
          figure.add(
              Markup.element("p", "What the client saw: " + Words.counts(event.errors()))
                  .with("class", "small"));
    }
    return event.timeline().isEmpty() ? figure : figure.add(moments(event));
  }

  private static Element legend() {
    return Markup.element(
            "ul",
            key("synced", "member synced"),
            key("away", "not synced"),
            Markup.element(
                "li",
                sample("failed", Paths.crosses(here(), 4)),
                Markup.text("failed write, at its end")),
            Markup.element(
                "li",
                sample("slow", Paths.rings(here(), 4)),
                Markup.text("slow write, at its end")))
        .with("class", "legend");
  }

  private static Element key(String cssClass, String name) {
    return Markup.element("li", sample(cssClass, Paths.square(6, 6, 5)), Markup.text(name));
  }

  private static List<Paths.Point> here() {
    return List.of(new Paths.Point(6, 6));
  }

  private static Element sample(String cssClass, String path) {
    return Markup.element("svg", Markup.element("path").with("class", cssClass).with("d", path))
        .with("viewBox", "0 0 12 12")
        .with("width", 12)
        .with("height", 12)
        .with("aria-hidden", "true");
  }

  private static Element moments(FailoverEvent event) {
    var rows = new ArrayList<List<String>>();
    event.timeline().stream().limit(MOST_ROWS).map(FailoverSection::row).forEach(rows::add);
    int more = event.timeline().size() - rows.size();
    return new Table(
            "Time line of event "
                + event.number()
                + (more > 0
                    ? ", the first %d of %d".formatted(MOST_ROWS, event.timeline().size())
                    : ""),
            false,
            List.of("at", "what", "took", "text"),
            rows)
        .onDemand();
  }

  private static List<String> row(Moment moment) {
    return List.of(
        "%s s".formatted(Format.fixed(moment.atMicros() / 1e6, 3)),
        switch (moment.what()) {
          case "FailedWrite" -> "failed write";
          case "SlowWrite" -> "slow write";
          case Membership.MEMBERS -> "synced members";
          default -> moment.what();
        },
        moment.micros() == null ? "" : time(moment.micros()),
        moment.text() == null ? "" : moment.text());
  }

  /** The plan's members; of a document without them, those that the time line names. */
  private static List<String> members(Plan plan, FailoverEvent event) {
    return plan.cluster() != null
        ? plan.cluster().members().stream().map(Plan.Member::name).toList()
        : event.timeline().stream()
            .filter(moment -> moment.what().equals(Membership.MEMBERS))
            .flatMap(moment -> Membership.named(moment).stream())
            .filter(name -> !name.isBlank() && !name.contains(" "))
            .distinct()
            .sorted()
            .toList();
  }

  private static String what(FailoverEvent event) {
    return (event.member() == null ? "no member" : event.member())
        + " "
        + Words.action(event.action());
  }

  private static String time(long micros) {
    return Words.duration(micros * 1e3);
  }
}
