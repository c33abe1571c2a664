package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus.Check;
import dev.laptimer.api.BenchmarkStatus.WarmUpFigures;
import dev.laptimer.api.Severity;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.WarmUpResult;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What was done before the phases were timed, and whether the speed was steady in the end. */
final class WarmUps {

  /** Highest share of an arm's trials that may begin unsteady and yet give a verdict. */
  static final double MAX_UNSTEADY_SHARE = 0.25;

  private WarmUps() {}

  /** Of one phase of each trial of an arm; empty without a warm-up, and for the same again. */
  static Optional<WarmUpFigures> figures(List<PhaseResult> trials) {
    var warmUps = of(trials);
    return warmUps.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new WarmUpFigures(
                Format.plain(Measured.median(warmUps, WarmUpResult::nanos) / 1e9, 2),
                Math.round(Measured.median(warmUps, WarmUpResult::operations)),
                (int) warmUps.stream().filter(WarmUpResult::steady).count()));
  }

  private static List<WarmUpResult> of(List<PhaseResult> trials) {
    return trials.stream().map(PhaseResult::warmUp).filter(Objects::nonNull).toList();
  }

  /** The warm-up of the compared phase's operation, which is kept with its first phase. */
  private static List<WarmUpResult> compared(Measured measured, String arm) {
    return measured.document().plan().workload().phases().stream()
        .filter(phase -> phase.operation() == measured.phase().operation())
        .findFirst()
        .map(Plan.Phase::name)
        .map(first -> of(measured.phases(arm, first)))
        .orElse(List.of());
  }

  /** Why an arm gives no verdict; empty if it may. */
  static Optional<String> unsteady(Measured measured, String arm) {
    var warmUps = compared(measured, arm);
    long unsteady = warmUps.stream().filter(warmUp -> !warmUp.steady()).count();
    return unsteady <= MAX_UNSTEADY_SHARE * warmUps.size()
        ? Optional.empty()
        : Optional.of(
            "%d of %s of %s began while the speed still changed (at most a quarter may)"
                .formatted(unsteady, Format.count(warmUps.size(), "trial"), arm));
  }

  static List<Check> checks(Measured measured) {
    return measured.document().plan().measured().stream()
        .map(Plan.Arm::name)
        .flatMap(arm -> check(measured, arm).stream())
        .toList();
  }

  private static Optional<Check> check(Measured measured, String arm) {
    var warmUps = compared(measured, arm);
    long unsteady = warmUps.stream().filter(warmUp -> !warmUp.steady()).count();
    if (unsteady == 0) {
      return Optional.empty();
    }
    var tooMany = unsteady(measured, arm);
    return Optional.of(
        new Check(
            "WarmUpUnsteady",
            tooMany.isPresent() ? Severity.Warning : Severity.Note,
            arm,
            "the speed of %s was not steady after the warm-up in %d of %s: the machine is busy, or workload.warmUp.maxSeconds too few"
                .formatted(
                    measured.phase().operation().name(),
                    unsteady,
                    Format.count(warmUps.size(), "trial"))));
  }
}
