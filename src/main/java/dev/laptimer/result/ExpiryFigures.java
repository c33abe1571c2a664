package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus.PhaseFigures;
import dev.laptimer.api.BenchmarkStatus.Result;
import dev.laptimer.api.Operation;
import dev.laptimer.plan.Plan;
import java.util.List;
import java.util.stream.Collectors;

/** What ways to expire keys cost: keys and commands a second, round trips a key. Pure. */
final class ExpiryFigures {

  private ExpiryFigures() {}

  /** A line for each arm and Set phase; empty where no arm has a way of its own. */
  static String lines(Plan plan, List<Result> results) {
    boolean compared =
        plan.arms().stream().anyMatch(arm -> plan.workload(arm).expiryMethod() != null);
    if (!compared) {
      return "";
    }
    return results.stream()
        .flatMap(
            result ->
                result.phases().stream()
                    .filter(phase -> phase.operation() == Operation.Set)
                    .filter(phase -> phase.opsPerSecond() != null)
                    .map(phase -> line(plan.workload(plan.arm(result.name())), result, phase)))
        .collect(Collectors.joining());
  }

  private static String line(Plan.Workload workload, Result result, PhaseFigures phase) {
    var method = workload.expiryMethodOrDefault();
    return "%s %s, expiry by %s: %s keys/s, %s commands/s, %s round trips for each key\n"
        .formatted(
            result.name(),
            phase.name(),
            method,
            Format.number(phase.opsPerSecond()),
            Format.number(phase.opsPerSecond() * method.commands()),
            Format.plain((double) method.roundTrips() / workload.pipelineDepth(), 2));
  }
}
