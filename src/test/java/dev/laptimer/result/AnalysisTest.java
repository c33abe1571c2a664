package dev.laptimer.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.BenchmarkStatus.ClientInfo;
import dev.laptimer.api.BenchmarkStatus.NetworkFloor;
import dev.laptimer.api.BenchmarkStatus.PhaseFigures;
import dev.laptimer.api.BenchmarkStatus.Result;
import dev.laptimer.api.BenchmarkStatus.ServerInfo;
import dev.laptimer.api.Bottleneck;
import dev.laptimer.api.CacheBenchmarkSpec.Keys;
import dev.laptimer.api.CacheBenchmarkSpec.Phase;
import dev.laptimer.api.CacheBenchmarkSpec.Workload;
import dev.laptimer.api.ClientName;
import dev.laptimer.api.EngineName;
import dev.laptimer.api.Metric;
import dev.laptimer.api.Operation;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.Placement;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnalysisTest {

  /** Three rounds of a Set and two laps of a Get, times as given. */
  @Test
  void figuresAreMediansOverTheRoundsAndCountsAreSums() {
    var setMillis = new long[] {900, 500, 700};
    var firstLapMillis = new long[] {400, 600, 500};
    var secondLapMillis = new long[] {250, 210, 200};
    var fixture =
        DocumentFixture.of("redis")
            .price("redis", "0.068")
            .workload(
                new Workload(
                    new Keys(10_000, null, null, null),
                    null,
                    null,
                    null,
                    null,
                    List.of(
                        new Phase(null, Operation.Set, 1, null),
                        new Phase(null, Operation.Get, 2, null)),
                    null,
                    null))
            .rounds(3)
            .placement(
                new Placement(
                    "node-1",
                    "laptimer",
                    "sha256:1",
                    Map.of("redis", new Placement.ServerPod("node-2", "redis:7", "sha256:2"))))
            .trials(
                t ->
                    DocumentFixture.withPhases(
                        t,
                        List.of(
                            phase("set", Operation.Set, 10_001, 60, setMillis[t.round() - 1]),
                            phase(
                                "get",
                                Operation.Get,
                                20_000,
                                20 + t.round(),
                                firstLapMillis[t.round() - 1],
                                secondLapMillis[t.round() - 1]))));

    assertThat(Analysis.of(fixture.spec(), fixture.build()).results())
        .containsExactly(
            new Result(
                "redis",
                EngineName.Redis,
                new ClientInfo(ClientName.Jedis, "8.0.2", null, null),
                new ServerInfo("7.0.15", "redis:7", "sha256:2", "node-2", null),
                3,
                List.of(
                    new PhaseFigures(
                        "set",
                        Operation.Set,
                        1,
                        List.of(700_000L),
                        700_000L,
                        14_286L,
                        11_111L,
                        20_000L,
                        60L,
                        120L,
                        null,
                        30_003L,
                        3L,
                        6L,
                        3L,
                        0L,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null),
                    new PhaseFigures(
                        "get",
                        Operation.Get,
                        2,
                        List.of(500_000L, 210_000L),
                        700_000L,
                        28_570L,
                        24_690L,
                        30_768L,
                        22L,
                        44L,
                        null,
                        60_000L,
                        3L,
                        6L,
                        3L,
                        0L,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null)),
                "1510000000",
                new NetworkFloor(21L, 55L, 310L, null),
                Bottleneck.Network,
                null,
                null,
                null));
  }

  private static PhaseResult phase(
      String name, Operation operation, long operations, long p50Micros, long... lapMillis) {
    return new PhaseResult(
        name,
        operation,
        IntStream.range(0, lapMillis.length).mapToObj(i -> lapMillis[i] * 1_000_000).toList(),
        operations,
        1,
        2,
        1,
        0,
        Map.of("broken pipe", 1L),
        p50Micros * 1000,
        p50Micros * 1500,
        p50Micros * 2000,
        p50Micros * 4000,
        p50Micros * 9000,
        0,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  /** Answered operations of each trial: a percentile needs 100 beyond it. */
  @ParameterizedTest
  @CsvSource({
    "9999,1,false,false",
    "10000,1,true,false",
    "9999,11,true,true",
    "50000,1,true,false"
  })
  void percentilesNeedEnoughOperations(int keys, int laps, boolean p99, boolean p999) {
    var fixture =
        DocumentFixture.of("redis")
            .rounds(2)
            .workload(
                new Workload(
                    new Keys(keys, null, null, null),
                    null,
                    null,
                    null,
                    null,
                    List.of(new Phase(null, Operation.Set, laps, null)),
                    null,
                    null));
    var figures = Analysis.of(fixture.spec(), fixture.build()).results().get(0).phases().get(0);
    assertThat(figures.p99Micros() != null).isEqualTo(p99);
    assertThat(figures.p999Micros() != null).isEqualTo(p999);
  }

  @Test
  void aPhaseByDurationHasNoLaps() {
    var fixture =
        DocumentFixture.of("redis")
            .workload(
                new Workload(
                    null,
                    null,
                    null,
                    null,
                    null,
                    List.of(
                        new Phase(null, Operation.Set, 1, null),
                        new Phase(null, Operation.Get, null, 3)),
                    null,
                    null));
    var figures = Analysis.of(fixture.spec(), fixture.build()).results().get(0).phases().get(1);
    assertThat(figures.laps()).isNull();
    assertThat(figures.lapMicros()).isNull();
    assertThat(figures.totalMicros()).isEqualTo(3_000_000);
  }

  @Test
  void lapsThatTheDocumentLeftOutAreLeftOut() {
    var fixture =
        DocumentFixture.of("redis")
            .phase("redis", "get", p -> DocumentFixture.withLaps(p, List.of(p.totalNanos())))
            .document(d -> d.withTrials(d.trials(), "left out: the laps"));
    var document = fixture.build();
    var analysis = Analysis.of(fixture.spec(), document);
    var figures = analysis.results().get(0).phases().get(1);
    assertThat(figures.laps()).isEqualTo(10);
    assertThat(figures.lapMicros()).isNull();
    assertThat(figures.totalMicros()).isPositive();
    assertThat(Tables.of(document, analysis))
        .contains("\nget ", "The document is not whole; left out: the laps.")
        .doesNotContain("get 1 ");
  }

  @Test
  void theSummaryOfOneTargetIsItsSpeed() {
    assertThat(summary(DocumentFixture.of("redis"))).isEqualTo("redis: 36,500 get/s, p99 68 us");
    assertThat(
            summary(
                DocumentFixture.of("redis")
                    .workload(
                        new Workload(
                            new Keys(50, null, null, null),
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null))))
        .isEqualTo("redis: 36,500 get/s, p50 25 us");
  }

  @Test
  void theSummaryOfTwoTargetsIsTheirComparison() {
    var fixture = DocumentFixture.of("redis", "memcached");
    assertThat(summary(fixture.speed("memcached", 1.4)))
        .isEqualTo("memcached is 1.40x redis on get (95 % 1.37 to 1.42), faster");
    assertThat(summary(fixture.speed("memcached", 0.7)))
        .isEqualTo("memcached is 0.70x redis on get (95 % 0.69 to 0.71), slower");
    assertThat(summary(fixture.speed("memcached", 1).noise(0.01)))
        .isEqualTo("memcached is 0.999x redis on get (95 % 0.991 to 1.008), no difference");
    assertThat(summary(fixture.noise(0.2)))
        .isEqualTo("memcached is 0.98x redis on get (95 % 0.83 to 1.17), inconclusive");
    assertThat(summary(fixture.comparison(null, null, Metric.P99Micros, null)))
        .isEqualTo("memcached is 0.98x redis on get by p99 (95 % 0.83 to 1.17), inconclusive");
    assertThat(summary(fixture.noise(0.02).rounds(3)))
        .isEqualTo("memcached is 1.01x redis on get by p99, inconclusive: 3 rounds, 6 are needed");
  }

  @Test
  void theSummaryOfAnInvalidComparisonSaysWhy() {
    assertThat(
            summary(
                DocumentFixture.of("redis", "memcached")
                    .phase(
                        "memcached", "get", p -> DocumentFixture.withCounts(p, 0, 50_005, 0, 0))))
        .isEqualTo(
            "memcached is 1.00x redis on get (95 % 0.98 to 1.02), invalid: memcached did not find"
                + " 50 % of the keys, redis 0 %");
  }

  @Test
  void theSummaryOfManyTargetsBeginsWithTheBest() {
    var three = DocumentFixture.of("redis", "memcached", "valkey");
    assertThat(summary(three.speed("valkey", 1.3).speed("memcached", 0.8)))
        .isEqualTo(
            "valkey is 1.28x redis on get (95 % 1.27 to 1.31), faster; memcached 0.80x, slower");

    var names =
        IntStream.range(0, 16).mapToObj(i -> "a-rather-long-nam" + i).toArray(String[]::new);
    assertThat(summary(DocumentFixture.of(names)))
        .hasSizeLessThanOrEqualTo(200)
        .startsWith("a-rather-long-nam")
        .matches(".*; and 1\\d more");
  }

  @Test
  void theSummaryOfAFailedRunSaysHowFarItCame() {
    var fixture = DocumentFixture.of("redis", "memcached");
    assertThat(summary(fixture.failsAfter(7, Reason.TimedOut, "timeoutSeconds: 1800 are over")))
        .isEqualTo(
            "TimedOut after 7 of 20 trials, partial figures: redis 36,200 get/s, memcached 36,200"
                + " get/s");
    assertThat(summary(fixture.failsAfter(0, Reason.AuthenticationFailed, "redis: WRONGPASS")))
        .isEqualTo("AuthenticationFailed: redis: WRONGPASS");
  }

  @Test
  void theSummaryOfFiguresThatAreWrongSaysSoFirst() {
    assertThat(
            summary(
                DocumentFixture.of("redis", "memcached")
                    .phase("redis", "get", p -> DocumentFixture.withCounts(p, 0, 0, 0, 1))))
        .isEqualTo(
            "not to be trusted, WrongValues at redis: 10 values that were read were not the ones"
                + " written; redis 36,700 get/s, memcached 36,700 get/s");
  }

  @Test
  void aComparisonThatTheDocumentDoesNotHaveGivesWayToItsOwn() {
    var fixture = DocumentFixture.of("redis", "memcached");
    var other = DocumentFixture.of("redis", "memcached").comparison("valkey", null, null, null);
    assertThat(Analysis.of(other.spec(), fixture.build()))
        .isEqualTo(Analysis.of(fixture.spec(), fixture.build()));
  }

  @Test
  void aChangedComparisonReadsTheSameDocumentAnew() {
    var document = DocumentFixture.of("redis", "memcached").build();
    var other = DocumentFixture.of("redis", "memcached").comparison("memcached", "set", null, null);
    var comparison = Analysis.of(other.spec(), document).comparisons().get(0);
    assertThat(comparison.reference()).isEqualTo("memcached");
    assertThat(comparison.phase()).isEqualTo("set");
  }

  private static String summary(DocumentFixture fixture) {
    return Analysis.of(fixture.spec(), fixture.build()).summary();
  }
}
