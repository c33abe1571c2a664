package dev.laptimer.runner;

import dev.laptimer.api.BenchmarkSpec;
import dev.laptimer.api.BenchmarkStatus.Progress;
import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.DbBenchmarkSpec;
import dev.laptimer.api.Documents;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.EventLog;
import dev.laptimer.result.EventLog.Termination;
import dev.laptimer.result.FaultRequest;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument.Preflight;
import dev.laptimer.result.ResultDocument.TrialResult;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code laptimer runner}: what the benchmark Job runs. Its log is how the result gets out. */
@Command(
    name = "runner",
    description = "Executes a plan; the benchmark Job starts it.",
    mixinStandardHelpOptions = true)
public final class RunnerCommand implements Callable<Integer> {

  @Option(names = "--spec", required = true, description = "The benchmark's spec, JSON.")
  private Path specFile;

  @Option(names = "--plan", required = true, description = "The plan, JSON.")
  private Path planFile;

  @Option(
      names = "--termination-log",
      description = "Where to leave the termination message; nowhere by default.")
  private Path terminationLog;

  @Option(names = "--token", description = "File with what agents ask for, where the plan has any.")
  private Path tokenFile;

  @Option(
      names = "--index",
      defaultValue = "${env:JOB_COMPLETION_INDEX:-0}",
      description =
          "Number of the pod in its Job; the first has the lead, the others are its agents.")
  private int index;

  @Override
  public Integer call() throws IOException {
    try {
      var plan = Documents.fromJson(Files.readString(planFile), Plan.class);
      if (index > 0) {
        AgentCommand.serve(plan, tokenFile, plan.runners().firstPort());
        return CommandLine.ExitCode.OK;
      }
      var type = plan.cluster() == null ? CacheBenchmarkSpec.class : DbBenchmarkSpec.class;
      return run(Documents.fromJson(Files.readString(specFile), type), plan);
    } catch (IOException | RuntimeException | LinkageError e) {
      // Nothing was measured, but why must get out all the same
      var words = "%s: %s".formatted(e.getClass().getSimpleName(), e.getMessage());
      System.out.println(words);
      terminate(new Termination(Reason.RunnerCrashed.name(), words, null, 0));
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  private int run(BenchmarkSpec spec, Plan plan) throws IOException {
    boolean hasAgents = plan.runners() != null && plan.runners().hosts() != null;
    var token = hasAgents ? Files.readString(tokenFile) : null;
    var runner = new PlanRunner(new Log(System.out), token);
    var delivered = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> endWell(runner, delivered), "on-term"));
    try {
      var document = runner.run(spec, plan);
      EventLog.result(document).forEach(System.out::println);
      var outcome = document.outcome();
      System.out.println("%s: %s".formatted(outcome.reason(), outcome.message()));
      System.out.flush();
      terminate(EventLog.termination(document));
      return outcome.reason().equals(Reason.Measured.name())
          ? CommandLine.ExitCode.OK
          : CommandLine.ExitCode.SOFTWARE;
    } finally {
      delivered.countDown();
    }
  }

  private void terminate(Termination termination) throws IOException {
    if (terminationLog != null) {
      Files.writeString(terminationLog, termination.toJson());
    }
  }

  /** A TERM ends the trial; the process stays until what was measured is delivered. */
  private static void endWell(PlanRunner runner, CountDownLatch delivered) {
    runner.cancel();
    try {
      delivered.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lines for people and, at most one a second, events of progress for the operator. */
  private static final class Log implements RunListener {

    private static final long MIN_NANOS_BETWEEN_EVENTS = TimeUnit.SECONDS.toNanos(1);

    private final PrintStream out;
    private long last = System.nanoTime() - MIN_NANOS_BETWEEN_EVENTS;

    private Log(PrintStream out) {
      this.out = out;
    }

    @Override
    public void preflight(Preflight preflight) {
      var failure = preflight.failure();
      out.println(
          failure == null
              ? "%s answers: version %s, round trip %d us (p99 %d us)"
                  .formatted(
                      preflight.arm(),
                      preflight.serverVersion(),
                      preflight.pingP50Micros(),
                      preflight.pingP99Micros())
              : "%s: %s".formatted(failure.reason(), failure.message()));
    }

    @Override
    public void trialStarted(Plan.Trial trial) {
      out.println(
          "trial %d: round %d, %s".formatted(trial.index() + 1, trial.round(), trial.arm()));
    }

    @Override
    public void trialFinished(TrialResult result) {
      if (result.failure() != null) {
        out.println("%s: %s".formatted(result.failure().reason(), result.failure().message()));
      }
      for (var phase : result.phases()) {
        out.println(
            "  %s: %.0f operations/s, p50 %d us, p99 %d us, errors %d, misses %d"
                .formatted(
                    phase.name(),
                    phase.opsPerSecond(),
                    phase.p50Nanos() / 1000,
                    phase.p99Nanos() / 1000,
                    phase.errors(),
                    phase.misses()));
      }
    }

    @Override
    public void progress(Progress progress) {
      long now = System.nanoTime();
      if (now - last >= MIN_NANOS_BETWEEN_EVENTS) {
        last = now;
        out.println(EventLog.progress(progress));
      }
    }

    @Override
    public void faultWanted(FaultRequest request) {
      out.println(EventLog.fault(request));
      out.flush();
    }

    @Override
    public void eventAwaited(int number) {
      out.println("event %d: waiting for what somebody else does to a member".formatted(number));
      out.flush();
    }
  }
}
