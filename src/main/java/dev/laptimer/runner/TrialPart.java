package dev.laptimer.runner;

/** A process that makes a trial, or a share of it, wherever it runs. */
interface TrialPart {

  /** Hears of it while it runs. */
  interface Listener {

    /** How far it is, 0 to 1. */
    void progress(double done);

    /** It waits for the other processes of the trial, until {@link TrialPart#open()}. */
    void arrived();
  }

  /** Waits for its end. */
  TrialEnd await(Listener listener);

  /** Lets it go on from where it waits; from any thread. */
  void open();

  /** Ends it soon; from any thread. */
  void stop();
}
