package dev.laptimer.runner;

import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument;

/**
 * Executes a plan: preflight of every arm, then the trials in their order, each in a fresh JVM. It
 * always gives a document; what went wrong is in its outcome.
 */
public final class PlanRunner {

  private final RunListener listener;

  public PlanRunner(RunListener listener) {
    this.listener = listener;
  }

  /** Runs the plan to its end, to its timeout, to the first failure, or until {@link #cancel()}. */
  public ResultDocument run(CacheBenchmarkSpec spec, Plan plan) {
    throw new UnsupportedOperationException();
  }

  /**
   * Ends the run soon, from another thread: the trial is stopped, own keys on endpoints are
   * deleted, and {@link #run} returns with outcome {@code Cancelled}.
   */
  public void cancel() {
    throw new UnsupportedOperationException();
  }
}
