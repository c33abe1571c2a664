package dev.laptimer.result;

import static dev.laptimer.api.Severity.Note;
import static dev.laptimer.api.Severity.Warning;
import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.BenchmarkStatus.Check;
import dev.laptimer.api.BenchmarkStatus.ComparisonResult;
import dev.laptimer.api.BenchmarkStatus.WarmUpFigures;
import dev.laptimer.api.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpsTest {

  @Test
  void whatHappenedIsInTheFiguresOfEachPhase() {
    var phases = analysis(0).results().get(1).phases();
    assertThat(phases)
        .extracting(phase -> phase.warmUp())
        .containsOnly(new WarmUpFigures("6.5", 250_000L, 10));
    assertThat(analysis(0).results().get(0).phases())
        .extracting(phase -> phase.warmUp())
        .containsOnlyNulls();
  }

  @Test
  void upToAQuarterOfTheTrialsMayBeUnsteady() {
    assertThat(verdict(2)).isEqualTo(Verdict.Faster);
    assertThat(checks(2))
        .containsExactly(
            new Check(
                "WarmUpUnsteady",
                Note,
                "memcached",
                "the speed of Get was not steady after the warm-up in 2 of 10 trials: the machine"
                    + " is busy, or workload.warmUp.maxSeconds too few"));
  }

  @Test
  void withMoreThereIsNoVerdict() {
    assertThat(verdict(3)).isEqualTo(Verdict.Inconclusive);
    assertThat(comparison(3).message())
        .startsWith(
            "no verdict, 3 of 10 trials of memcached began while the speed still changed (at most a"
                + " quarter may): memcached is 1.40 times as fast as redis on get (");
    assertThat(checks(3)).extracting(Check::severity).containsExactly(Warning);
  }

  @Test
  void theTablesAndThePageShowIt() {
    var document = fixture(1).build();
    var analysis = Analysis.of(document.spec(), document);
    assertThat(Tables.of(document, analysis))
        .contains(
            "memcached was warmed up for get 6.5 s before (250,000 operations), steady in 9 of 10"
                + " trials\n");
    assertThat(dev.laptimer.result.html.HtmlReport.of(document, analysis))
        .contains("<h2>Warm-up</h2>", "memcached: 6.5 s, steady in 9 of 10 trials.");
  }

  private static List<Check> checks(int unsteady) {
    return analysis(unsteady).trust().checks().stream()
        .filter(check -> check.name().equals("WarmUpUnsteady"))
        .toList();
  }

  private static Verdict verdict(int unsteady) {
    return comparison(unsteady).verdict();
  }

  private static ComparisonResult comparison(int unsteady) {
    return analysis(unsteady).comparisons().get(0);
  }

  private static Analysis analysis(int unsteady) {
    var document = fixture(unsteady).build();
    return Analysis.of(document.spec(), document);
  }

  private static DocumentFixture fixture(int unsteady) {
    return DocumentFixture.of("redis", "memcached")
        .speed("memcached", 1.4)
        .warmedUp("memcached", unsteady);
  }
}
