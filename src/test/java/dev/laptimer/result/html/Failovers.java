package dev.laptimer.result.html;

import dev.laptimer.api.FaultAction;
import dev.laptimer.result.ResultDocument.FailoverEvent;
import dev.laptimer.result.ResultDocument.FailoverResult;
import dev.laptimer.result.ResultDocument.Moment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a cluster of three members leaves of a killed and a stopped one. */
final class Failovers {

  private static final Instant START = Instant.parse("2026-03-01T10:05:00Z");

  private Failovers() {}

  static FailoverResult killAndStop(Long lostRows) {
    return new FailoverResult(12_480, lostRows, 2L, 1_200, List.of(kill(), stop()));
  }

  static FailoverEvent kill() {
    var timeline = new ArrayList<Moment>();
    for (int i = 0; i < 40; i++) {
      timeline.add(
          new Moment(
              i * 20_000L, "FailedWrite", 900L + 13_000L * (i % 7), "08S01 connection lost"));
    }
    timeline.add(new Moment(850_000, "Members", null, "orders-1, orders-2"));
    for (int i = 0; i < 30; i++) {
      timeline.add(new Moment(900_000 + i * 90_000L, "SlowWrite", 5_400_000L - 170_000L * i, null));
    }
    timeline.add(new Moment(24_300_000, "Members", null, "orders-0, orders-1, orders-2"));
    return new FailoverEvent(
        1,
        FaultAction.Kill,
        "orders-0",
        START,
        5_412_000,
        24_300_000,
        40,
        30,
        5_400_000,
        Map.of("08S01 connection lost", 38L, "1205 lock wait <timeout>", 2L),
        List.copyOf(timeline));
  }

  static FailoverEvent stop() {
    return new FailoverEvent(
        2,
        FaultAction.Stop,
        "orders-1",
        START.plusSeconds(60),
        48_000,
        11_800_000,
        0,
        0,
        48_000,
        Map.of(),
        List.of(
            new Moment(0, "Members", null, "orders-0, orders-2"),
            new Moment(11_800_000, "Members", null, "orders-0, orders-1, orders-2")));
  }
}
