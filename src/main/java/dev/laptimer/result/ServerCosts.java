package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus.ServerCost;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.TrialResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * What the operations of a trial cost its server, by the server's own counters before and after it.
 * Other clients of the server are in them too.
 */
final class ServerCosts {

  private static final List<String> REDIS_COMMANDS = List.of("total_commands_processed");
  private static final List<String> MEMCACHED_COMMANDS =
      List.of("cmd_get", "cmd_set", "cmd_touch", "delete_hits", "delete_misses");

  private static final List<String> CPU_MICROS =
      List.of(
          "used_cpu_sys_micros",
          "used_cpu_user_micros",
          "rusage_system_micros",
          "rusage_user_micros");

  private ServerCosts() {}

  /** Medians of an arm's trials; empty where the server does not say. */
  static Optional<ServerCost> of(List<TrialResult> trials) {
    var commands =
        median(
            trials,
            trial ->
                grown(trial, REDIS_COMMANDS).orElse(grown(trial, MEMCACHED_COMMANDS).orElse(-1)));
    var cpu = median(trials, trial -> grown(trial, CPU_MICROS).orElse(-1));
    return commands.isEmpty() && cpu.isEmpty()
        ? Optional.empty()
        : Optional.of(new ServerCost(words(commands), words(cpu)));
  }

  /**
   * CPU of the server for each second of its trial, 1 for one core; empty where it does not say.
   */
  static OptionalDouble cores(List<TrialResult> trials) {
    var known = trials.stream().filter(trial -> grown(trial, CPU_MICROS).isPresent()).toList();
    return known.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            Measured.median(
                known,
                trial ->
                    grown(trial, CPU_MICROS).getAsDouble() * 1000 / Math.max(1, nanos(trial))));
  }

  private static String words(OptionalDouble figure) {
    return figure.isEmpty() ? null : Format.plain(figure.getAsDouble(), 3);
  }

  private static OptionalDouble median(
      List<TrialResult> trials, ToDoubleFunction<TrialResult> grown) {
    var known =
        trials.stream()
            .filter(trial -> grown.applyAsDouble(trial) > 0 && operations(trial) > 0)
            .toList();
    return known.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            Measured.median(known, trial -> grown.applyAsDouble(trial) / operations(trial)));
  }

  private static long operations(TrialResult trial) {
    return trial.phases().stream()
        .mapToLong(
            phase ->
                phase.operations() + (phase.warmUp() == null ? 0 : phase.warmUp().operations()))
        .sum();
  }

  private static long nanos(TrialResult trial) {
    return trial.phases().stream()
        .mapToLong(
            phase -> windowNanos(phase) + (phase.warmUp() == null ? 0 : phase.warmUp().nanos()))
        .sum();
  }

  private static long windowNanos(PhaseResult phase) {
    return phase.window() == null ? phase.totalNanos() : phase.window().wallNanos();
  }

  /** How far counters grew together; empty where none is there or one went back. */
  static OptionalDouble grown(TrialResult trial, List<String> names) {
    if (trial.countersBefore() == null || trial.countersAfter() == null) {
      return OptionalDouble.empty();
    }
    var known = names.stream().filter(trial.countersAfter()::containsKey).toList();
    double grown =
        known.stream()
            .mapToLong(
                name -> trial.countersAfter().get(name) - before(trial.countersBefore(), name))
            .sum();
    return known.isEmpty() || grown < 0 ? OptionalDouble.empty() : OptionalDouble.of(grown);
  }

  private static long before(Map<String, Long> counters, String name) {
    return counters.getOrDefault(name, 0L);
  }
}
