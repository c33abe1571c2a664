package dev.laptimer.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.BenchmarkStatus.Check;
import dev.laptimer.api.FaultAction;
import dev.laptimer.api.Severity;
import dev.laptimer.result.ResultDocument.FailoverEvent;
import dev.laptimer.result.ResultDocument.FailoverResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FailoverTextTest {

  private static final List<FailoverEvent> EVENTS =
      List.of(
          event(1, FaultAction.Kill, "orders-0", 6_301_900, 89),
          event(2, FaultAction.Kill, "orders-1", 900_000, 2),
          event(3, FaultAction.Kill, null, 1_200_000, 10),
          event(4, FaultAction.Stop, "orders-2", 48_000, 0));

  @Test
  void theLineSaysHowLongNothingWasWrittenAndWhatWasLost() {
    assertThat(FailoverText.summary(document(0L, 0, EVENTS)))
        .contains(
            "no write for 1.2 s (0.9 to 6.3) when the serving member was killed, 0 of 12,345 acknowledged rows lost");
  }

  @Test
  void ofOneEventThereIsNoRange() {
    assertThat(FailoverText.summary(document(2L, 0, EVENTS.subList(3, 4))))
        .contains(
            "no write for 0.048 s when the serving member was stopped, 2 of 12,345 acknowledged rows lost");
  }

  @Test
  void aRunWithoutFailoverSaysNothing() {
    var document = DocumentFixture.of("redis", "memcached").build();
    assertThat(FailoverText.summary(document)).isEmpty();
    assertThat(FailoverText.table(document)).isEmpty();
    assertThat(FailoverText.checks(document)).isEmpty();
  }

  @Test
  void theTableHasEachEventTheMediansTheErrorsAndTheRows() {
    assertThat(FailoverText.table(document(0L, 0, EVENTS)))
        .isEqualTo(
            """
            Members that died under a load of writes, milliseconds:
            event               member         no write for       failed  slow  slowest                  all back
            1 Kill            orders-0                6,301           89    30      400                    24,300
            2 Kill            orders-1                  900            2    30      400                    24,300
            3 Kill                   -                1,200           10    30      400                    24,300
            4 Stop            orders-2                   48            0    30      400                    24,300
            median of 3 Kill            1,200 [900 - 6,301]  10 [2 - 89]    30      400  24,300 [24,300 - 24,300]
            101x SQLSTATE 08000: timed out
            0 of 12,345 acknowledged rows lost; 7 rows there though the write failed
            """);
  }

  @Test
  void aRunThatEndedBeforeTheRowsWereLookedForSaysSo() {
    assertThat(FailoverText.table(document(null, 0, List.of())))
        .isEqualTo("12,345 acknowledged rows; the run ended before they were looked for\n");
  }

  @Test
  void aLoadThatIsSentLateIsAWarning() {
    assertThat(FailoverText.checks(document(0L, 257_000, EVENTS)))
        .containsExactly(
            new Check(
                "FailoverLoadLate",
                Severity.Warning,
                null,
                "while nothing happened, writes of the failover load were sent up to 257 ms late (99th percentile, limit 50 ms): the rate is more than cluster and runner can do, and the figures of slow writes have that in them"));
    assertThat(FailoverText.checks(document(0L, 50_000, EVENTS))).isEmpty();
  }

  private static ResultDocument document(
      Long lostRows, long sendDelayMicros, List<FailoverEvent> events) {
    return DocumentFixture.of("redis", "memcached")
        .failover(new FailoverResult(12_345, lostRows, 7L, sendDelayMicros, events))
        .build();
  }

  private static FailoverEvent event(
      int number, FaultAction action, String member, long outageMicros, long failed) {
    return new FailoverEvent(
        number,
        action,
        member,
        Instant.parse("2026-03-01T10:05:00Z"),
        outageMicros,
        24_300_000,
        failed,
        30,
        400_000,
        failed == 0 ? Map.of() : Map.of("SQLSTATE 08000: timed out", failed),
        List.of());
  }
}
