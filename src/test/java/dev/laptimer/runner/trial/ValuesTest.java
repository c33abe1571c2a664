package dev.laptimer.runner.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.runner.Plans;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ValuesTest {

  @Test
  void everyKeyHasAPrintableValueOfItsOwn() {
    var values = new Values(7, 10_001, 10);

    assertThat(
            IntStream.range(0, 10_001)
                .mapToObj(key -> new String(values.written(key)))
                .collect(Collectors.toSet()))
        .hasSize(10_001)
        .allMatch(value -> value.matches("[-_A-Za-z0-9]{10}"));
  }

  @Test
  void theSameSeedGivesTheSameValuesAndAnotherOneOthers() {
    assertThat(new Values(7, 10, 100).written(3))
        .isEqualTo(new Values(7, 10, 100).written(3))
        .isNotEqualTo(new Values(8, 10, 100).written(3));
  }

  @Test
  void keysShareValuesWhereThoseWouldTakeTooMuchMemory() {
    var workload = Plans.of(Plans.redis(1)).keys(1_000).valueSizeBytes(1_000_000).plan().workload();
    var values = new Values(7, workload);
    int distinct = workload.distinctValues();

    assertThat(distinct).isEqualTo(67);
    assertThat(values.written(distinct))
        .isSameAs(values.written(0))
        .isNotEqualTo(values.written(1));
  }
}
