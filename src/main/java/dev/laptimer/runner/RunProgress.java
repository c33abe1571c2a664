package dev.laptimer.runner;

import dev.laptimer.api.BenchmarkStatus.Progress;
import java.util.concurrent.TimeUnit;

/** Reckons how far a run is, and how long the rest will take by what is done. */
final class RunProgress {

  private int trials;
  private final int events;
  private final RunListener listener;
  private final long start = System.nanoTime();
  private int trialsDone;

  /**
   * @param events that come after the trials, each taken for as long as a trial
   */
  RunProgress(int trials, int events, RunListener listener) {
    this.trials = trials;
    this.events = events;
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

  /** Trials are to be made in place of others that do not count. */
  void moreTrials(int count) {
    trials += count;
  }

  /** The trials that are done were enough. */
  void noMoreTrials() {
    trials = trialsDone;
    tell(0);
  }

  /**
   * @param done how many events are over
   */
  void events(int done) {
    tell(done);
  }

  private void tell(double partDone) {
    listener.progress(progress(trials, events, trialsDone, partDone, System.nanoTime() - start));
  }

  static Progress progress(
      int trials, int events, int trialsDone, double partDone, long elapsedNanos) {
    double done = (trialsDone + partDone) / (trials + events);
    Long remainingSeconds =
        done == 0
            ? null
            : TimeUnit.NANOSECONDS.toSeconds(Math.round(elapsedNanos * (1 - done) / done));
    return new Progress((int) (100 * done), trialsDone, trials, remainingSeconds);
  }
}
