package dev.laptimer.runner;

import dev.laptimer.result.ResultDocument.Failure;
import dev.laptimer.result.ResultDocument.TrialResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.DoubleConsumer;

/**
 * One trial that one or several processes make together. None of them begins a lap before all are
 * ready for it. When one fails, the others are stopped: what is left of them is no trial.
 */
final class SharedTrial {

  private final List<TrialPart> parts;
  private final double[] done;
  private int arrived;
  private Failure firstFailure;

  /** How it ended: with the result of all, or with the first failure of one. */
  record Ended(Optional<TrialResult> result, Failure failure) {}

  SharedTrial(List<TrialPart> parts) {
    this.parts = List.copyOf(parts);
    this.done = new double[parts.size()];
  }

  /**
   * Waits for the end.
   *
   * @param progress hears how far the process is that is the last, 0 to 1
   */
  Ended await(DoubleConsumer progress) {
    var ends = new ArrayList<CompletableFuture<TrialEnd>>();
    for (int i = 1; i < parts.size(); i++) {
      int part = i;
      ends.add(
          CompletableFuture.supplyAsync(() -> await(part, progress), SharedTrial::startThread));
    }
    // The listener is to be called by this thread; it hears of the others when it hears of this one
    var first = await(0, progress);
    var results = new ArrayList<TrialResult>();
    first.result().ifPresent(results::add);
    ends.forEach(end -> end.join().result().ifPresent(results::add));
    synchronized (this) {
      if (firstFailure == null) {
        return new Ended(Optional.of(SharedResults.merged(results)), null);
      }
      return new Ended(first.result().filter(result -> parts.size() == 1), firstFailure);
    }
  }

  /** Ends it soon, from another thread. */
  void stop() {
    parts.forEach(TrialPart::stop);
  }

  private static void startThread(Runnable work) {
    var thread = new Thread(work, "trial-part");
    thread.setDaemon(true);
    thread.start();
  }

  private TrialEnd await(int part, DoubleConsumer progress) {
    var end =
        parts
            .get(part)
            .await(
                new TrialPart.Listener() {
                  @Override
                  public void progress(double share) {
                    double slowest = told(part, share);
                    if (part == 0) {
                      progress.accept(slowest);
                    }
                  }

                  @Override
                  public void arrived() {
                    SharedTrial.this.arrived();
                  }
                });
    end.failure().ifPresent(this::failed);
    return end;
  }

  private synchronized double told(int part, double share) {
    done[part] = share;
    return Arrays.stream(done).min().orElseThrow();
  }

  private synchronized void arrived() {
    arrived++;
    if (arrived == parts.size()) {
      arrived = 0;
      parts.forEach(TrialPart::open);
    }
  }

  private void failed(Failure failure) {
    synchronized (this) {
      if (firstFailure != null) {
        return;
      }
      firstFailure = failure;
    }
    if (parts.size() > 1) {
      stop();
    }
  }
}
