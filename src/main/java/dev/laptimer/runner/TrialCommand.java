package dev.laptimer.runner;

import dev.laptimer.api.Documents;
import dev.laptimer.client.sql.RunDatabase;
import dev.laptimer.plan.Plan;
import dev.laptimer.runner.trial.Gate;
import dev.laptimer.runner.trial.Share;
import dev.laptimer.runner.trial.TrialRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
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

  /** The line that lets a trial go on from where it waits for the others. */
  static final String GO = "go";

  private static final int MANY = 1_000_000;

  private static final long NANOS_BETWEEN_EVENTS = TimeUnit.MILLISECONDS.toNanos(500);

  @Option(names = "--index", required = true, description = "Place of the trial in the plan.")
  private int index;

  @Option(
      names = "--share",
      paramLabel = "POD/PODS",
      defaultValue = "0/1",
      description = "Which share of the trial; processes with the others make the rest.")
  private String share;

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
    var own = Share.parse(share);
    var opened = new Semaphore(0);
    var trial =
        new TrialRun(
            plan, index, own, own.equals(Share.WHOLE) ? Gate.OPEN : () -> pass(events, opened));
    daemon("runner-watch", () -> listen(trial, input, opened));
    daemon("progress", () -> tellProgress(trial, events));
    var result = trial.run();
    if (trial.isCancelled()) {
      tidyUp(plan, plan.arm(result.arm()));
      return CommandLine.ExitCode.SOFTWARE;
    }
    events.println(new TrialEvent(null, null, result).line());
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

  private static void pass(PrintStream events, Semaphore opened) {
    events.println(new TrialEvent(null, true, null).line());
    events.flush();
    opened.acquireUninterruptibly();
  }

  /** Until the runner is gone, which is the end of the trial too. */
  private static void listen(TrialRun trial, BufferedReader input, Semaphore opened) {
    try {
      for (var line = input.readLine(); line != null; line = input.readLine()) {
        if (line.equals(GO)) {
          opened.release();
        }
      }
    } catch (IOException e) {
      // The same as its end
    }
    trial.cancel();
    // Nothing is left to wait for, however often it would wait
    opened.release(MANY);
  }

  /** By a thread of its own, so that nothing is written between laps. */
  private static void tellProgress(TrialRun trial, PrintStream events) {
    double told = 0;
    while (true) {
      LockSupport.parkNanos(NANOS_BETWEEN_EVENTS);
      double done = trial.done();
      if (done > told) {
        events.println(new TrialEvent(done, null, null).line());
        told = done;
      }
    }
  }
}
