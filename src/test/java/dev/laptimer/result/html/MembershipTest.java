package dev.laptimer.result.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.result.ResultDocument.Moment;
import dev.laptimer.result.html.Membership.Span;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MembershipTest {

  private static final List<String> MEMBERS = List.of("orders-0", "orders-1", "orders-2");

  @Test
  void aMemberIsAwayFromTheChangeThatLacksItToTheOneThatHasItAgain() {
    assertThat(Membership.of(Failovers.kill(), MEMBERS, -10, 30_000_000))
        .isEqualTo(
            Map.of(
                "orders-0", List.of(new Span(-10, 850_000), new Span(24_300_000, 30_000_000)),
                "orders-1", List.of(new Span(-10, 30_000_000)),
                "orders-2", List.of(new Span(-10, 30_000_000))));
  }

  @Test
  void onlyThePartThatIsLookedAtHasSpans() {
    assertThat(Membership.of(Failovers.kill(), MEMBERS, 0, 1_000_000).get("orders-0"))
        .containsExactly(new Span(0, 850_000));
    assertThat(Membership.of(Failovers.kill(), MEMBERS, 1_000_000, 2_000_000))
        .isEqualTo(
            Map.of(
                "orders-0", List.of(),
                "orders-1", List.of(new Span(1_000_000, 2_000_000)),
                "orders-2", List.of(new Span(1_000_000, 2_000_000))));
  }

  @Test
  void aMomentWithoutNamesHasNoMember() {
    assertThat(Membership.named(new Moment(0, "Members", null, "")))
        .doesNotContainAnyElementsOf(MEMBERS);
    assertThat(Membership.named(new Moment(0, "Members", null, null))).isEmpty();
  }

  @Test
  void aNameIsNotFoundInALongerOne() {
    var moment = new Moment(0, "Members", null, "orders-10, orders-2");
    assertThat(Membership.named(moment)).containsExactlyInAnyOrder("orders-10", "orders-2");
  }
}
