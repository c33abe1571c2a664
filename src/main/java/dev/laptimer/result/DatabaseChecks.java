package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus.Check;
import dev.laptimer.api.Severity;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.Preflight;
import dev.laptimer.result.ResultDocument.TrialResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What held a database cluster up, by the counters of its members. */
final class DatabaseChecks {

  /** Shares of the time from which something is worth a note, and from which it is a bottleneck. */
  private static final double NOTED_SHARE = 0.01;

  private static final double BOTTLENECK_SHARE = 0.1;

  /** Write sets that wait at a member from which its appliers are behind. */
  private static final long LONG_QUEUE = 16;

  private DatabaseChecks() {}

  /** Empty for caches. */
  static List<Check> of(Measured measured) {
    if (measured.document().plan().cluster() == null) {
      return List.of();
    }
    var checks = new ArrayList<Check>();
    for (var arm : measured.arms()) {
      Stream.of(
              unanswered(measured, arm),
              restarts(measured, arm),
              flowControl(measured, arm),
              receiveQueue(measured, arm),
              certification(measured, arm),
              rowLocks(measured, arm))
          .flatMap(Optional::stream)
          .forEach(checks::add);
    }
    durability(measured).ifPresent(checks::add);
    return checks;
  }

  private static List<String> members(Measured measured) {
    return measured.document().plan().cluster().members().stream().map(Plan.Member::name).toList();
  }

  private static Optional<Check> unanswered(Measured measured, String arm) {
    var silent =
        members(measured).stream()
            .filter(
                member ->
                    measured.trials(arm).stream()
                        .filter(DatabaseChecks::hasCounters)
                        .anyMatch(trial -> difference(trial, member, "Uptime").isEmpty()))
            .toList();
    return silent.isEmpty()
        ? Optional.empty()
        : check(
            "MemberNotAnswering",
            Severity.Warning,
            arm,
            "%s did not answer before or after a trial: the cluster that was measured was not whole"
                .formatted(String.join(", ", silent)));
  }

  /** False where the document left them out. */
  private static boolean hasCounters(TrialResult trial) {
    return !trial.countersBefore().isEmpty() || !trial.countersAfter().isEmpty();
  }

  private static Optional<Check> restarts(Measured measured, String arm) {
    var restarted =
        members(measured).stream()
            .filter(
                member ->
                    measured.trials(arm).stream()
                        .anyMatch(trial -> difference(trial, member, "Uptime").orElse(0L) < 0))
            .toList();
    return restarted.isEmpty()
        ? Optional.empty()
        : check(
            "ServerRestarted",
            Severity.Warning,
            arm,
            "the uptime of %s went back: it was restarted during a trial"
                .formatted(String.join(", ", restarted)));
  }

  /**
   * Members that fall behind stop replication for all until they have caught up. Every member
   * counts the time (wsrep_flow_control_paused_ns); which of them asked for it, each counts of
   * itself (wsrep_flow_control_sent).
   */
  private static Optional<Check> flowControl(Measured measured, String arm) {
    long paused =
        members(measured).stream()
            .mapToLong(member -> sum(measured, arm, member, "wsrep_flow_control_paused_ns"))
            .max()
            .orElse(0);
    double share = paused / timedNanos(measured, arm);
    if (!(share >= NOTED_SHARE)) {
      return Optional.empty();
    }
    var slowest = highest(measured, arm, "wsrep_flow_control_sent");
    return check(
        "FlowControl",
        share >= BOTTLENECK_SHARE ? Severity.Warning : Severity.Note,
        arm,
        "replication was paused for %s of the time of the phases, mostly as %s asked for it (%s): that member applies too slowly for this load; see its disk, its CPU and wsrep_slave_threads"
            .formatted(
                Format.percent(share), slowest.member(), Format.count(slowest.count(), "time")));
  }

  private static Optional<Check> receiveQueue(Measured measured, String arm) {
    var name = "wsrep_local_recv_queue_max";
    var longest =
        members(measured).stream()
            .map(member -> new Count(member, raised(measured, arm, member, name)))
            .max(Comparator.comparingLong(Count::count));
    return longest
        .filter(queue -> queue.count() >= LONG_QUEUE)
        .flatMap(
            queue ->
                check(
                    "ReceiveQueue",
                    Severity.Note,
                    arm,
                    "up to %s waited to be applied by %s: rows came to it later than to the others"
                        .formatted(Format.count(queue.count(), "write set"), queue.member())));
  }

  private static Optional<Check> certification(Measured measured, String arm) {
    long failed = total(measured, arm, "wsrep_local_cert_failures");
    long aborted = total(measured, arm, "wsrep_local_bf_aborts");
    long retries =
        measured
            .allPhases(arm)
            .map(PhaseResult::retries)
            .filter(Objects::nonNull)
            .mapToLong(Long::longValue)
            .sum();
    return failed + aborted + retries == 0
        ? Optional.empty()
        : check(
            "Conflicts",
            Severity.Note,
            arm,
            "transactions met on the same rows: %s failed certification, %s gave way to those of other members, %s done again after a deadlock; that is part of the latencies"
                .formatted(Format.number(failed), Format.number(aborted), Format.number(retries)));
  }

  private static Optional<Check> rowLocks(Measured measured, String arm) {
    double waited = total(measured, arm, "Innodb_row_lock_time") * 1e6;
    int connections = measured.document().plan().workload().connections();
    double share = waited / (timedNanos(measured, arm) * connections);
    return !(share >= BOTTLENECK_SHARE)
        ? Optional.empty()
        : check(
            "RowLocks",
            Severity.Note,
            arm,
            "connections waited %s of their time for locks of rows: more rows, or fewer connections, would show what the servers can do"
                .formatted(Format.percent(share)));
  }

  /** What a confirmed commit is worth when the power fails. */
  private static Optional<Check> durability(Measured measured) {
    var name = "innodb_flush_log_at_trx_commit";
    return measured.document().preflights().stream()
        .map(Preflight::serverSettings)
        .filter(Objects::nonNull)
        .map(settings -> settings.get(name))
        .filter(value -> value != null && !value.equals("1"))
        .findFirst()
        .flatMap(
            value ->
                check(
                    "RelaxedDurability",
                    Severity.Note,
                    null,
                    "%s is %s: a commit is confirmed before it is on the member's disk, which is faster; the other members have it"
                        .formatted(name, value)));
  }

  /** A figure of one member. */
  private record Count(String member, long count) {}

  private static Count highest(Measured measured, String arm, String name) {
    return members(measured).stream()
        .map(member -> new Count(member, sum(measured, arm, member, name)))
        .max(Comparator.comparingLong(Count::count))
        .orElseThrow();
  }

  private static long total(Measured measured, String arm, String name) {
    return members(measured).stream().mapToLong(member -> sum(measured, arm, member, name)).sum();
  }

  /** By how much a counter of a member grew in the trials of an arm. */
  private static long sum(Measured measured, String arm, String member, String name) {
    return measured.trials(arm).stream()
        .mapToLong(trial -> Math.max(0, difference(trial, member, name).orElse(0L)))
        .sum();
  }

  /** A maximum since the member's start, where a trial raised it; else 0. */
  private static long raised(Measured measured, String arm, String member, String name) {
    return measured.trials(arm).stream()
        .filter(trial -> difference(trial, member, name).orElse(0L) > 0)
        .mapToLong(trial -> trial.countersAfter().get(member + "." + name))
        .max()
        .orElse(0);
  }

  private static Optional<Long> difference(TrialResult trial, String member, String name) {
    var before = counter(trial.countersBefore(), member, name);
    var after = counter(trial.countersAfter(), member, name);
    return before.isEmpty() || after.isEmpty()
        ? Optional.empty()
        : Optional.of(after.get() - before.get());
  }

  private static Optional<Long> counter(Map<String, Long> counters, String member, String name) {
    return Optional.ofNullable(counters).map(all -> all.get(member + "." + name));
  }

  private static double timedNanos(Measured measured, String arm) {
    return measured.trials(arm).stream()
        .flatMap(trial -> trial.phases().stream())
        .mapToLong(PhaseResult::totalNanos)
        .sum();
  }

  private static Optional<Check> check(String name, Severity severity, String arm, String message) {
    return Optional.of(new Check(name, severity, arm, message));
  }
}
