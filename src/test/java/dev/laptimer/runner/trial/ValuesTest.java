package dev.laptimer.runner.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ValuesTest {

  @Test
  void everyKeyHasAPrintableValueOfItsOwn() {
    var values = new Values(7, 10_001, 10);

    assertThat(
            IntStream.range(0, 10_001)
                .mapToObj(key -> new String(values.of(key)))
                .collect(Collectors.toSet()))
        .hasSize(10_001)
        .allMatch(value -> value.matches("[-_A-Za-z0-9]{10}"));
  }

  @Test
  void theSameSeedGivesTheSameValuesAndAnotherOneOthers() {
    assertThat(new Values(7, 10, 100).of(3))
        .isEqualTo(new Values(7, 10, 100).of(3))
        .isNotEqualTo(new Values(8, 10, 100).of(3));
  }

  @Test
  void keysShareValuesWhereThoseWouldTakeTooMuchMemory() {
    var values = new Values(7, 1_000, 1_000_000);
    int distinct = (int) (Values.MAX_BYTES / 1_000_000);

    assertThat(values.of(distinct)).isSameAs(values.of(0)).isNotEqualTo(values.of(1));
  }
}
