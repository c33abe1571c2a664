package dev.laptimer.runner;

import dev.laptimer.api.BenchmarkStatus.Progress;
import dev.laptimer.plan.Plan;
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
}
