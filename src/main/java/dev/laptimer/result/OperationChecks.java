package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus.Check;
import dev.laptimer.api.Operation;
import dev.laptimer.api.Severity;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.TrialResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Whether the servers did what was asked of them. */
final class OperationChecks {

  private static final List<String> EVICTIONS = List.of("evicted_keys", "evictions");
  private static final List<String> UPTIME_SECONDS = List.of("uptime_in_seconds", "uptime");

  private OperationChecks() {}

  static List<Check> of(Measured measured) {
    return measured.document().plan().measured().stream()
        .map(Plan.Arm::name)
        .flatMap(
            arm ->
                Stream.of(
                        wrongValues(measured, arm),
                        errors(measured, arm),
                        misses(measured, arm),
                        expiredMisses(measured, arm),
                        evictions(measured, arm),
                        restarts(measured, arm))
                    .flatMap(Optional::stream))
        .toList();
  }

  private static Optional<Check> wrongValues(Measured measured, String arm) {
    long wrong = measured.allPhases(arm).mapToLong(PhaseResult::wrongValues).sum();
    return wrong == 0
        ? Optional.empty()
        : check(
            "WrongValues",
            Severity.Error,
            arm,
            Format.count(wrong, "value") + " that were read were not the ones written");
  }

  private static Optional<Check> errors(Measured measured, String arm) {
    var phases = measured.allPhases(arm).toList();
    long errors = phases.stream().mapToLong(PhaseResult::errors).sum();
    if (errors == 0) {
      return Optional.empty();
    }
    long operations = phases.stream().mapToLong(PhaseResult::operations).sum();
    double share = (double) errors / operations;
    var severity = share > Comparisons.MAX_ERROR_SHARE ? Severity.Error : Severity.Warning;
    return check(
        "Errors",
        severity,
        arm,
        "%s of %s ended in an error%s"
            .formatted(
                Format.count(errors, "operation"),
                Format.number(operations),
                mostFrequent(phases).map(text -> ", mostly: " + text).orElse("")));
  }

  private static Optional<String> mostFrequent(List<PhaseResult> phases) {
    var counts = new HashMap<String, Long>();
    for (var phase : phases) {
      if (phase.errorsByMessage() != null) {
        phase.errorsByMessage().forEach((text, count) -> counts.merge(text, count, Long::sum));
      }
    }
    return counts.entrySet().stream()
        .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey);
  }

  /** Misses that neither an expiry nor a phase that deletes explains. */
  private static Optional<Check> misses(Measured measured, String arm) {
    var afterDelete = phasesAfterDelete(measured);
    var phases =
        measured.allPhases(arm).filter(phase -> !afterDelete.contains(phase.name())).toList();
    long misses = phases.stream().mapToLong(phase -> phase.misses() - phase.expiredMisses()).sum();
    return misses == 0
        ? Optional.empty()
        : check(
            "Misses",
            Severity.Warning,
            arm,
            (measured.isOfTables()
                    ? "%s of rows that had been written: they were not there, or not there yet, at the member that was asked"
                    : "%s of keys that had been written and should still have lived: the server dropped them early")
                .formatted(misses == 1 ? "1 miss" : Format.number(misses) + " misses"));
  }

  private static Set<String> phasesAfterDelete(Measured measured) {
    var names = new HashSet<String>();
    boolean deleted = false;
    for (var phase : measured.document().plan().workload().phases()) {
      if (phase.operation() == Operation.Set) {
        deleted = false;
      }
      if (deleted) {
        names.add(phase.name());
      }
      deleted |= phase.operation() == Operation.Delete;
    }
    return names;
  }

  private static Optional<Check> expiredMisses(Measured measured, String arm) {
    var phases = measured.allPhases(arm).filter(phase -> phase.expiredMisses() > 0).toList();
    if (phases.isEmpty()) {
      return Optional.empty();
    }
    var all = phases.stream().map(PhaseResult::name).distinct().toList();
    long expired = phases.stream().mapToLong(PhaseResult::expiredMisses).sum();
    long operations =
        measured
            .allPhases(arm)
            .filter(phase -> all.contains(phase.name()))
            .mapToLong(PhaseResult::operations)
            .sum();
    return check(
        "ExpiredMisses",
        Severity.Warning,
        arm,
        "keys expired while the laps of %s ran: %s of %s operations; raise workload.expiry.seconds (now %d)"
            .formatted(
                String.join(", ", all),
                Format.number(expired),
                Format.number(operations),
                measured.workload(arm).expirySeconds()));
  }

  private static Optional<Check> evictions(Measured measured, String arm) {
    long evicted =
        measured.trials(arm).stream()
            .mapToLong(
                trial ->
                    Math.max(
                        0,
                        counter(trial.countersAfter(), EVICTIONS).orElse(0L)
                            - counter(trial.countersBefore(), EVICTIONS).orElse(0L)))
            .sum();
    return evicted == 0
        ? Optional.empty()
        : check(
            "Evictions",
            Severity.Warning,
            arm,
            "the server evicted %s for lack of memory; raise its limit or use less data"
                .formatted(Format.count(evicted, "key")));
  }

  /** Whether the server's uptime went back during a trial. */
  static boolean isRestarted(TrialResult trial) {
    var before = counter(trial.countersBefore(), UPTIME_SECONDS);
    var after = counter(trial.countersAfter(), UPTIME_SECONDS);
    return before.isPresent() && after.isPresent() && after.get() < before.get();
  }

  /** An uptime that went back, in the order in which the trials were made. */
  private static Optional<Check> restarts(Measured measured, String arm) {
    var uptimes = new ArrayList<Long>();
    measured.document().trials().stream()
        .filter(trial -> trial.arm().equals(arm))
        .sorted(Comparator.comparingInt(TrialResult::index))
        .flatMap(trial -> Stream.of(trial.countersBefore(), trial.countersAfter()))
        .forEach(counters -> counter(counters, UPTIME_SECONDS).ifPresent(uptimes::add));
    int restarts = 0;
    for (int i = 1; i < uptimes.size(); i++) {
      if (uptimes.get(i) < uptimes.get(i - 1)) {
        restarts++;
      }
    }
    return restarts == 0
        ? Optional.empty()
        : check(
            "ServerRestarted",
            Severity.Warning,
            arm,
            "the server's uptime went back %s: it was restarted during the run"
                .formatted(Format.count(restarts, "time")));
  }

  private static Optional<Long> counter(Map<String, Long> counters, List<String> names) {
    return counters == null
        ? Optional.empty()
        : names.stream().filter(counters::containsKey).map(counters::get).findFirst();
  }

  private static Optional<Check> check(String name, Severity severity, String arm, String message) {
    return Optional.of(new Check(name, severity, arm, message));
  }
}
