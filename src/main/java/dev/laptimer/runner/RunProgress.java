package dev.laptimer.runner;

import dev.laptimer.api.BenchmarkStatus.Progress;
import java.util.concurrent.TimeUnit;

/** Reckons how far a run is, and how long the rest will take by what is done. */
final class RunProgress {

  private final int trials;
  private final RunListener listener;
  private final long start = System.nanoTime();
  private int trialsDone;

  RunProgress(int trials, RunListener listener) {
    this.trials = trials;
    this.listener = listener;
  }

  void trialStarted() {
    tell(0);
  }

  /**
   * @param done share of the trial in progress, 0 to 1
   */
  void lap(double done) {
    tell(done);
  }

  void trialFinished() {
    trialsDone++;
    tell(0);
  }

  private void tell(double partDone) {
    listener.progress(progress(trials, trialsDone, partDone, System.nanoTime() - start));
  }

  static Progress progress(int trials, int trialsDone, double partDone, long elapsedNanos) {
    double done = (trialsDone + partDone) / trials;
    Long remainingSeconds =
        done == 0
            ? null
            : TimeUnit.NANOSECONDS.toSeconds(Math.round(elapsedNanos * (1 - done) / done));
    return new Progress((int) (100 * done), trialsDone, trials, remainingSeconds);
  }
}
