package dev.laptimer.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.BenchmarkStatus.PastRun;
import dev.laptimer.api.BenchmarkStatus.PhaseFigures;
import dev.laptimer.api.BenchmarkStatus.Progress;
import dev.laptimer.api.BenchmarkStatus.Result;
import dev.laptimer.api.BenchmarkStatus.ResultRef;
import dev.laptimer.api.BenchmarkStatus.RunStatus;
import dev.laptimer.api.CacheBenchmarkSpec.Keys;
import dev.laptimer.api.CacheBenchmarkSpec.Phase;
import dev.laptimer.api.CacheBenchmarkSpec.Workload;
import dev.laptimer.api.Operation;
import dev.laptimer.api.RunState;
import dev.laptimer.result.Readers.Kstatus;
import dev.laptimer.result.ResultDocument.Placement;
import dev.laptimer.result.ResultDocument.Placement.ServerPod;
import dev.laptimer.result.Statuses.Context;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StatusesTest {

  private static final Instant T0 = Instant.parse("2026-03-01T10:00:00.123Z");
  private static final Instant T1 = Instant.parse("2026-03-01T10:01:00Z");
  private static final Instant T2 = Instant.parse("2026-03-01T10:02:00Z");

  @Test
  void aBenchmarkThatNobodyHasSeenIsInProgress() {
    var status =
        new BenchmarkStatus(-1L, null, null, null, null, null, null, null, null, null, null);
    assertThat(Readers.kstatus(status, 1)).isEqualTo(Kstatus.InProgress);
    assertThat(Readers.waitReturns(status, 1, "Finished")).isFalse();
  }

  @Test
  void whatIsKnownOfAnOlderSpecIsInProgress() {
    var finished = ended(null, DocumentFixture.of("redis"));
    assertThat(finished.comparisons()).isNull();
    assertThat(Readers.kstatus(finished, 2)).isEqualTo(Kstatus.InProgress);
    assertThat(Readers.waitReturns(finished, 2, "Finished")).isFalse();
  }

  @Test
  void aRunOnItsWayIsInProgressForEverybody() {
    var status = deploying(new Context(null, 3, T0), run(1));

    assertThat(status)
        .isEqualTo(
            new BenchmarkStatus(
                3L,
                RunState.Deploying,
                "waiting for redis",
                List.of(
                    condition("Ready", "Unknown", "Deploying", "waiting for redis"),
                    condition("Succeeded", "Unknown", "Deploying", "the run has not ended"),
                    condition("Finished", "False", "Deploying", "the run has not ended"),
                    condition("TargetReady", "False", "Deploying", "waiting for redis"),
                    condition("Trusted", "Unknown", "Deploying", "nothing is measured yet"),
                    condition("Reconciling", "True", "Deploying", "waiting for redis")),
                run(1),
                null,
                null,
                null,
                null,
                null,
                null));
    assertThat(Readers.kstatus(status, 3)).isEqualTo(Kstatus.InProgress);
    assertThat(Readers.waitReturns(status, 3, "Finished")).isFalse();
  }

  @Test
  void aMissingReferenceIsWaitedForVisiblyAndThenFails() {
    var waiting =
        Statuses.progressing(
            new Context(null, 1, T0),
            RunState.Pending,
            Reason.WaitingForReference.name(),
            "Secret 'login' is not there",
            run(1),
            false);
    assertThat(statuses(waiting))
        .isEqualTo(
            "Ready=Unknown Succeeded=Unknown Finished=False TargetReady=Unknown"
                + " Trusted=Unknown Reconciling=True");
    assertThat(find(waiting, "Reconciling").getReason()).isEqualTo("WaitingForReference");
    assertThat(Readers.kstatus(waiting, 1)).isEqualTo(Kstatus.InProgress);

    var failed =
        Statuses.failed(
            new Context(waiting, 1, T1),
            run(1),
            Reason.ReferenceNotFound,
            "Secret 'login' did not appear within 300 s");
    assertThat(statuses(failed))
        .isEqualTo(
            "Ready=False Succeeded=False Finished=True TargetReady=Unknown"
                + " Trusted=Unknown Stalled=True");
    assertThat(failed.summary())
        .isEqualTo("ReferenceNotFound: Secret 'login' did not appear within 300 s");
    assertThat(Readers.kstatus(failed, 1)).isEqualTo(Kstatus.Failed);
    assertThat(Readers.waitReturns(failed, 1, "Finished")).isTrue();
    assertThat(Readers.waitReturns(failed, 1, "Succeeded")).isFalse();
  }

  @Test
  void aServerThatFailsIsSaidByTargetReady() {
    var failed =
        Statuses.failed(
            new Context(running(new Context(null, 1, T0), run(1)), 1, T1),
            run(1),
            Reason.ServerOutOfMemory,
            "redis-0 was killed, its limit is 256Mi");
    assertThat(find(failed, "TargetReady"))
        .isEqualTo(
            new ConditionBuilder(
                    condition(
                        "TargetReady",
                        "False",
                        "ServerOutOfMemory",
                        "redis-0 was killed, its limit is 256Mi"))
                .withObservedGeneration(1L)
                .withLastTransitionTime("2026-03-01T10:01:00Z")
                .build());
  }

  @Test
  void anInvalidSpecIsStalledButNoRunIsFinished() {
    var status =
        Statuses.failed(
            new Context(null, 2, T0), null, Reason.InvalidSpec, "no address for 'redis'");
    assertThat(statuses(status))
        .isEqualTo(
            "Ready=False Succeeded=Unknown Finished=False TargetReady=Unknown"
                + " Trusted=Unknown Stalled=True");
    assertThat(find(status, "Ready").getReason()).isEqualTo("InvalidSpec");
    assertThat(Readers.kstatus(status, 2)).isEqualTo(Kstatus.Failed);
    assertThat(Readers.waitReturns(status, 2, "Finished")).isFalse();
  }

  @Test
  void anInvalidSpecLosesNothingOfTheLastRun() {
    var failed =
        Statuses.failed(new Context(null, 1, T0), run(4), Reason.TimedOut, "1800 s were over");
    var invalid = Statuses.failed(new Context(failed, 2, T1), null, Reason.InvalidSpec, "bad");
    assertThat(invalid.run()).isEqualTo(failed.run());
    assertThat(invalid.history())
        .containsExactly(
            new PastRun(4, "TimedOut", "TimedOut: 1800 s were over", "2026-03-01T10:00:00Z", null));

    var next = deploying(new Context(invalid, 3, T2), run(5));
    assertThat(next.history()).isEqualTo(invalid.history());
  }

  @Test
  void suspendedBeforeTheFirstRunIsReady() {
    var status = Statuses.suspended(new Context(null, 1, T0), null);
    assertThat(statuses(status))
        .isEqualTo(
            "Ready=True Succeeded=Unknown Finished=False TargetReady=Unknown"
                + " Trusted=Unknown Suspended=True");
    assertThat(find(status, "Ready").getReason()).isEqualTo("Suspended");
    assertThat(status.summary()).isEqualTo("suspended before the first run");
    assertThat(Readers.kstatus(status, 1)).isEqualTo(Kstatus.Current);
  }

  @Test
  void suspendedInTheMiddleSaysWhichRunWasCancelled() {
    var running = running(new Context(null, 1, T0), run(1));
    var status = Statuses.suspended(new Context(running, 2, T1), running.run());
    assertThat(statuses(status))
        .isEqualTo(
            "Ready=True Succeeded=Unknown Finished=False TargetReady=Unknown"
                + " Trusted=Unknown Suspended=True");
    assertThat(status.summary()).isEqualTo("suspended; run 1 was cancelled");
    assertThat(status.run().finishTime()).isEqualTo("2026-03-01T10:01:00Z");
    assertThat(Readers.kstatus(status, 2)).isEqualTo(Kstatus.Current);
    assertThat(Statuses.suspended(new Context(status, 2, T2), status.run())).isEqualTo(status);

    var resumed = deploying(new Context(status, 3, T2), run(2));
    assertThat(resumed.history())
        .containsExactly(
            new PastRun(
                1, "Cancelled", "suspended; run 1 was cancelled", "2026-03-01T10:01:00Z", null));
  }

  @Test
  void suspendedAfterARunKeepsHowItEndedForTheNewGeneration() {
    var failed =
        Statuses.failed(new Context(null, 1, T0), run(1), Reason.TimedOut, "1800 s were over");
    var status = Statuses.suspended(new Context(failed, 2, T1), failed.run());
    assertThat(statuses(status))
        .isEqualTo(
            "Ready=True Succeeded=False Finished=True TargetReady=Unknown"
                + " Trusted=Unknown Suspended=True");
    assertThat(status.summary()).isEqualTo("suspended; last run: TimedOut: 1800 s were over");
    assertThat(find(status, "Finished").getLastTransitionTime()).isEqualTo("2026-03-01T10:00:00Z");
    assertThat(Readers.waitReturns(status, 2, "Finished")).isTrue();
    assertThat(Statuses.suspended(new Context(status, 2, T2), status.run())).isEqualTo(status);
  }

  @Test
  void aTransitionTimeChangesOnlyWithTheStatus() {
    var first = deploying(new Context(null, 1, T0), run(1));
    var second = running(new Context(first, 1, T1), run(1));
    assertThat(transitions(second))
        .isEqualTo(
            Map.of(
                "Ready", "2026-03-01T10:00:00Z",
                "Succeeded", "2026-03-01T10:00:00Z",
                "Finished", "2026-03-01T10:00:00Z",
                "TargetReady", "2026-03-01T10:01:00Z",
                "Trusted", "2026-03-01T10:00:00Z",
                "Reconciling", "2026-03-01T10:00:00Z"));
    assertThat(running(new Context(second, 1, T2), run(1))).isEqualTo(second);
  }

  @Test
  void theHistoryHasTheLastFiveRunsNewestFirst() {
    BenchmarkStatus status = null;
    for (int number = 1; number <= 8; number++) {
      status = deploying(new Context(status, number, T0), run(number));
      status =
          Statuses.failed(
              new Context(status, number, T1), run(number), Reason.QuotaExceeded, "n " + number);
    }
    assertThat(status.history()).extracting(PastRun::number).containsExactly(7, 6, 5, 4, 3);
    assertThat(status.history().get(0))
        .isEqualTo(
            new PastRun(7, "QuotaExceeded", "QuotaExceeded: n 7", "2026-03-01T10:01:00Z", null));
  }

  @Test
  void aRunThatIsRepeatedWasInterrupted() {
    var running = running(new Context(null, 1, T0), run(1));
    var retry = new RunStatus(2, "h", null, 1, 7L, "b-2", null, null, null, null, null);
    assertThat(deploying(new Context(running, 1, T1), retry).history())
        .containsExactly(
            new PastRun(1, "Interrupted", "trial 1 of 20", "2026-03-01T10:01:00Z", null));
  }

  @Test
  void messagesAreOneBoundedLineWithoutTraceAndLogin() {
    var message =
        "redis://app:geheim@cache:6379 refused\n\tat redis.clients.jedis.Jedis.get(Jedis.java:1)\n\tat x.Y(Z)";
    var status = Statuses.failed(new Context(null, 1, T0), run(1), Reason.TargetFailed, message);
    assertThat(find(status, "Ready").getMessage()).isEqualTo("redis://***@cache:6379 refused");

    var longStatus =
        Statuses.failed(new Context(null, 1, T0), run(1), Reason.TargetFailed, "x".repeat(5000));
    assertThat(find(longStatus, "Stalled").getMessage()).hasSize(1024).endsWith("x ... (cut)");
    assertThat(longStatus.summary()).hasSize(200).endsWith("... (cut)");
  }

  @Test
  void everyReasonMakesAReasonOfACondition() {
    for (var reason : Reason.values()) {
      assertThat(reason.name()).matches("[A-Z][A-Za-z]*");
    }
  }

  @Test
  void aMeasuredRunIsReadyFinishedAndSucceeded() {
    var fixture = DocumentFixture.of("redis", "memcached").speed("memcached", 1.4);
    var document = fixture.build();
    var analysis = Analysis.of(fixture.spec(), document);
    var running = running(new Context(null, 3, T0), run(2));

    var status =
        Statuses.ended(new Context(running, 3, T0), fixture.spec(), run(2), document, "cm");

    assertThat(status)
        .isEqualTo(
            new BenchmarkStatus(
                3L,
                RunState.Finished,
                "memcached is 1.40x redis on get (95 % 1.37 to 1.42), faster",
                List.of(
                    condition("Ready", "True", "Measured", analysis.summary()),
                    condition("Succeeded", "True", "Measured", analysis.summary()),
                    condition("Finished", "True", "Measured", analysis.summary()),
                    condition(
                        "TargetReady",
                        "True",
                        "Measured",
                        "every target answered until the end of the run"),
                    condition("Trusted", "True", "ChecksPassed", "no check found more than notes")),
                run(2)
                    .withFinishTime("2026-03-01T10:01:30Z")
                    .withProgress(new Progress(100, 20, 20, 0L)),
                analysis.results(),
                analysis.comparisons(),
                analysis.trust(),
                null,
                new ResultRef("cm"),
                null));
    assertThat(Readers.kstatus(status, 3)).isEqualTo(Kstatus.Current);
    assertThat(Readers.waitReturns(status, 3, "Finished")).isTrue();
    assertThat(Readers.waitReturns(status, 3, "Succeeded")).isTrue();
    assertThat(
            Statuses.ended(
                new Context(status, 3, T2), fixture.spec(), status.run(), document, "cm"))
        .isEqualTo(status);
  }

  @Test
  void aRunThatTimedOutShowsWhatItHad() {
    var fixture =
        DocumentFixture.of("redis", "memcached")
            .failsAfter(7, Reason.TimedOut, "timeoutSeconds: 1800 are over");
    var status = ended(null, fixture);

    assertThat(statuses(status))
        .isEqualTo(
            "Ready=False Succeeded=False Finished=True TargetReady=Unknown Trusted=False"
                + " Stalled=True");
    assertThat(find(status, "Ready").getReason()).isEqualTo("TimedOut");
    assertThat(find(status, "Ready").getMessage()).isEqualTo("timeoutSeconds: 1800 are over");
    assertThat(find(status, "Trusted").getReason()).isEqualTo("Incomplete");
    assertThat(status.state()).isEqualTo(RunState.Failed);
    assertThat(status.summary()).startsWith("TimedOut after 7 of 20 trials, partial figures: ");
    assertThat(status.results()).extracting(Result::trials).containsExactly(4, 3);
    assertThat(status.run().progress()).isEqualTo(new Progress(35, 7, 20, null));
    assertThat(Readers.kstatus(status, 1)).isEqualTo(Kstatus.Failed);
    assertThat(Readers.waitReturns(status, 1, "Finished")).isTrue();
    assertThat(Readers.waitReturns(status, 1, "Succeeded")).isFalse();
  }

  @Test
  void aRunThatFailedBeforeItsFirstTrialHasNoFigures() {
    var fixture =
        DocumentFixture.of("redis", "memcached")
            .failsAfter(0, Reason.AuthenticationFailed, "redis: WRONGPASS");
    var status = ended(null, fixture);

    assertThat(statuses(status))
        .isEqualTo(
            "Ready=False Succeeded=False Finished=True TargetReady=False Trusted=Unknown"
                + " Stalled=True");
    assertThat(find(status, "TargetReady").getReason()).isEqualTo("AuthenticationFailed");
    assertThat(status.results()).isNull();
    assertThat(status.comparisons()).isNull();
    assertThat(status.trust()).isNull();
    assertThat(status.resultRef()).isEqualTo(new ResultRef("cm"));
  }

  @Test
  void figuresThatAreNotToBeTrustedAreSaidByACondition() {
    var fixture =
        DocumentFixture.of("redis", "memcached")
            .phase("redis", "get", p -> DocumentFixture.withCounts(p, 0, 0, 0, 1));
    var trusted = find(ended(null, fixture), "Trusted");
    assertThat(trusted.getStatus()).isEqualTo("False");
    assertThat(trusted.getReason()).isEqualTo("WrongValues");
    assertThat(trusted.getMessage())
        .isEqualTo("trust is None: redis: 10 values that were read were not the ones written");
  }

  @Test
  void aNewRunDropsTheFiguresOfTheOneBeforeAndRemembersItsSummary() {
    var finished = ended(null, DocumentFixture.of("redis", "memcached").speed("memcached", 1.4));
    var next = deploying(new Context(finished, 2, T2), run(2));
    assertThat(next.results()).isNull();
    assertThat(next.comparisons()).isNull();
    assertThat(next.trust()).isNull();
    assertThat(next.resultRef()).isNull();
    assertThat(next.history())
        .containsExactly(
            new PastRun(
                1,
                "Measured",
                "memcached is 1.40x redis on get (95 % 1.37 to 1.42), faster",
                "2026-03-01T10:01:30Z",
                "cm"));
    assertThat(transitions(next))
        .containsEntry("Finished", "2026-03-01T10:02:00Z")
        .containsEntry("Ready", "2026-03-01T10:02:00Z");
  }

  @Test
  void suspensionAndAnInvalidSpecKeepTheFiguresOfTheLastRun() {
    var finished = ended(null, DocumentFixture.of("redis", "memcached").speed("memcached", 1.4));
    var suspended = Statuses.suspended(new Context(finished, 2, T2), finished.run());
    assertThat(statuses(suspended))
        .isEqualTo(
            "Ready=True Succeeded=True Finished=True TargetReady=True Trusted=True Suspended=True");
    var invalid = Statuses.failed(new Context(finished, 2, T2), null, Reason.InvalidSpec, "bad");
    for (var status : List.of(suspended, invalid)) {
      assertThat(status.run()).isEqualTo(finished.run());
      assertThat(status.results()).isEqualTo(finished.results());
      assertThat(status.comparisons()).isEqualTo(finished.comparisons());
      assertThat(status.trust()).isEqualTo(finished.trust());
      assertThat(status.resultRef()).isEqualTo(finished.resultRef());
    }
    assertThat(Statuses.settled(new Context(suspended, 3, T2)).summary())
        .isEqualTo(finished.summary());
  }

  @Test
  void theLargestStatusStaysSmallAndSaysWhatItLeftOut() {
    var phases =
        IntStream.range(0, 8)
            .mapToObj(i -> new Phase("a-long-phase-name-" + i, Operation.Set, 100, null))
            .toList();
    var names =
        IntStream.range(0, 16).mapToObj(i -> "redis-long-target-" + i).toArray(String[]::new);
    var servers = new HashMap<String, ServerPod>();
    for (var name : names) {
      servers.put(name, new ServerPod("node.example.com", "r".repeat(120), "sha256:" + name));
    }
    var fixture =
        DocumentFixture.of(names)
            .rounds(6)
            .workload(
                new Workload(
                    new Keys(1_000_000, null, null, null),
                    null,
                    null,
                    null,
                    null,
                    phases,
                    null,
                    null))
            .placement(new Placement("node.example.com", "laptimer", "sha256:1", servers))
            .trials(
                t ->
                    DocumentFixture.withCounters(
                        t, Map.of("evictions", 0L), Map.of("evictions", 1L)))
            .phase(names[3], "a-long-phase-name-7", p -> DocumentFixture.withCounts(p, 9, 8, 7, 6));
    BenchmarkStatus before = null;
    for (int number = 1; number <= 7; number++) {
      var failed = "x".repeat(2000);
      before = deploying(new Context(before, number, T0), run(number));
      before =
          Statuses.failed(
              new Context(before, number, T0), run(number), Reason.TargetFailed, failed);
    }

    var status =
        Statuses.ended(new Context(before, 8, T1), fixture.spec(), run(8), fixture.build(), "cm");

    assertThat(StatusSize.bytes(status)).isLessThanOrEqualTo(16 * 1024);
    assertThat(find(status, "Ready").getMessage())
        .endsWith(
            " (figures are left out of this status to keep it small; all are in the result"
                + " document, ConfigMap cm)");
    assertThat(status.results()).hasSize(16);
    assertThat(status.comparisons()).hasSize(15);
    assertThat(status.history()).hasSize(5);
    assertThat(status.results())
        .allSatisfy(
            result ->
                assertThat(result.phases())
                    .extracting(PhaseFigures::name)
                    .contains("a-long-phase-name-7"));
  }

  @Test
  void lapsAreTheFirstToBeLeftOut() {
    var names = IntStream.range(0, 8).mapToObj(i -> "redis-" + i).toArray(String[]::new);
    var laps =
        new Workload(
            null,
            null,
            null,
            null,
            null,
            List.of(
                new Phase(null, Operation.Set, 100, null),
                new Phase(null, Operation.Get, 100, null)),
            null,
            null);
    var fixture = DocumentFixture.of(names).rounds(7).workload(laps);
    var status = ended(null, fixture);
    assertThat(StatusSize.bytes(status)).isLessThanOrEqualTo(16 * 1024);
    var whole = Analysis.of(fixture.spec(), fixture.build()).results().get(0).phases().get(1);
    assertThat(status.results().get(0).phases().get(1))
        .usingRecursiveComparison()
        .ignoringFields("lapMicros")
        .isEqualTo(whole);
    assertThat(status.results().get(0).phases().get(1).lapMicros()).isNull();
  }

  private static BenchmarkStatus ended(BenchmarkStatus previous, DocumentFixture fixture) {
    return Statuses.ended(
        new Context(previous, 1, T1), fixture.spec(), run(1), fixture.build(), "cm");
  }

  private static BenchmarkStatus deploying(Context context, RunStatus run) {
    return Statuses.progressing(
        context, RunState.Deploying, "Deploying", "waiting for redis", run, false);
  }

  private static BenchmarkStatus running(Context context, RunStatus run) {
    return Statuses.progressing(context, RunState.Running, "Running", "trial 1 of 20", run, true);
  }

  private static RunStatus run(int number) {
    return new RunStatus(number, "h", null, null, 7L, "b-" + number, null, null, null, null, null);
  }

  private static Condition condition(String type, String status, String reason, String message) {
    return new ConditionBuilder()
        .withType(type)
        .withStatus(status)
        .withObservedGeneration(3L)
        .withLastTransitionTime("2026-03-01T10:00:00Z")
        .withReason(reason)
        .withMessage(message)
        .build();
  }

  private static Condition find(BenchmarkStatus status, String type) {
    return Conditions.find(status, type).orElseThrow();
  }

  private static String statuses(BenchmarkStatus status) {
    var parts = new ArrayList<String>();
    status.conditions().forEach(c -> parts.add(c.getType() + "=" + c.getStatus()));
    return String.join(" ", parts);
  }

  private static Map<String, String> transitions(BenchmarkStatus status) {
    var transitions = new LinkedHashMap<String, String>();
    status.conditions().forEach(c -> transitions.put(c.getType(), c.getLastTransitionTime()));
    return transitions;
  }
}
