package dev.laptimer.runner;

import dev.laptimer.api.Documents;
import dev.laptimer.plan.Plan;
import dev.laptimer.runner.trial.TrialRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
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

  private static final long MIN_NANOS_BETWEEN_EVENTS = TimeUnit.MILLISECONDS.toNanos(500);

  @Option(names = "--index", required = true, description = "Place of the trial in the plan.")
  private int index;

  @Override
  public Integer call() throws IOException, InterruptedException {
    // Whatever else writes to the standard output must not come between the events
    var events = System.out;
    System.setOut(System.err);
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var plan = Documents.fromJson(input.readLine(), Plan.class);
    var trial = new TrialRun(plan, index, new Laps(events));
    endWith(input, trial);
    var result = trial.run();
    if (trial.isCancelled()) {
      new KeyCleanup(plan, plan.arm(result.arm())).run();
      return 1;
    }
    events.println(new TrialEvent(null, result).line());
    return result.failure() == null ? 0 : 1;
  }

  private static void endWith(BufferedReader input, TrialRun trial) {
    var watch =
        new Thread(
            () -> {
              try {
                while (input.readLine() != null) {
                  // The runner writes nothing more
                }
              } catch (IOException e) {
                // The same as its end
              }
              trial.cancel();
            },
            "runner-watch");
    watch.setDaemon(true);
    watch.start();
  }

  /** Tells of laps, not too often. */
  private static final class Laps implements TrialRun.Listener {

    private final PrintStream events;
    private long last = System.nanoTime();

    private Laps(PrintStream events) {
      this.events = events;
    }

    @Override
    public void lap(double done) {
      long now = System.nanoTime();
      if (now - last >= MIN_NANOS_BETWEEN_EVENTS) {
        last = now;
        events.println(new TrialEvent(done, null).line());
      }
    }
  }
}
