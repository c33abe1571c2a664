package dev.laptimer.runner;

import dev.laptimer.api.Documents;
import dev.laptimer.client.sql.RunDatabase;
import dev.laptimer.plan.Plan;
import dev.laptimer.runner.trial.TrialRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code laptimer trial}: one trial in a process of its own. The plan comes as one line on standard
 * input; when that is closed, the runner is gone, and the trial ends.
 */
@Command(
    name = "trial",
    description = "Makes one trial of the plan on standard input; the runner starts it.",
    hidden = true,
    mixinStandardHelpOptions = true)
public final class TrialCommand implements Callable<Integer> {

  private static final long NANOS_BETWEEN_EVENTS = TimeUnit.MILLISECONDS.toNanos(500);

  @Option(names = "--index", required = true, description = "Place of the trial in the plan.")
  private int index;

  @Override
  public Integer call() throws IOException, InterruptedException {
    // Whatever else writes to the standard output must not come between the events
    var events = System.out;
    System.setOut(System.err);
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var line = input.readLine();
    if (line == null) {
      System.err.println("laptimer trial: there is no plan on the standard input");
      return CommandLine.ExitCode.USAGE;
    }
    var plan = Documents.fromJson(line, Plan.class);
    var trial = new TrialRun(plan, index);
    daemon("runner-watch", () -> cancelWithRunner(trial, input));
    daemon("progress", () -> tellProgress(trial, events));
    var result = trial.run();
    if (trial.isCancelled()) {
      tidyUp(plan, plan.arm(result.arm()));
      return CommandLine.ExitCode.SOFTWARE;
    }
    events.println(new TrialEvent(null, result).line());
    return result.failure() == null ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  /** The runner is gone, and nobody else does it. */
  private static void tidyUp(Plan plan, Plan.Arm arm) {
    if (plan.cluster() == null) {
      new KeyCleanup(plan, arm).run();
    } else {
      RunDatabase.made(plan).drop();
    }
  }

  private static void daemon(String name, Runnable work) {
    var thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void cancelWithRunner(TrialRun trial, BufferedReader input) {
    try {
      while (input.readLine() != null) {
        // The runner writes nothing more
      }
    } catch (IOException e) {
      // The same as its end
    }
    trial.cancel();
  }

  /** By a thread of its own, so that nothing is written between laps. */
  private static void tellProgress(TrialRun trial, PrintStream events) {
    double told = 0;
    while (true) {
      LockSupport.parkNanos(NANOS_BETWEEN_EVENTS);
      double done = trial.done();
      if (done > told) {
        events.println(new TrialEvent(done, null).line());
        told = done;
      }
    }
  }
}
