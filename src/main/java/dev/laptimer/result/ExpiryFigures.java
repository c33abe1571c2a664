package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus.ExpiryCost;
import dev.laptimer.api.BenchmarkStatus.PhaseFigures;
import dev.laptimer.api.BenchmarkStatus.Result;
import dev.laptimer.api.Operation;
import dev.laptimer.plan.Plan;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What ways to expire keys cost: keys and commands a second, round trips a key. Pure. */
public final class ExpiryFigures {

  private ExpiryFigures() {}

  /** Of each Set phase of an arm; null where no arm has a way of its own. */
  static List<ExpiryCost> of(Plan plan, Plan.Arm arm, List<PhaseFigures> phases) {
    boolean compared =
        plan.arms().stream().anyMatch(each -> plan.workload(each).expiryMethod() != null);
    if (!compared) {
      return null;
    }
    return phases.stream()
        .filter(phase -> phase.operation() == Operation.Set)
        .filter(phase -> phase.opsPerSecond() != null)
        .map(phase -> cost(plan.workload(arm), phase))
        .toList();
  }

  private static ExpiryCost cost(Plan.Workload workload, PhaseFigures phase) {
    var method = workload.expiryMethodOrDefault();
    return new ExpiryCost(
        phase.name(),
        method,
        phase.opsPerSecond(),
        phase.opsPerSecond() * method.commands(),
        Format.plain((double) method.roundTrips() / workload.pipelineDepth(), 2));
  }

  /** A line for each of them. */
  static String lines(List<Result> results) {
    return results.stream()
        .flatMap(
            result ->
                costs(result)
                    .map(
                        cost ->
                            "%s %s, expiry by %s: %s\n"
                                .formatted(
                                    result.name(), cost.phase(), cost.method(), words(cost))))
        .collect(Collectors.joining());
  }

  public static Stream<ExpiryCost> costs(Result result) {
    return Optional.ofNullable(result.expiry()).stream().flatMap(List::stream);
  }

  /** The three figures. */
  public static String words(ExpiryCost cost) {
    return "%s keys/s, %s commands/s, %s round trips for each key"
        .formatted(
            Format.number(cost.keysPerSecond()),
            Format.number(cost.commandsPerSecond()),
            cost.roundTripsPerKey());
  }
}
