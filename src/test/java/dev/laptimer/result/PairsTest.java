package dev.laptimer.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.laptimer.api.BenchmarkStatus.ComparisonResult;
import dev.laptimer.api.ComparedPairs;
import dev.laptimer.api.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class PairsTest {

  @Test
  void byDefaultEveryOtherIsComparedWithTheReference() {
    assertThat(comparisons(null, 10))
        .extracting(ComparisonResult::reference, ComparisonResult::arm)
        .containsExactly(tuple("redis", "memcached"), tuple("redis", "valkey"));
  }

  @Test
  void ifAskedForEveryTargetIsComparedWithEveryOther() {
    var comparisons = comparisons(ComparedPairs.All, 10);
    assertThat(comparisons)
        .extracting(ComparisonResult::reference, ComparisonResult::arm, ComparisonResult::verdict)
        .containsExactly(
            tuple("redis", "memcached", Verdict.Faster),
            tuple("redis", "valkey", Verdict.Faster),
            tuple("memcached", "valkey", Verdict.Faster));
    assertThat(comparisons.get(2).message())
        .startsWith("valkey is 1.4")
        .contains(" times as fast as memcached on get (");
  }

  @Test
  void morePairsNeedMoreRounds() {
    // With 7 rounds the smallest p is 2 in 128: enough for two comparisons, not for three
    assertThat(comparisons(null, 7))
        .extracting(ComparisonResult::verdict)
        .containsOnly(Verdict.Faster);
    assertThat(comparisons(ComparedPairs.All, 7))
        .extracting(ComparisonResult::verdict)
        .containsOnly(Verdict.Faster);
    assertThat(comparisons(ComparedPairs.All, 6))
        .extracting(ComparisonResult::verdict)
        .containsOnly(Verdict.Inconclusive);
  }

  @Test
  void pAfterHolmAndWhatCouldHaveBeenSeenAreFigures() {
    assertThat(comparisons(ComparedPairs.All, 10))
        .extracting(ComparisonResult::p)
        .containsOnly("0.0059");
    assertThat(comparisons(null, 10))
        .extracting(ComparisonResult::minimumDetectablePercent)
        .allSatisfy(percent -> assertThat(Double.parseDouble(percent)).isBetween(0.5, 5.0));
  }

  private static List<ComparisonResult> comparisons(ComparedPairs pairs, int rounds) {
    var document =
        DocumentFixture.of("redis", "memcached", "valkey")
            .speed("memcached", 1.4)
            .speed("valkey", 2)
            .rounds(rounds)
            .pairs(pairs)
            .build();
    return Analysis.of(document.spec(), document).comparisons();
  }
}
