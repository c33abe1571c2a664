package dev.laptimer.result;

import static dev.laptimer.api.Severity.Error;
import static dev.laptimer.api.Severity.Note;
import static dev.laptimer.api.Severity.Warning;
import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.BenchmarkStatus.Check;
import dev.laptimer.api.BenchmarkStatus.Trust;
import dev.laptimer.api.CacheBenchmarkSpec.Phase;
import dev.laptimer.api.CacheBenchmarkSpec.Workload;
import dev.laptimer.api.Metric;
import dev.laptimer.api.Operation;
import dev.laptimer.api.Severity;
import dev.laptimer.api.TrustLevel;
import dev.laptimer.result.ResultDocument.Environment;
import dev.laptimer.result.ResultDocument.Placement;
import dev.laptimer.result.ResultDocument.Window;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrustChecksTest {

  @Test
  void aQuietRunIsTrustedAndSaysThatItIncludesTheWarmUp() {
    assertThat(trust(twoTargets()))
        .isEqualTo(
            new Trust(
                TrustLevel.High,
                null,
                null,
                List.of(
                    new Check("Unsteady", Note, "redis", warmUp()),
                    new Check("Unsteady", Note, "memcached", warmUp()))));
  }

  private static String warmUp() {
    return "the first lap of get took 1.6 times as long as the last: the laps include the warm-up"
        + " of the client's JVM, and phases before this one even more of it";
  }

  @Test
  void wrongValuesLeaveNoTrust() {
    assertThat(
            check(
                twoTargets().phase("redis", "get", p -> DocumentFixture.withCounts(p, 0, 0, 0, 2)),
                "WrongValues"))
        .isEqualTo(
            found(
                TrustLevel.None,
                Error,
                "redis",
                "20 values that were read were not the ones written"));
  }

  @Test
  void errorsLeaveNoTrustUnlessTheyAreVeryFew() {
    var text =
        " of 1,100,110 ended in an error, mostly: READONLY you can't write against a replica";
    assertThat(
            check(
                twoTargets().phase("redis", "get", p -> DocumentFixture.withCounts(p, 12, 0, 0, 0)),
                "Errors"))
        .isEqualTo(found(TrustLevel.None, Error, "redis", "120 operations" + text));
    assertThat(
            check(
                twoTargets().phase("redis", "get", p -> DocumentFixture.withCounts(p, 11, 0, 0, 0)),
                "Errors"))
        .isEqualTo(found(TrustLevel.Low, Warning, "redis", "110 operations" + text));
  }

  @Test
  void anIncompleteRunLeavesNoTrust() {
    assertThat(check(twoTargets().failsAfter(12, Reason.TimedOut, "time is up"), "Incomplete"))
        .isEqualTo(
            found(TrustLevel.None, Error, null, "the run ended before its last trial: time is up"));
  }

  @Test
  void missesAreToldApartByTheirCause() {
    var fixture =
        twoTargets().phase("redis", "get", p -> DocumentFixture.withCounts(p, 0, 30, 20, 0));
    assertThat(check(fixture, "Misses"))
        .isEqualTo(
            found(
                TrustLevel.Low,
                Warning,
                "redis",
                "100 misses of keys that had been written and should still have lived: the server"
                    + " dropped them early"));
    assertThat(check(fixture, "ExpiredMisses"))
        .isEqualTo(
            found(
                TrustLevel.Low,
                Warning,
                "redis",
                "keys expired while the laps of get ran: 200 of 1,000,100 operations; raise"
                    + " workload.expiry.seconds (now 20)"));
  }

  @Test
  void missesAfterADeleteAreWhatWasAskedFor() {
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
                        new Phase(null, Operation.Delete, 1, null),
                        new Phase("gone", Operation.Get, 1, null)),
                    null,
                    null))
            .phase("redis", "gone", p -> DocumentFixture.withCounts(p, 0, 10_001, 0, 0));
    assertThat(names(fixture)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"evicted_keys", "evictions"})
  void evictionsAreCounted(String counter) {
    var fixture =
        twoTargets()
            .trials(
                t ->
                    DocumentFixture.withCounters(
                        t,
                        Map.of(counter, 5L),
                        Map.of(counter, t.arm().equals("redis") ? 8L : 5L)));
    assertThat(check(fixture, "Evictions"))
        .isEqualTo(
            found(
                TrustLevel.Low,
                Warning,
                "redis",
                "the server evicted 30 keys for lack of memory; raise its limit or use less data"));
  }

  @ParameterizedTest
  @CsvSource({"uptime_in_seconds", "uptime"})
  void aServerWhoseUptimeWentBackWasRestarted(String counter) {
    var fixture =
        DocumentFixture.of("redis")
            .trials(
                t ->
                    DocumentFixture.withCounters(
                        t,
                        Map.of(counter, t.round() < 6 ? 100L + t.index() : 1L + t.index()),
                        Map.of(counter, t.round() < 6 ? 101L + t.index() : 2L + t.index())));
    assertThat(check(fixture, "ServerRestarted"))
        .isEqualTo(
            found(
                TrustLevel.Low,
                Warning,
                "redis",
                "the server's uptime went back 1 time: it was restarted during the run"));
  }

  @Test
  void aThrottledRunnerSpoilsTheFigures() {
    assertThat(
            check(
                windows(w -> window(w, w.cpuNanos(), 0, 0, 20L, w.wallNanos() / 50, 0.0)),
                "CpuThrottled"))
        .isEqualTo(
            found(
                TrustLevel.Low,
                Warning,
                "redis",
                "the CPU limit of the runner stopped it in 200 periods, 2.0 % of the time of get;"
                    + " p99 is the quota's; raise or remove the limit"));
  }

  /** Under 1 % of the time; latencies suffer from less than throughput does. */
  @ParameterizedTest
  @CsvSource({"OpsPerSecond, Note", "P99Micros, Warning"})
  void littleThrottlingHarmsOnlyLatencies(Metric metric, Severity severity) {
    var fixture =
        windows(w -> window(w, w.cpuNanos(), 0, 0, 1L, w.wallNanos() / 1000, 0.0))
            .comparison(null, null, metric, null);
    assertThat(check(fixture, "CpuThrottled").severity()).isEqualTo(severity);
  }

  @Test
  void otherGuestsOfTheMachineDisturb() {
    assertThat(check(windows(w -> window(w, w.cpuNanos(), 0, 0, 0L, 0L, 0.034)), "CpuSteal"))
        .isEqualTo(
            found(
                TrustLevel.Low,
                Warning,
                "redis",
                "the hypervisor took 3.4 % of the machine's CPU time (limit 1 %): other guests"
                    + " disturb the figures"));
  }

  /** Share of the time in percent, longest pause in milliseconds. */
  @ParameterizedTest
  @CsvSource({
    "0.5, 4, OpsPerSecond, ",
    "0.5, 6, OpsPerSecond, Note",
    "2, 4, OpsPerSecond, Note",
    "12, 4, OpsPerSecond, Warning",
    "2, 4, P50Micros, Note",
    "2, 4, P99Micros, Warning"
  })
  void collectionsAreANoteUntilTheyAreWhatIsMeasured(
      double percent, long millis, Metric metric, Severity severity) {
    var fixture =
        windows(
                w ->
                    window(
                        w,
                        w.cpuNanos(),
                        Math.round(w.wallNanos() * percent / 100),
                        millis * 1_000_000,
                        0L,
                        0L,
                        0.0))
            .comparison(null, null, metric, null);
    assertThat(severities(fixture, "GcPause"))
        .isEqualTo(severity == null ? List.of() : List.of(severity));
  }

  /** A closed loop may keep its own core busy, but two CPUs of two leave none to anybody else. */
  @ParameterizedTest
  @CsvSource({"1.0, , false", "1.7, , false", "1.85, , true", "0.95, 1.0, true", "0.8, 1.0, false"})
  void aClientWithoutCpuLeftIsAllThatIsMeasured(double cores, Double quota, boolean isBound) {
    var fixture =
        windows(w -> window(w, Math.round(w.wallNanos() * cores), 0, 0, 0L, 0L, 0.0))
            .environment(e -> environment(e, quota, e.clockNanos()));
    assertThat(names(fixture).contains("GeneratorCpuBound")).isEqualTo(isBound);
  }

  @Test
  void timeThatNoRoundTripExplainsWentIntoSomethingElse() {
    var fixture =
        twoTargets()
            .phase(
                "redis",
                "get",
                p -> DocumentFixture.withLaps(p, p.lapNanos().stream().map(n -> 4 * n).toList()));
    assertThat(check(fixture, "Stalls"))
        .isEqualTo(
            found(
                TrustLevel.Low,
                Warning,
                "redis",
                "half of the round trips of get took at most 25 us, but their mean is 110 us:"
                    + " something else held client or server up most of the time (a busy machine, a"
                    + " CPU limit, the network)"));
  }

  /** Of a median round trip of 25 us. */
  @ParameterizedTest
  @CsvSource({"90, , ", "120, Note, 0.51 %", "640, Warning, 2.7 %"})
  void aSlowClockMattersWhereItIsMuchOfARoundTrip(
      double clockNanos, Severity severity, String share) {
    var fixture = twoTargets().environment(e -> environment(e, null, clockNanos));
    if (severity == null) {
      assertThat(names(fixture)).containsOnly("Unsteady");
    } else {
      assertThat(check(fixture, "SlowClock"))
          .isEqualTo(
              found(
                  severity == Note ? TrustLevel.High : TrustLevel.Low,
                  severity,
                  null,
                  "one reading of the clock takes %.0f ns (limit 100, clock source tsc): up to %s of a round trip"
                      .formatted(clockNanos, share)));
    }
  }

  @Test
  void factsThatCouldNotBeReadAreNoFindings() {
    var fixture =
        twoTargets()
            .phase("redis", "get", p -> DocumentFixture.withWindow(p, w -> null))
            .phase(
                "memcached",
                "get",
                p ->
                    DocumentFixture.withWindow(
                        p, w -> new Window(w.wallNanos(), null, 0, 0, 0, null, null, null, null)))
            .environment(
                e ->
                    new Environment(
                        null, null, null, null, null, null, null, null, null, null, null, null,
                        null, null, null))
            .trials(t -> DocumentFixture.withCounters(t, null, Map.of()));
    assertThat(names(fixture)).containsOnly("Unsteady");
  }

  @Test
  void sharingOneNodeByAllIsANoteAndBySomeAWarning() {
    assertThat(check(placed("node-1", "node-1"), "SharedNode"))
        .isEqualTo(
            found(
                TrustLevel.High,
                Note,
                null,
                "client and redis, memcached shared one node (node-1; runner.separation: Required"
                    + " asks for another one): there is no network in the figures, and they share"
                    + " its CPUs"));
    assertThat(check(placed("node-2", "node-1"), "SharedNode"))
        .isEqualTo(
            found(
                TrustLevel.Low,
                Warning,
                null,
                "the client shared its node (node-1; runner.separation: Required asks for another"
                    + " one) with memcached but not with the other targets: the way there is part"
                    + " of the difference"));
    assertThat(names(placed("node-2", "node-3"))).containsOnly("Unsteady");
  }

  @Test
  void localServersShareTheMachine() {
    var fixture =
        DocumentFixture.of("redis", "valkey")
            .endpoint("redis", "127.0.0.1")
            .endpoint("valkey", "localhost");
    assertThat(check(fixture, "SharedMachine"))
        .isEqualTo(
            found(
                TrustLevel.High,
                Note,
                null,
                "client and redis, valkey shared one machine: there is no network in the figures,"
                    + " and they share its CPUs"));
  }

  @ParameterizedTest
  @CsvSource({"1, 3, false", "2, 5, true", "2, 6, false", "3, 6, true", "3, 7, false"})
  void fewRoundsGiveNoVerdict(int targets, int rounds, boolean tooFew) {
    var names = IntStream.range(0, targets).mapToObj(i -> "redis-" + i).toArray(String[]::new);
    var fixture = DocumentFixture.of(names).rounds(rounds);
    assertThat(names(fixture).contains("TooFewRounds")).isEqualTo(tooFew);
  }

  @Test
  void theGravestComeFirstAndAtMostTwenty() {
    var names = IntStream.range(0, 16).mapToObj(i -> "redis-" + i).toArray(String[]::new);
    var fixture =
        DocumentFixture.of(names)
            .phase("redis-9", "get", p -> DocumentFixture.withCounts(p, 0, 0, 0, 1))
            .trials(
                t ->
                    DocumentFixture.withCounters(
                        t, Map.of("evictions", 0L), Map.of("evictions", 1L)));
    var checks = trust(fixture).checks();
    assertThat(checks).hasSize(20);
    assertThat(checks.get(0).name()).isEqualTo("WrongValues");
    assertThat(checks.get(19))
        .isEqualTo(new Check("MoreChecks", Note, null, "14 more findings, of: Unsteady"));
    assertThat(checks).extracting(Check::severity).isSorted();
  }

  private static DocumentFixture twoTargets() {
    return DocumentFixture.of("redis", "memcached");
  }

  private static DocumentFixture windows(UnaryOperator<Window> change) {
    return twoTargets().phase("redis", "get", p -> DocumentFixture.withWindow(p, change));
  }

  private static Window window(
      Window window,
      long cpuNanos,
      long gcNanos,
      long longestGcNanos,
      long throttledPeriods,
      long throttledNanos,
      double stealRatio) {
    return new Window(
        window.wallNanos(),
        cpuNanos,
        gcNanos == 0 ? 0 : 1,
        gcNanos,
        longestGcNanos,
        throttledPeriods,
        throttledNanos,
        stealRatio,
        null);
  }

  private static Environment environment(Environment e, Double quotaCpus, Double clockNanos) {
    return new Environment(
        e.jvm(),
        e.jvmOptions(),
        e.collector(),
        e.maxHeapBytes(),
        e.os(),
        e.kernel(),
        e.cpuModel(),
        e.cpus(),
        quotaCpus,
        e.memoryLimitBytes(),
        e.cgroupVersion(),
        e.clockSource(),
        clockNanos,
        e.hypervisor(),
        e.clientVersions());
  }

  private static DocumentFixture placed(String redis, String memcached) {
    return twoTargets()
        .placement(
            new Placement(
                "node-1",
                "laptimer",
                "sha256:1",
                Map.of(
                    "redis",
                    new Placement.ServerPod(redis, "redis", "sha256:2"),
                    "memcached",
                    new Placement.ServerPod(memcached, "memcached", "sha256:3"))));
  }

  private record Found(TrustLevel level, Severity severity, String arm, String message) {}

  private static Found found(TrustLevel level, Severity severity, String arm, String message) {
    return new Found(level, severity, arm, message);
  }

  private static Found check(DocumentFixture fixture, String name) {
    var trust = trust(fixture);
    var checks = trust.checks().stream().filter(check -> check.name().equals(name)).toList();
    assertThat(checks).hasSize(1);
    var check = checks.get(0);
    return new Found(trust.level(), check.severity(), check.arm(), check.message());
  }

  private static List<Severity> severities(DocumentFixture fixture, String name) {
    return trust(fixture).checks().stream()
        .filter(check -> check.name().equals(name))
        .map(Check::severity)
        .toList();
  }

  private static List<String> names(DocumentFixture fixture) {
    return trust(fixture).checks().stream().map(Check::name).toList();
  }

  private static Trust trust(DocumentFixture fixture) {
    return Analysis.of(fixture.spec(), fixture.build()).trust();
  }
}
