package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus.Check;
import dev.laptimer.api.Severity;
import dev.laptimer.plan.Plan;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * Whether client and servers shared a machine. It changes the figures more than most differences
 * between servers do; as long as it is so for every target, the comparison holds on such a machine.
 */
final class PlacementChecks {

  private PlacementChecks() {}

  static List<Check> of(Measured measured) {
    var placement = measured.document().placement();
    if (placement == null) {
      return shared(measured, "SharedMachine", "machine", "", arm -> isLoopback(arm.host()));
    }
    var node = placement.runnerNode();
    return shared(
        measured,
        "SharedNode",
        "node",
        node == null ? "" : " (" + node + "; runner.separation: Required asks for another one)",
        arm ->
            node != null
                && placement.servers() != null
                && placement.servers().containsKey(arm.target())
                && node.equals(placement.servers().get(arm.target()).node()));
  }

  private static List<Check> shared(
      Measured measured, String name, String place, String where, Predicate<Plan.Arm> isShared) {
    var arms = measured.document().plan().arms();
    var shared = arms.stream().filter(isShared).map(Plan.Arm::name).toList();
    if (shared.isEmpty()) {
      return List.of();
    }
    var names = String.join(", ", shared);
    return List.of(
        shared.size() == arms.size()
            ? new Check(
                name,
                Severity.Note,
                null,
                "client and %s shared one %s%s: there is no network in the figures, and they share its CPUs"
                    .formatted(names, place, where))
            : new Check(
                name,
                Severity.Warning,
                null,
                "the client shared its %s%s with %s but not with the other targets: the way there is part of the difference"
                    .formatted(place, where, names)));
  }

  private static boolean isLoopback(String host) {
    var name = host.toLowerCase(Locale.ROOT);
    return name.equals("localhost") || name.startsWith("127.") || name.equals("::1");
  }
}
