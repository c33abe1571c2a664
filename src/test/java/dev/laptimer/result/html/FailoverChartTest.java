package dev.laptimer.result.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.FaultAction;
import dev.laptimer.result.ResultDocument.FailoverEvent;
import dev.laptimer.result.ResultDocument.Moment;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FailoverChartTest {

  private static final List<String> MEMBERS = List.of("orders-0", "orders-1", "orders-2");
  private static final String ALL = String.join(", ", MEMBERS);

  @Test
  void beginsWithTheFirstWriteAndEndsAfterAllMembersAreBack() {
    var chart =
        FailoverChart.whole(
            event(
                10_000_000,
                new Moment(-60_000_000, "Members", null, ALL),
                new Moment(-2_000_000, "SlowWrite", 150_000L, null),
                new Moment(0, "Members", null, "orders-1, orders-2"),
                new Moment(10_000_000, "Members", null, ALL)),
            MEMBERS);
    assertThat(List.of(chart.fromMicros(), chart.toMicros()))
        .as("with 3 %% of 12 s on both sides")
        .containsExactly(-2_360_000L, 10_360_000L);
  }

  @Test
  void withoutWritesItBeginsWithTheFirstSign() {
    var chart = FailoverChart.whole(event(1_000_000), MEMBERS);
    assertThat(List.of(chart.fromMicros(), chart.toMicros())).containsExactly(-30_000L, 1_030_000L);
    assertThat(chart.closeUp()).isEmpty();
  }

  @Test
  void writesThatLieCloseTogetherAreShownCloseUp() {
    var close =
        FailoverChart.whole(
            event(
                20_000_000,
                new Moment(0, "FailedWrite", 900L, "gone"),
                new Moment(1_000_000, "SlowWrite", 400_000L, null)),
            MEMBERS);
    assertThat(close.closeUp().orElseThrow())
        .isEqualTo(new FailoverChart(close.event(), MEMBERS, -30_000, 1_030_000));

    var apart =
        FailoverChart.whole(
            event(
                20_000_000,
                new Moment(0, "FailedWrite", 900L, "gone"),
                new Moment(9_000_000, "SlowWrite", 400_000L, null)),
            MEMBERS);
    assertThat(apart.closeUp()).isEmpty();
  }

  @Test
  void hasAWidthEvenWhereNothingTookTime() {
    var chart = FailoverChart.whole(event(0), MEMBERS);
    assertThat(List.of(chart.fromMicros(), chart.toMicros())).containsExactly(-3_000L, 3_000L);
    assertThat(chart.at(Drawing.NARROW).shapes()).isNotEmpty();
  }

  private static FailoverEvent event(long membershipMicros, Moment... timeline) {
    return new FailoverEvent(
        1,
        FaultAction.Kill,
        "orders-0",
        Instant.parse("2026-03-01T10:05:00Z"),
        1_000,
        membershipMicros,
        0,
        0,
        0,
        Map.of(),
        List.of(timeline));
  }
}
