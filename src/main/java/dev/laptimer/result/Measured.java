package dev.laptimer.result;

import dev.laptimer.api.BenchmarkSpec;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.TrialResult;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * A document and the comparison that is asked of it.
 *
 * @param reference arm that the others are compared with
 * @param phase that is compared
 */
public record Measured(
    ResultDocument document, BenchmarkSpec spec, String reference, Plan.Phase phase) {

  /**
   * @param spec whose comparison counts, if the document has its arm and its phase; a document of
   *     an earlier spec is read by the comparison of its own
   */
  public static Measured of(BenchmarkSpec spec, ResultDocument document) {
    return fitting(spec, document)
        .or(() -> fitting(document.spec(), document))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the document's comparison names a target or a phase that its plan does not"
                        + " have"));
  }

  private static Optional<Measured> fitting(BenchmarkSpec spec, ResultDocument document) {
    var reference = spec.referenceOrDefault();
    var phase = spec.comparedPhaseOrDefault();
    var plan = document.plan();
    return plan.arms().stream().noneMatch(arm -> arm.name().equals(reference))
        ? Optional.empty()
        : plan.workload().phases().stream()
            .filter(p -> p.name().equals(phase))
            .findFirst()
            .map(p -> new Measured(document, spec, reference, p));
  }

  /** Names of the arms, in the order of the tables. */
  public List<String> arms() {
    return document.plan().arms().stream().map(Plan.Arm::name).toList();
  }

  /** What was done to an arm. */
  Plan.Workload workload(String arm) {
    var plan = document.plan();
    return plan.workload(plan.arm(arm));
  }

  /** Trials of an arm that were measured to their end. */
  public List<TrialResult> trials(String arm) {
    return trials(document, arm);
  }

  public static List<TrialResult> trials(ResultDocument document, String arm) {
    return document.countedTrials().stream()
        .filter(trial -> trial.arm().equals(arm) && trial.failure() == null)
        .toList();
  }

  /** One phase of each of those trials. */
  public List<PhaseResult> phases(String arm, String phase) {
    return trials(arm).stream().flatMap(trial -> phase(trial, phase).stream()).toList();
  }

  /** Every phase of every trial of an arm, of those that failed too. */
  Stream<PhaseResult> allPhases(String arm) {
    return document.countedTrials().stream()
        .filter(trial -> trial.arm().equals(arm) && trial.phases() != null)
        .flatMap(trial -> trial.phases().stream());
  }

  public static Optional<PhaseResult> phase(TrialResult trial, String name) {
    return trial.phases().stream().filter(phase -> phase.name().equals(name)).findFirst();
  }

  /** Whether each lap is there: a document too large to be handed over has only their sums. */
  public static boolean hasLaps(Plan.Phase phase, List<PhaseResult> results) {
    return results.stream().allMatch(result -> result.lapNanos().size() == phase.laps());
  }

  /** Whether rows of tables were measured rather than keys of caches. */
  boolean isOfTables() {
    return document.plan().workload().table() != null;
  }

  int completeTrials() {
    return (int) document.countedTrials().stream().filter(trial -> trial.failure() == null).count();
  }

  public static <T> double median(List<T> items, ToDoubleFunction<T> figure) {
    return Median.withDefaults().evaluate(items.stream().mapToDouble(figure).toArray());
  }
}
