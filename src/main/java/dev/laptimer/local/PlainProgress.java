package dev.laptimer.local;

import dev.laptimer.api.BenchmarkStatus.Progress;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.FaultRequest;
import dev.laptimer.result.ResultDocument.Preflight;
import dev.laptimer.result.ResultDocument.TrialResult;
import dev.laptimer.runner.RunListener;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Progress for a file or a pipe: a line for each target that answers and for each trial. */
final class PlainProgress implements RunListener {

  private final PrintWriter out;
  private final Plan plan;
  private final Consumer<FaultRequest> faults;

  /**
   * @param faults does to a member what the runner asks for
   */
  PlainProgress(PrintWriter out, Plan plan, Consumer<FaultRequest> faults) {
    this.out = out;
    this.plan = plan;
    this.faults = faults;
  }

  @Override
  public void preflight(Preflight preflight) {
    line(answer(preflight));
  }

  @Override
  public void trialStarted(Plan.Trial trial) {}

  @Override
  public void trialFinished(TrialResult result) {
    line("%s: %s".formatted(trial(plan, result.index()), outcome(result)));
  }

  @Override
  public void progress(Progress progress) {}

  @Override
  public void faultWanted(FaultRequest request) {
    line(fault(request));
    faults.accept(request);
  }

  @Override
  public void eventAwaited(int number) {
    line("event %d: waiting for what somebody else does to a member".formatted(number));
  }

  private void line(String text) {
    out.println(text);
    out.flush();
  }

  /** What was found out of a target before the first trial. */
  static String answer(Preflight preflight) {
    return preflight.failure() == null
        ? String.format(
            Locale.ROOT,
            "%s answers: version %s, round trip %,d us",
            preflight.arm(),
            preflight.serverVersion(),
            preflight.pingP50Micros())
        : preflight.failure().reason() + ": " + preflight.failure().message();
  }

  /** What is done to a member. */
  static String fault(FaultRequest request) {
    return "event %d: %s %s"
        .formatted(
            request.number(), request.action().name().toLowerCase(Locale.ROOT), request.member());
  }

  /** Where a trial stands in its plan. */
  static String trial(Plan plan, int index) {
    var trial = plan.trials().get(index);
    return "trial %d of %d, round %d of %d, %s"
        .formatted(index + 1, plan.trials().size(), trial.round(), plan.rounds(), trial.arm());
  }

  private static String outcome(TrialResult result) {
    if (result.failure() != null) {
      return result.failure().reason() + ": " + result.failure().message();
    }
    return result.phases().stream()
        .map(
            phase ->
                String.format(
                    Locale.ROOT, "%s %,.0f operations/s", phase.name(), phase.opsPerSecond()))
        .collect(Collectors.joining(", "));
  }
}
