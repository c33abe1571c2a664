package dev.laptimer.runner;

import dev.laptimer.api.BenchmarkStatus.Progress;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument.Preflight;
import dev.laptimer.result.ResultDocument.TrialResult;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps all that a run tells. */
final class RecordingListener implements RunListener {

  final List<Preflight> preflights = new CopyOnWriteArrayList<>();
  final List<Plan.Trial> started = new CopyOnWriteArrayList<>();
  final List<TrialResult> finished = new CopyOnWriteArrayList<>();
  final List<Progress> progress = new CopyOnWriteArrayList<>();

  @Override
  public void preflight(Preflight preflight) {
    preflights.add(preflight);
  }

  @Override
  public void trialStarted(Plan.Trial trial) {
    started.add(trial);
  }

  @Override
  public void trialFinished(TrialResult result) {
    finished.add(result);
  }

  @Override
  public void progress(Progress progress) {
    this.progress.add(progress);
  }
}
