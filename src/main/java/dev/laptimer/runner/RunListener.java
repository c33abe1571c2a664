package dev.laptimer.runner;

import dev.laptimer.api.BenchmarkStatus.Progress;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.FaultRequest;
import dev.laptimer.result.ResultDocument.Preflight;
import dev.laptimer.result.ResultDocument.TrialResult;

/** Hears of a run while it goes on, in the runner's thread. */
public interface RunListener {

  /** A target answered, or did not. */
  void preflight(Preflight preflight);

  /** A trial begins. */
  void trialStarted(Plan.Trial trial);

  /** A trial ended, measured or failed. */
  void trialFinished(TrialResult result);

  /** How far the run is; after every lap and every trial. */
  void progress(Progress progress);

  /**
   * A member is to be killed or stopped, now. Returns at once: whether and when it happened is seen
   * by the measuring itself. Nobody does it by default.
   */
  default void faultWanted(FaultRequest request) {}

  /** From now on an event is waited for that somebody else causes. */
  default void eventAwaited(int number) {}
}
