package dev.laptimer.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.Arrivals;
import dev.laptimer.api.BenchmarkStatus.Check;
import dev.laptimer.api.CacheBenchmarkSpec.Phase;
import dev.laptimer.api.CacheBenchmarkSpec.Workload;
import dev.laptimer.api.Metric;
import dev.laptimer.api.Operation;
import dev.laptimer.api.Sweep;
import dev.laptimer.api.Verdict;
import dev.laptimer.result.ResultDocument.Latencies;
import dev.laptimer.result.ResultDocument.OpenLoopResult;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.SweepStep;
import dev.laptimer.result.html.HtmlReport;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is read of a document with rates. */
class OpenLoopsTest {

  private static final Phase AT_RATE =
      new Phase("get", Operation.Get, null, 10, 2_000, null, Arrivals.Poisson, null);
  private static final Phase SWEEP =
      new Phase(
          "get", Operation.Get, null, 10, null, null, null, new Sweep(List.of(50, 90), 1_000));

  @Test
  void responseTimesAreComparedByDefaultAndCalledSo() {
    var document = atRate(open(2_000, false, 20), open(2_000, false, 20)).build();
    var comparison = Analysis.of(document.spec(), document).comparisons().get(0);

    assertThat(comparison.metric()).isEqualTo(Metric.P99Micros);
    assertThat(comparison.message()).contains("by p99 of the response time");
    assertThat(comparison.verdict()).isNotEqualTo(Verdict.Invalid);
  }

  @Test
  void anOverloadedArmHasNoLatencyToCompare() {
    var document = atRate(open(2_000, false, 20), open(1_500, true, 5_000_000)).build();
    var analysis = Analysis.of(document.spec(), document);

    assertThat(analysis.comparisons().get(0).verdict()).isEqualTo(Verdict.Invalid);
    assertThat(analysis.comparisons().get(0).message())
        .contains(
            "memcached did not reach the rate in 6 trials, so that its latency is greater than any figure");
    assertThat(analysis.trust().checks()).extracting(Check::name).contains("Overload");
    assertThat(Tables.of(document, analysis)).contains("overload in 6 trials").contains("> ");
    assertThat(HtmlReport.of(document, analysis)).contains("overload in 6 trials");
    var figures = analysis.results().get(1).phases().get(1);
    assertThat(figures.openLoop().overloadedTrials()).isEqualTo(6);
    assertThat(figures.openLoop().offeredPerSecond()).isEqualTo("2000");
    assertThat(figures.openLoop().achievedPerSecond()).isEqualTo("1500");
  }

  @Test
  void aClientThatSendsTooLateIsSaidToLimitTheLatency() {
    var document = atRate(open(2_000, false, 20), open(2_000, false, 51)).build();

    assertThat(Analysis.of(document.spec(), document).trust().checks())
        .filteredOn(check -> check.name().equals("ClientLimited"))
        .extracting(Check::arm)
        .containsExactly("memcached");
  }

  @Test
  void theHighestRateThatHoldsTheLimitIsCompared() {
    var document =
        fixture(SWEEP)
            .phase("redis", "get", p -> with(p, null, steps(5_000, 800, 9_000, 1_001)))
            .phase("memcached", "get", p -> with(p, null, steps(6_000, 700, 10_000, 1_000)))
            .build();
    var analysis = Analysis.of(document.spec(), document);

    assertThat(analysis.comparisons().get(0).metric()).isEqualTo(Metric.RateAtMaxP99);
    assertThat(analysis.comparisons().get(0).ratio()).startsWith("2.0");
    assertThat(analysis.results())
        .extracting(result -> result.phases().get(1).rateAtMaxP99PerSecond())
        .containsExactly(5_000L, 10_000L);
    assertThat(Tables.of(document, analysis))
        .contains("redis held a p99 of 1,000 us up to 5,000 operations per second of get")
        .contains("get, 90 %");
    assertThat(HtmlReport.of(document, analysis))
        .contains("get: 99th percentile of the response time by rate");
  }

  @Test
  void aTargetThatHoldsTheLimitAtNoRateIsNotCompared() {
    var document =
        fixture(SWEEP)
            .phase("redis", "get", p -> with(p, null, steps(5_000, 1_800, 9_000, 2_001)))
            .phase("memcached", "get", p -> with(p, null, steps(6_000, 700, 10_000, 1_000)))
            .build();

    assertThat(Analysis.of(document.spec(), document).comparisons().get(0))
        .satisfies(
            comparison -> {
              assertThat(comparison.verdict()).isEqualTo(Verdict.Invalid);
              assertThat(comparison.message())
                  .contains("no rate of the sweep at redis held a p99 of 1,000 us in 6 trials");
            });
  }

  private static DocumentFixture atRate(OpenLoopResult redis, OpenLoopResult memcached) {
    return fixture(AT_RATE)
        .phase("redis", "get", phase -> with(phase, redis, null))
        .phase("memcached", "get", phase -> with(phase, memcached, null));
  }

  private static DocumentFixture fixture(Phase get) {
    return DocumentFixture.of("redis", "memcached")
        .rounds(6)
        .workload(
            new Workload(
                null,
                null,
                null,
                null,
                null,
                List.of(new Phase(null, Operation.Set, 1, null), get),
                null,
                null));
  }

  private static List<SweepStep> steps(int rate, int p99, int secondRate, int secondP99) {
    return Stream.of(List.of(50, rate, p99), List.of(90, secondRate, secondP99))
        .map(
            step ->
                new SweepStep(
                    step.get(0), 10_000, 0, open(step.get(1), false, 20), latencies(step.get(2))))
        .toList();
  }

  private static OpenLoopResult open(int achieved, boolean overloaded, long delayMicros) {
    return new OpenLoopResult(
        20_000,
        overloaded ? 2_000 : achieved,
        achieved,
        overloaded,
        latencies(100),
        latencies(delayMicros));
  }

  private static Latencies latencies(long p99Micros) {
    long nanos = p99Micros * 1_000;
    return new Latencies(nanos / 2, nanos / 2, nanos, 2 * nanos, 3 * nanos, 0, null);
  }

  private static PhaseResult with(
      PhaseResult phase, OpenLoopResult openLoop, List<SweepStep> sweep) {
    return new PhaseResult(
        phase.name(),
        phase.operation(),
        phase.lapNanos(),
        phase.operations(),
        phase.errors(),
        phase.misses(),
        phase.expiredMisses(),
        phase.wrongValues(),
        phase.errorsByMessage(),
        phase.p50Nanos(),
        phase.p90Nanos(),
        phase.p99Nanos(),
        phase.p999Nanos(),
        phase.maxNanos(),
        phase.overflows(),
        phase.histogram(),
        phase.window(),
        null,
        null,
        null,
        null,
        openLoop,
        sweep,
        null);
  }
}
