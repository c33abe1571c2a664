package dev.laptimer.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.BenchmarkStatus.Check;
import dev.laptimer.api.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

class DatabaseChecksTest {

  @Test
  void aClusterThatNothingHeldUpIsTrusted() {
    assertThat(checks(DatabaseFixture.reads())).isEmpty();
  }

  @Test
  void flowControlHasTheNameOfTheMemberThatAskedForIt() {
    // Each trial has four laps of 50 ms, and 24 ms of them were paused
    var fixture =
        DatabaseFixture.reads()
            .counter("db-0", "wsrep_flow_control_paused_ns", 5_000_000, 29_000_000)
            .counter("db-0", "wsrep_flow_control_sent", 1, 1)
            .counter("db-2", "wsrep_flow_control_paused_ns", 0, 23_000_000)
            .counter("db-2", "wsrep_flow_control_sent", 3, 6);
    assertThat(checks(fixture))
        .containsExactlyElementsOf(
            both(
                "FlowControl",
                Severity.Warning,
                "replication was paused for 12 % of the time of the phases, mostly as db-2 asked for it (18 times):"
                    + " that member applies too slowly for this load; see its disk, its CPU and wsrep_slave_threads"));
  }

  @Test
  void aLongReceiveQueueIsNotedIfTheTrialMadeIt() {
    var name = "wsrep_local_recv_queue_max";
    assertThat(checks(DatabaseFixture.reads().counter("db-1", name, 90, 90))).isEmpty();
    assertThat(checks(DatabaseFixture.reads().counter("db-1", name, 1, 15))).isEmpty();
    assertThat(checks(DatabaseFixture.reads().counter("db-1", name, 1, 16)))
        .containsExactlyElementsOf(
            both(
                "ReceiveQueue",
                Severity.Note,
                "up to 16 write sets waited to be applied by db-1: rows came to it later than to the others"));
  }

  @Test
  void conflictsAreCounted() {
    var fixture =
        DatabaseFixture.reads()
            .counter("db-0", "wsrep_local_cert_failures", 2, 3)
            .counter("db-1", "wsrep_local_bf_aborts", 0, 2)
            .retries(1);
    assertThat(checks(fixture))
        .containsExactlyElementsOf(
            both(
                "Conflicts",
                Severity.Note,
                "transactions met on the same rows: 6 failed certification, 12 gave way to those of other members,"
                    + " 12 done again after a deadlock; that is part of the latencies"));
  }

  @Test
  void waitsForLocksAreNoted() {
    // 60 ms of two connections in 200 ms
    var fixture = DatabaseFixture.reads().counter("db-0", "Innodb_row_lock_time", 0, 60);
    assertThat(checks(fixture))
        .containsExactlyElementsOf(
            both(
                "RowLocks",
                Severity.Note,
                "connections waited 15 % of their time for locks of rows: more rows, or fewer connections, would show"
                    + " what the servers can do"));
  }

  @Test
  void aMemberThatWasAwayOrRestartedIsNamed() {
    assertThat(checks(DatabaseFixture.reads().without("db-1")))
        .containsExactlyElementsOf(
            both(
                "MemberNotAnswering",
                Severity.Warning,
                "db-1 did not answer before or after a trial: the cluster that was measured was not whole"));
    assertThat(checks(DatabaseFixture.reads().counter("db-2", "Uptime", 500, 3)))
        .containsExactlyElementsOf(
            both(
                "ServerRestarted",
                Severity.Warning,
                "the uptime of db-2 went back: it was restarted during a trial"));
  }

  @Test
  void countersThatTheDocumentLeftOutAreNoMemberThatIsAway() {
    assertThat(checks(DatabaseFixture.reads().withoutCounters())).isEmpty();
  }

  @Test
  void whatACommitIsWorthIsSaid() {
    assertThat(checks(DatabaseFixture.reads().flushLog("2")))
        .containsExactly(
            new Check(
                "RelaxedDurability",
                Severity.Note,
                null,
                "innodb_flush_log_at_trx_commit is 2: a commit is confirmed before it is on the member's disk, which"
                    + " is faster; the other members have it"));
  }

  @Test
  void rowsThatAreMissingAreCalledRows() {
    var text =
        "48 misses of rows that had been written: they were not there, or not there yet, at the member that was asked";
    assertThat(checks(DatabaseFixture.reads().misses(4)))
        .containsExactlyElementsOf(both("Misses", Severity.Warning, text));
  }

  private static List<Check> checks(DatabaseFixture fixture) {
    return Analysis.of(fixture.spec(), fixture.build()).trust().checks();
  }

  private static List<Check> both(String name, Severity severity, String message) {
    return List.of(
        new Check(name, severity, "service", message),
        new Check(name, severity, "member", message));
  }
}
