package dev.laptimer.local;

import dev.laptimer.api.BenchmarkStatus.Progress;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.FaultRequest;
import dev.laptimer.result.ResultDocument.Preflight;
import dev.laptimer.result.ResultDocument.TrialResult;
import dev.laptimer.runner.RunListener;
import java.io.PrintStream;
import java.util.function.Consumer;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** Progress for a terminal: a bar with percent, the time left and the trial that is on. */
final class BarProgress implements RunListener, AutoCloseable {

  private static final int PERCENT = 100;
  private static final int REDRAW_MILLIS = 250;
  private static final int DEFAULT_COLUMNS = 80;
  private static final int BAR = 20;

  private final Plan plan;
  private final Consumer<FaultRequest> faults;
  private final PrintStream terminal;
  private ProgressBar bar;
  private volatile Long remainingSeconds;

  /**
   * @param faults does to a member what the runner asks for
   */
  BarProgress(PrintStream terminal, Plan plan, Consumer<FaultRequest> faults) {
    this.terminal = terminal;
    this.plan = plan;
    this.faults = faults;
  }

  @Override
  public void preflight(Preflight preflight) {
    terminal.println(PlainProgress.answer(preflight));
  }

  @Override
  public void trialStarted(Plan.Trial trial) {
    if (bar == null) {
      bar = start();
    }
    bar.setExtraMessage(PlainProgress.trial(plan, trial.index()));
  }

  @Override
  public void trialFinished(TrialResult result) {
    if (result.failure() != null) {
      bar.setExtraMessage(result.failure().reason());
    }
  }

  @Override
  public void progress(Progress progress) {
    remainingSeconds = progress.remainingSeconds();
    bar.stepTo(progress.percent());
  }

  @Override
  public void faultWanted(FaultRequest request) {
    if (bar != null) {
      bar.setExtraMessage(PlainProgress.fault(request));
    }
    faults.accept(request);
  }

  @Override
  public void eventAwaited(int number) {
    bar.setExtraMessage("event %d: waiting".formatted(number));
  }

  private ProgressBar start() {
    // Told the width, it opens no terminal of its own, which would take our signals
    return new ProgressBarBuilder()
        .setInitialMax(PERCENT)
        .setUpdateIntervalMillis(REDRAW_MILLIS)
        .setRenderer(
            (state, width) ->
                line(state.getCurrent(), remainingSeconds, state.getExtraMessage(), width))
        .setConsumer(new ConsoleProgressBarConsumer(terminal, columns()))
        .build();
  }

  /** For example: {@code [####### ] 36 %, 52 s left, trial 8 of 20, round 4 of 10, redis}. */
  static String line(long percent, Long remainingSeconds, String trial, int width) {
    var filled = (int) (percent * BAR / PERCENT);
    var line =
        "[%s%s] %2d %%, %s%s"
            .formatted(
                "#".repeat(filled),
                " ".repeat(BAR - filled),
                percent,
                remainingSeconds == null ? "" : remainingSeconds + " s left, ",
                trial);
    // What was drawn before may have been longer
    return line.length() > width
        ? line.substring(0, width)
        : line + " ".repeat(width - line.length());
  }

  /** Set by the launcher. */
  private static int columns() {
    try {
      return Integer.parseInt(System.getenv("COLUMNS"));
    } catch (NumberFormatException e) {
      return DEFAULT_COLUMNS;
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
