package dev.laptimer.runner.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class RowCheckTest {

  @Test
  void aRowThatOneMemberLacksIsLostAndSaidWhere() {
    var present = new LinkedHashMap<String, BitSet>();
    present.put("a", ids(0, 1, 2, 3));
    present.put("b", ids(0, 2, 3));
    var check = RowCheck.of(present, ids(0, 1, 2), ids(3, 4));
    assertThat(check).isEqualTo(new RowCheck(ids(1), 1, Map.of("b", ids(1))));
    assertThat(check.lostText()).isEqualTo("b lacks 1 (ids 1)");
  }

  @Test
  void ofManyLostRowsAFewAreNamed() {
    var present = Map.of("a", ids());
    assertThat(RowCheck.of(present, ids(1, 2, 3, 4, 5, 6, 7), ids()).lostText())
        .isEqualTo("a lacks 7 (ids 1, 2, 3, 4, 5, ...)");
  }

  /** Nothing is lost exactly when every member has every acknowledged row. */
  @RepeatedTest(20)
  void lostIsWhatAnyMemberLacks(RepetitionInfo repetition) {
    var random = new Random(repetition.getCurrentRepetition());
    var acknowledged = random(random);
    var failed = random(random);
    failed.andNot(acknowledged);
    var present = Map.of("a", random(random), "b", random(random), "c", random(random));
    var check = RowCheck.of(present, acknowledged, failed);
    var lost =
        acknowledged.stream()
            .filter(id -> present.values().stream().anyMatch(ids -> !ids.get(id)))
            .toArray();
    assertThat(check.lost()).isEqualTo(ids(lost));
    assertThat(check.unknownRows())
        .isEqualTo(
            failed.stream()
                .filter(id -> present.values().stream().anyMatch(ids -> ids.get(id)))
                .count());
  }

  private static BitSet random(Random random) {
    return ids(random.ints(random.nextInt(40), 0, 50).toArray());
  }

  private static BitSet ids(int... ids) {
    var set = new BitSet();
    IntStream.of(ids).forEach(set::set);
    return set;
  }
}
