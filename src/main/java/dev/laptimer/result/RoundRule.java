package dev.laptimer.result;

import dev.laptimer.result.ResultDocument.DroppedRound;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.Signals;
import dev.laptimer.result.ResultDocument.TrialResult;
import dev.laptimer.result.ResultDocument.Window;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * When a round does not count: for reasons that were fixed before it and do not look at its
 * figures. To drop a round because it was slow would be to choose the result. A machine that is
 * merely busy drops none: what that does is in the spread.
 */
public final class RoundRule {

  /** Share of a trial's time for which the CPU limit may stop its process. */
  private static final double MAX_THROTTLED = 0.1;

  /** Share of the machine's CPU time that the hypervisor may take. */
  private static final double MAX_STEAL = 0.2;

  private static final long MAX_CLOCK_STEP_NANOS = 500_000_000;

  private RoundRule() {}

  /**
   * Why the round of these trials does not count; empty if it does.
   *
   * @param trials all of one round, measured to their end
   * @param repeatedAs number of the round that comes in its place; null for none
   */
  public static Optional<DroppedRound> dropped(List<TrialResult> trials, Integer repeatedAs) {
    return trials.stream()
        .flatMap(
            trial ->
                reason(trial)
                    .map(
                        reason ->
                            new DroppedRound(
                                trial.round(),
                                trial.arm(),
                                reason.getKey(),
                                reason.getValue(),
                                repeatedAs))
                    .stream())
        .findFirst();
  }

  private static Optional<Map.Entry<String, String>> reason(TrialResult trial) {
    if (OperationChecks.isRestarted(trial)) {
      return Optional.of(Map.entry("ServerRestarted", "the server was restarted in it"));
    }
    double throttled = share(trial, Window::throttledNanos);
    if (throttled > MAX_THROTTLED) {
      return Optional.of(
          Map.entry(
              "CpuThrottled",
              "the CPU limit of the runner stopped it for %s of the time (limit 10 %%)"
                  .formatted(Format.percent(throttled))));
    }
    double steal =
        windows(trial)
            .filter(window -> window.stealRatio() != null)
            .mapToDouble(Window::stealRatio)
            .max()
            .orElse(0);
    if (steal > MAX_STEAL) {
      return Optional.of(
          Map.entry(
              "CpuSteal",
              "the hypervisor took %s of the machine's CPU time (limit 20 %%)"
                  .formatted(Format.percent(steal))));
    }
    long step =
        windows(trial)
            .map(Window::signals)
            .filter(Objects::nonNull)
            .map(Signals::clockStepNanos)
            .filter(Objects::nonNull)
            .mapToLong(Math::abs)
            .max()
            .orElse(0);
    return step > MAX_CLOCK_STEP_NANOS
        ? Optional.of(
            Map.entry(
                "ClockStep",
                "the wall clock was set by %s s (limit 0.5)"
                    .formatted(Format.plain(step / 1e9, 2))))
        : Optional.empty();
  }

  private static Stream<Window> windows(TrialResult trial) {
    return trial.phases().stream().map(PhaseResult::window).filter(Objects::nonNull);
  }

  private static double share(TrialResult trial, Function<Window, Long> nanos) {
    var known = windows(trial).filter(window -> nanos.apply(window) != null).toList();
    double wall = known.stream().mapToLong(Window::wallNanos).sum();
    return wall == 0 ? 0 : known.stream().mapToLong(nanos::apply).sum() / wall;
  }
}
