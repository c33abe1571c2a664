package dev.laptimer.runner.failover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.FaultAction;
import dev.laptimer.result.ResultDocument.FailoverEvent;
import dev.laptimer.result.ResultDocument.Moment;
import dev.laptimer.runner.failover.Observed.Change;
import dev.laptimer.runner.failover.Observed.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class EventFiguresTest {

  private static final Instant ASKED = Instant.parse("2026-03-01T10:00:00Z");
  private static final MemberState SYNCED = new MemberState("Synced", true, true, 3);
  private static final MemberState OF_TWO = new MemberState("Synced", true, true, 2);
  private static final MemberState DONOR = new MemberState("Donor/Desynced", true, true, 3);
  private static final MemberState GONE = MemberState.silent("connection refused");

  @Test
  void aKilledMemberGivesOutageFailuresMembershipAndATimeLine() {
    var seen =
        new Observed(
            1,
            FaultAction.Kill,
            ms(0),
            ms(3000),
            ms(12_000),
            LongStream.concat(LongStream.rangeClosed(1, 305), LongStream.rangeClosed(900, 1200))
                .map(i -> ms(10 * i))
                .toArray(),
            List.of(
                new Write(250, ms(2400), ms(2600), null),
                new Write(306, ms(3040), ms(3060), "SQLSTATE 08S01: gone"),
                new Write(307, ms(3050), ms(5050), "SQLSTATE 08000: timed out"),
                new Write(308, ms(3060), ms(5080), "SQLSTATE 08000: timed out"),
                new Write(309, ms(5100), ms(9000), null)),
            List.of(
                new Change(ms(0), "a", SYNCED),
                new Change(ms(0), "b", SYNCED),
                new Change(ms(0), "c", SYNCED),
                new Change(ms(3100), "b", GONE),
                new Change(ms(8900), "a", OF_TWO),
                new Change(ms(8950), "c", OF_TWO),
                new Change(ms(10_000), "a", DONOR),
                new Change(ms(10_000), "c", SYNCED),
                new Change(ms(11_000), "b", SYNCED),
                new Change(ms(11_100), "a", SYNCED)),
            3);

    assertThat(EventFigures.of(seen, ASKED))
        .isEqualTo(
            new FailoverEvent(
                1,
                FaultAction.Kill,
                "b",
                ASKED.plusMillis(60),
                5_950_000,
                8_040_000,
                3,
                1,
                3_900_000,
                Map.of("SQLSTATE 08000: timed out", 2L, "SQLSTATE 08S01: gone", 1L),
                List.of(
                    new Moment(-3_060_000, "Members", null, "a, b, c"),
                    new Moment(0, "FailedWrite", 20_000L, "SQLSTATE 08S01: gone"),
                    new Moment(40_000, "Members", null, "a, c"),
                    new Moment(1_990_000, "FailedWrite", 2_000_000L, "SQLSTATE 08000: timed out"),
                    new Moment(2_020_000, "FailedWrite", 2_020_000L, "SQLSTATE 08000: timed out"),
                    new Moment(5_940_000, "SlowWrite", 3_900_000L, null),
                    new Moment(6_940_000, "Members", null, "c"),
                    new Moment(7_940_000, "Members", null, "b, c"),
                    new Moment(8_040_000, "Members", null, "a, b, c"))));
  }

  @Test
  void aMemberThatLeavesWithoutAnErrorIsSeenByTheMembership() {
    var seen =
        new Observed(
            2,
            FaultAction.Stop,
            ms(0),
            ms(1000),
            ms(3000),
            LongStream.rangeClosed(1, 300).map(i -> ms(10 * i)).toArray(),
            List.of(),
            List.of(
                new Change(ms(0), "a", SYNCED),
                new Change(ms(0), "b", SYNCED),
                new Change(ms(1200), "a", GONE),
                new Change(ms(2200), "a", SYNCED)),
            2);
    var event = EventFigures.of(withStatesOfTwo(seen), ASKED);
    assertThat(event.member()).isEqualTo("a");
    assertThat(event.time()).isEqualTo(ASKED.plusMillis(200));
    assertThat(event.outageMicros()).isEqualTo(10_000);
    assertThat(event.membershipMicros()).isEqualTo(1_000_000);
    assertThat(event.failedWrites()).isZero();
    assertThat(event.errors()).isEmpty();
  }

  @Test
  void aMemberThatComesBackAndGoesAgainIsBackWhenItStays() {
    var seen =
        withStatesOfTwo(
            new Observed(
                1,
                FaultAction.Await,
                ms(0),
                ms(100),
                ms(6000),
                new long[] {ms(50)},
                List.of(),
                List.of(
                    new Change(ms(0), "a", SYNCED),
                    new Change(ms(0), "b", SYNCED),
                    new Change(ms(1000), "b", GONE),
                    new Change(ms(2000), "b", SYNCED),
                    new Change(ms(3000), "b", GONE),
                    new Change(ms(5000), "b", SYNCED)),
                2));
    assertThat(EventFigures.of(seen, ASKED).membershipMicros()).isEqualTo(4_000_000);
  }

  @Test
  void ofManyErrorsTheMostFrequentAreKeptAndOfManyWritesTheFirst() {
    var writes = new ArrayList<Write>();
    for (int i = 0; i < 2000; i++) {
      writes.add(new Write(i, ms(1000 + i), ms(1001 + i), "error " + Math.min(i, 30)));
    }
    var seen =
        withStatesOfTwo(
            new Observed(
                1,
                FaultAction.Kill,
                ms(0),
                ms(1000),
                ms(9000),
                new long[0],
                writes,
                List.of(new Change(ms(0), "a", SYNCED), new Change(ms(0), "b", SYNCED)),
                2));
    var event = EventFigures.of(seen, ASKED);
    assertThat(event.failedWrites()).isEqualTo(2000);
    assertThat(event.errors()).hasSize(EventFigures.MAX_ERRORS).containsEntry("error 30", 1970L);
    assertThat(event.timeline()).hasSize(EventFigures.MAX_MOMENTS);
    assertThat(event.timeline().get(event.timeline().size() - 1).atMicros()).isEqualTo(998_000);
  }

  /** The longest gap is the same as found by looking at every pair, whatever is acknowledged. */
  @RepeatedTest(50)
  void theOutageIsTheLongestGap(RepetitionInfo repetition) {
    var random = new Random(repetition.getCurrentRepetition());
    var times = random.longs(1 + random.nextInt(200), 1, 10_000).sorted().toArray();
    long begin = random.nextInt(3000);
    long end = begin + 1 + random.nextInt(9000);

    var marks =
        LongStream.concat(
                LongStream.of(begin, end),
                Arrays.stream(times).filter(time -> time > begin && time <= end))
            .sorted()
            .toArray();
    long longest = 0;
    for (int i = 1; i < marks.length; i++) {
      longest = Math.max(longest, marks[i] - marks[i - 1]);
    }
    assertThat(EventFigures.outageNanos(times, begin, end)).isEqualTo(longest);
    assertThat(longest).isBetween((end - begin) / marks.length, end - begin);
  }

  private static Observed withStatesOfTwo(Observed seen) {
    return new Observed(
        seen.number(),
        seen.action(),
        seen.beginNanos(),
        seen.askedNanos(),
        seen.endNanos(),
        seen.acknowledgedNanos(),
        seen.notable(),
        seen.changes().stream()
            .map(
                change ->
                    change.state().equals(SYNCED)
                        ? new Change(change.atNanos(), change.member(), OF_TWO)
                        : change)
            .toList(),
        seen.members());
  }

  private static long ms(long millis) {
    return millis * 1_000_000;
  }
}
