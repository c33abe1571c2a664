package dev.laptimer.result;

import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The classic table: how long each lap took. Pure. */
final class LapTable {

  /** Most laps of a phase that get a row each; of more the middle ones are left out. */
  private static final int MAX_LAP_ROWS = 12;

  private static final int LAST_LAP_ROWS = 2;

  private LapTable() {}

  /** The classic table: a row for each timed loop and one for their total, a column a target. */
  static String of(ResultDocument document) {
    var arms = document.plan().arms().stream().filter(arm -> has(document, arm)).toList();
    var phases =
        document.plan().workload().phases().stream().filter(phase -> phase.laps() > 0).toList();
    if (arms.isEmpty() || phases.isEmpty()) {
      return "";
    }
    var header = new ArrayList<>(List.of("loop"));
    arms.forEach(arm -> header.add(arm.name() + " (" + arm.client() + ")"));
    int decimals = decimals(document, arms, phases);
    var rows = new ArrayList<List<String>>();
    for (var phase : phases) {
      if (phase.laps() > 1 && !hasLaps(document, arms, phase)) {
        rows.add(row(phase.name(), document, arms, trial -> millis(trial, phase), decimals));
        continue;
      }
      for (int lap = 0; lap < phase.laps(); lap++) {
        if (phase.laps() > MAX_LAP_ROWS && lap == MAX_LAP_ROWS - LAST_LAP_ROWS) {
          var dots = new ArrayList<>(List.of("..."));
          arms.forEach(arm -> dots.add(""));
          rows.add(dots);
          lap = phase.laps() - LAST_LAP_ROWS;
        }
        int index = lap;
        rows.add(
            row(
                phase.laps() == 1 ? phase.name() : phase.name() + " " + (lap + 1),
                document,
                arms,
                trial -> result(trial, phase).lapNanos().get(index) / 1e6,
                decimals));
      }
    }
    if (rows.size() > 1) {
      rows.add(
          row(
              "total",
              document,
              arms,
              trial -> phases.stream().mapToDouble(phase -> millis(trial, phase)).sum(),
              decimals));
    }
    return "Milliseconds of each loop over all %s, median [lowest - highest] of the rounds:\n"
            .formatted(Tables.isOfTables(document) ? "rows" : "keys")
        + new TextTable(header, rows).render(Tables.WIDTH);
  }

  private static List<String> row(
      String label,
      ResultDocument document,
      List<Plan.Arm> arms,
      ToDoubleFunction<TrialResult> millis,
      int decimals) {
    var row = new ArrayList<>(List.of(label));
    for (var arm : arms) {
      var trials = Measured.trials(document, arm.name());
      var range = trials.stream().mapToDouble(millis).summaryStatistics();
      row.add(
          Tables.range(
              Format.fixed(Measured.median(trials, millis), decimals),
              Format.fixed(range.getMin(), decimals),
              Format.fixed(range.getMax(), decimals)));
    }
    return row;
  }

  private static boolean hasLaps(ResultDocument document, List<Plan.Arm> arms, Plan.Phase phase) {
    return arms.stream()
        .flatMap(arm -> Measured.trials(document, arm.name()).stream())
        .allMatch(trial -> Measured.hasLaps(phase, List.of(result(trial, phase))));
  }

  private static double millis(TrialResult trial, Plan.Phase phase) {
    return result(trial, phase).totalNanos() / 1e6;
  }

  private static PhaseResult result(TrialResult trial, Plan.Phase phase) {
    return Measured.phase(trial, phase.name()).orElseThrow();
  }

  /** Three digits for the shortest lap. */
  private static int decimals(
      ResultDocument document, List<Plan.Arm> arms, List<Plan.Phase> phases) {
    double shortest =
        arms.stream()
            .flatMap(arm -> Measured.trials(document, arm.name()).stream())
            .flatMap(trial -> trial.phases().stream())
            .filter(result -> phases.stream().anyMatch(p -> p.name().equals(result.name())))
            .flatMap(result -> result.lapNanos().stream())
            .mapToDouble(nanos -> nanos / 1e6)
            .min()
            .orElse(0);
    return shortest < 1 ? 3 : shortest < 10 ? 2 : 1;
  }

  private static boolean has(ResultDocument document, Plan.Arm arm) {
    return !Measured.trials(document, arm.name()).isEmpty();
  }
}
