package dev.laptimer.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.BenchmarkStatus.Check;
import dev.laptimer.api.Severity;
import dev.laptimer.api.Verdict;
import dev.laptimer.result.ResultDocument.DroppedRound;
import dev.laptimer.result.ResultDocument.TrialResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoundRuleTest {

  @Test
  void aQuietRoundCounts() {
    var trials = DocumentFixture.of("redis", "memcached").build().trials();
    assertThat(RoundRule.dropped(trials, null)).isEmpty();
  }

  @Test
  void aRoundInWhichAServerWasRestartedDoesNot() {
    var trial = restarted();
    assertThat(RoundRule.dropped(List.of(trial), 11))
        .contains(
            new DroppedRound(
                1, trial.arm(), "ServerRestarted", "the server was restarted in it", 11));
  }

  @Test
  void whatWasSlowIsNotDroppedForThat() {
    var document = DocumentFixture.of("redis", "memcached").noise(2).build();
    assertThat(RoundRule.dropped(document.trials(), null)).isEmpty();
  }

  @Test
  void aDroppedRoundStaysInTheDocumentAndCountsForNothing() {
    var whole = DocumentFixture.of("redis", "memcached").speed("memcached", 1.4).build();
    var without = withDropped(whole, List.of(dropped(3, 11), dropped(4, 12)));

    assertThat(without.trials()).hasSameSizeAs(whole.trials());
    var analysis = Analysis.of(without.spec(), without);
    assertThat(analysis.comparisons().get(0).rounds()).isEqualTo(8);
    assertThat(analysis.results()).extracting(result -> result.trials()).containsOnly(8);
    assertThat(analysis.trust().droppedRounds()).isEqualTo(2);
    assertThat(analysis.summary()).endsWith("; 2 rounds dropped");
    assertThat(analysis.trust().checks())
        .contains(
            new Check(
                "RoundsDropped",
                Severity.Note,
                null,
                "2 rounds not counted, 2 repeated: round 3 at redis, the server was restarted in it;"
                    + " round 4 at redis, the server was restarted in it"));
  }

  @Test
  void fewerThanSixRoundsThatCountGiveNoVerdict() {
    var whole = DocumentFixture.of("redis", "memcached").speed("memcached", 1.4).rounds(6).build();
    var without = withDropped(whole, List.of(dropped(2, null)));

    var analysis = Analysis.of(without.spec(), without);
    assertThat(analysis.comparisons().get(0).verdict()).isEqualTo(Verdict.Inconclusive);
    assertThat(analysis.trust().checks())
        .filteredOn(check -> check.name().equals("RoundsDropped"))
        .extracting(Check::severity)
        .containsExactly(Severity.Warning);
  }

  private static DroppedRound dropped(int round, Integer repeatedAs) {
    return new DroppedRound(
        round, "redis", "ServerRestarted", "the server was restarted in it", repeatedAs);
  }

  private static TrialResult restarted() {
    var trial = DocumentFixture.of("redis").build().trials().get(0);
    return DocumentFixture.withCounters(
        trial, Map.of("uptime_in_seconds", 90L), Map.of("uptime_in_seconds", 2L));
  }

  private static ResultDocument withDropped(ResultDocument d, List<DroppedRound> dropped) {
    return new ResultDocument(
        d.schemaVersion(),
        d.kind(),
        d.laptimerVersion(),
        d.spec(),
        d.plan(),
        d.startTime(),
        d.finishTime(),
        d.outcome(),
        d.environment(),
        d.preflights(),
        d.trials(),
        d.failover(),
        d.omitted(),
        d.placement(),
        dropped);
  }
}
