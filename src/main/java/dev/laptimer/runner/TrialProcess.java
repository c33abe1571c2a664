package dev.laptimer.runner;

import dev.laptimer.api.Documents;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument.Failure;
import dev.laptimer.result.ResultDocument.TrialResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleConsumer;

/** The process of one trial, as the runner sees it. */
final class TrialProcess {

  private static final int KEPT_LINES = 20;

  private static final long TERM_GRACE_SECONDS = 5;

  /** Exit code of a JVM that a Ctrl-C at the terminal ended, together with us. */
  private static final int INTERRUPTED = 130;

  private static final int MAX_WORDS = 1_000;

  private final Process process;
  private final Deque<String> lastLines = new ArrayDeque<>();
  private final CompletableFuture<Void> errorsRead;

  /**
   * How the process ended.
   *
   * @param result that it gave; empty if it did not come so far
   * @param exitCode its exit code, above 128 if a signal ended it
   * @param lastLines what it wrote beside its events
   */
  record Ended(Optional<TrialResult> result, int exitCode, List<String> lastLines) {

    /**
     * Why there is no result.
     *
     * @param killedForMemory whether the kernel killed a process of ours for memory meanwhile
     */
    Failure crash(boolean killedForMemory) {
      if (exitCode == INTERRUPTED) {
        return new Failure(Reason.Cancelled.name(), "the run was cancelled");
      }
      if (lastLines.stream().anyMatch(line -> line.contains("java.lang.OutOfMemoryError"))) {
        return new Failure(
            Reason.RunnerOutOfMemory.name(),
            "the trial's JVM ran out of heap (raise -Xmx in runner.jvmOptions): " + words());
      }
      if (killedForMemory) {
        return new Failure(
            Reason.RunnerOutOfMemory.name(),
            "the kernel killed the trial's JVM for memory (raise the limit in runner.resources): "
                + words());
      }
      var how =
          exitCode > 128
              ? "was ended by signal " + (exitCode - 128)
              : "ended with exit code " + exitCode;
      return new Failure(
          Reason.RunnerCrashed.name(), "the trial's JVM %s; %s".formatted(how, words()));
    }

    private String words() {
      if (lastLines.isEmpty()) {
        return "it wrote nothing";
      }
      var words = String.join(" | ", lastLines);
      return "it wrote: "
          + (words.length() <= MAX_WORDS ? words : words.substring(words.length() - MAX_WORDS));
    }
  }

  private TrialProcess(Process process) {
    this.process = process;
    this.errorsRead = CompletableFuture.runAsync(this::readErrors, TrialProcess::startThread);
  }

  private static void startThread(Runnable work) {
    var thread = new Thread(work, "trial-stderr");
    thread.setDaemon(true);
    thread.start();
  }

  /** Starts a fresh JVM of the same version and class path, with the options of the plan. */
  static TrialProcess start(Plan plan, Plan.Trial trial) {
    var builder = new ProcessBuilder(command(plan, trial));
    // The options of a trial are those of the plan and no others
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    try {
      var started = new TrialProcess(builder.start());
      started.send(plan);
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> command(Plan plan, Plan.Trial trial) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.addAll(plan.jvmOptions(plan.arm(trial.arm())));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(
        List.of("dev.laptimer.Main", "trial", "--index", Integer.toString(trial.index())));
    return List.copyOf(command);
  }

  /** The plan, one line. The stream stays open: its end would tell the trial that we are gone. */
  private void send(Plan plan) {
    try {
      var input = process.outputWriter(StandardCharsets.UTF_8);
      input.write(Documents.toJson(plan));
      input.newLine();
      input.flush();
    } catch (IOException e) {
      // It ended at once; what it wrote says why
    }
  }

  /**
   * Waits for the end.
   *
   * @param progress hears how far the trial is, 0 to 1
   */
  Ended await(DoubleConsumer progress) {
    Optional<TrialResult> result = Optional.empty();
    try (var output = process.inputReader(StandardCharsets.UTF_8)) {
      for (var line = output.readLine(); line != null; line = output.readLine()) {
        var event = TrialEvent.of(line);
        if (event.isEmpty()) {
          keep(line);
        } else if (event.get().result() != null) {
          result = Optional.of(event.get().result());
        } else if (event.get().done() != null) {
          progress.accept(event.get().done());
        }
      }
    } catch (IOException e) {
      // The process was killed in the middle of a line
    }
    int exitCode = process.onExit().join().exitValue();
    errorsRead.join();
    return new Ended(result, exitCode, lastLines());
  }

  /** Ends the process from another thread: asks it first, kills it after a while. */
  void stop() {
    process.destroy();
    process
        .onExit()
        .completeOnTimeout(null, TERM_GRACE_SECONDS, TimeUnit.SECONDS)
        .thenRun(process::destroyForcibly);
  }

  private void readErrors() {
    try (BufferedReader errors = process.errorReader(StandardCharsets.UTF_8)) {
      errors.lines().forEach(this::keep);
    } catch (IOException | UncheckedIOException e) {
      // The process was killed in the middle of a line
    }
  }

  private void keep(String line) {
    synchronized (lastLines) {
      lastLines.addLast(line);
      if (lastLines.size() > KEPT_LINES) {
        lastLines.removeFirst();
      }
    }
  }

  private List<String> lastLines() {
    synchronized (lastLines) {
      return List.copyOf(lastLines);
    }
  }
}
