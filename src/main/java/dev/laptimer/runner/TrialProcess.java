package dev.laptimer.runner;

import dev.laptimer.api.Documents;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument.TrialResult;
import dev.laptimer.runner.health.Cgroup;
import dev.laptimer.runner.trial.Share;
import java.io.BufferedReader;
import java.io.BufferedWriter;
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

/** The process of one trial, or of a share of it, on this machine. */
final class TrialProcess implements TrialPart {

  private static final int KEPT_LINES = 20;

  private static final long TERM_GRACE_SECONDS = 5;

  private final Process process;
  private final BufferedWriter input;
  private final Cgroup cgroup = Cgroup.own();
  private final long killsBefore = cgroup.oomKills().orElse(0);
  private final Deque<String> lastLines = new ArrayDeque<>();
  private final CompletableFuture<Void> errorsRead;

  private TrialProcess(Process process) {
    this.process = process;
    this.input = process.outputWriter(StandardCharsets.UTF_8);
    this.errorsRead = CompletableFuture.runAsync(this::readErrors, TrialProcess::startThread);
  }

  private static void startThread(Runnable work) {
    var thread = new Thread(work, "trial-stderr");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Starts a fresh JVM of the same class path, with the options of the plan, and of the same
   * version unless the plan names another.
   */
  static TrialProcess start(Plan plan, Plan.Trial trial, Share share) {
    var builder = new ProcessBuilder(command(plan, trial, share));
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

  private static List<String> command(Plan plan, Plan.Trial trial, Share share) {
    var arm = plan.arm(trial.arm());
    var javaHome = arm.javaHome() == null ? System.getProperty("java.home") : arm.javaHome();
    var command = new ArrayList<String>();
    command.add(Path.of(javaHome, "bin", "java").toString());
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.addAll(plan.jvmOptions(arm));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(
        List.of("dev.laptimer.Main", "trial", "--index", Integer.toString(trial.index())));
    if (!share.equals(Share.WHOLE)) {
      command.addAll(List.of("--share", share.toString()));
    }
    return List.copyOf(command);
  }

  /** The plan, one line. The stream stays open: its end would tell the trial that we are gone. */
  private void send(Plan plan) {
    try {
      input.write(Documents.toJson(plan));
      input.newLine();
      input.flush();
    } catch (IOException e) {
      // It ended at once; what it wrote says why
    }
  }

  @Override
  public void open() {
    try {
      input.write(TrialCommand.GO);
      input.newLine();
      input.flush();
    } catch (IOException e) {
      // It ended; what it wrote says why
    }
  }

  @Override
  public TrialEnd await(Listener listener) {
    Optional<TrialResult> result = Optional.empty();
    try (var output = process.inputReader(StandardCharsets.UTF_8)) {
      for (var line = output.readLine(); line != null; line = output.readLine()) {
        var event = TrialEvent.of(line);
        if (event.isEmpty()) {
          keep(line);
        } else if (event.get().result() != null) {
          result = Optional.of(event.get().result());
        } else if (event.get().done() != null) {
          listener.progress(event.get().done());
        } else {
          listener.arrived();
        }
      }
    } catch (IOException e) {
      // The process was killed in the middle of a line
    }
    int exitCode = process.onExit().join().exitValue();
    errorsRead.join();
    boolean killedForMemory = cgroup.oomKills().orElse(0) > killsBefore;
    return new TrialEnd(result, null, killedForMemory, exitCode, lastLines());
  }

  /** Asks it first, kills it after a while. */
  @Override
  public void stop() {
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
