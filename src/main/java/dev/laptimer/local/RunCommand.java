package dev.laptimer.local;

import dev.laptimer.api.BenchmarkSpec;
import dev.laptimer.api.BenchmarkStatus.RunStatus;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Analysis;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument;
import dev.laptimer.result.ResultDocument.Outcome;
import dev.laptimer.result.Statuses;
import dev.laptimer.result.Tables;
import dev.laptimer.result.html.HtmlReport;
import dev.laptimer.runner.PlanRunner;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code laptimer run}: a benchmark on this machine. Tables go to the standard output, all that is
 * said on the way to the standard error output.
 */
@Command(
    name = "run",
    header = "Runs a benchmark on this machine, without a cluster.",
    description = {
      "",
      "Takes the same YAML file as `kubectl apply`. A target with `server` becomes a process of this machine on a free"
          + " loopback port, stopped at the end whatever happens; a target with `endpoint` is used as given. The members"
          + " of a DbCluster become processes too, with HAProxy in front if that is installed. Prints the tables and"
          + " writes result.json, status.yaml, the page report.html and the servers' logs.",
      "",
      "Ctrl-C stops the run and keeps what was measured; a second one ends it at once.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:everything was measured",
      "1:the run failed or was stopped; the reason is printed and in status.yaml",
      "2:the command or the benchmark is not valid"
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class RunCommand implements Callable<Integer> {

  private static final int MEASURED = 0;
  private static final int FAILED = 1;
  private static final int USAGE = 2;

  /** Numbers that every reader of JSON can hold. */
  private static final long SEEDS = 1L << 53;

  @Parameters(paramLabel = "FILE", description = "YAML file with a CacheBenchmark or a DbCluster.")
  private Path file;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "Which one, or KIND/NAME, if the file has more than one.")
  private String name;

  @Option(
      names = "--install",
      description =
          "Install the servers that are missing by apt-get; needs root on Debian or Ubuntu. No service is started.")
  private boolean install;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description =
          "Folder to write to; must not hold another result. Default: laptimer-results/NAME-TIME.")
  private Path output;

  @Option(
      names = "--secrets",
      paramLabel = "DIR",
      description =
          "The Secrets that endpoints refer to: a folder for each Secret, in it a file for each key.")
  private Path secrets;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "Seed of the order of trials, the keys and the values. Default: a random one, which is in the result.")
  private Long seed;

  @Option(
      names = "--java",
      paramLabel = "VARIANT=JAVA_HOME",
      description =
          "The Java runtime that measures a variant, to compare runtimes; may be given for several. In a cluster a variant"
              + " has an image for that. Default: the one that runs this command.")
  private Map<String, Path> javaHomes = Map.of();

  @Spec private CommandSpec command;

  private final Instant startTime = Instant.now();

  @Override
  public Integer call() {
    try (var signals =
        new StopSignals(
            () -> say("Stopping; what was measured is kept. Ctrl-C again ends at once."),
            Thread.currentThread()::interrupt)) {
      return run(signals);
    } catch (UsageException e) {
      say(e.getMessage());
      return USAGE;
    } catch (InterruptedException e) {
      say("Stopped before anything ran.");
      return FAILED;
    } catch (IOException e) {
      say("The run failed: " + RunOutput.words(e));
      return FAILED;
    }
  }

  private int run(StopSignals signals) throws IOException, InterruptedException {
    var specFile = SpecFile.read(file, name);
    var benchmark = specFile.benchmark();
    tellWhatIsIgnored(specFile);
    benchmark.checkSecrets(secrets);
    new JavaHomes(javaHomes).check(benchmark.spec());
    var programs = new Programs(System.getenv("PATH"));
    if (!provide(programs, benchmark)) {
      return FAILED;
    }
    var runOutput = RunOutput.create(output == null ? defaultOutput(benchmark) : output);
    try (var servers = benchmark.servers(runOutput.folder(), secrets, programs, this::say)) {
      signals.endAtOnceBy(servers::kill);
      servers.start();
      return measure(benchmark, servers, signals, runOutput);
    } catch (ServerFailedException e) {
      return failed(benchmark.spec(), Reason.ServerNotReady, e.getMessage(), runOutput);
    } catch (InterruptedException e) {
      return failed(
          benchmark.spec(), Reason.Cancelled, "stopped while the servers started", runOutput);
    }
  }

  private int measure(
      LocalBenchmark benchmark, LocalServers servers, StopSignals signals, RunOutput runOutput) {
    var spec = benchmark.spec();
    var plan =
        new JavaHomes(javaHomes)
            .of(servers.plan(seed == null ? ThreadLocalRandom.current().nextLong(SEEDS) : seed));
    var document = explained(measured(spec, plan, servers, signals), servers);
    // First of all to the eyes: a full disk must not cost what was measured
    var out = command.commandLine().getOut();
    var analysis = Analysis.of(spec, document);
    out.println(Tables.of(document, analysis));
    out.flush();
    try {
      runOutput.write(document);
      runOutput.write(
          Statuses.ended(context(), spec, runStatus(spec, plan.seed()), document, null));
      runOutput.writePage(HtmlReport.of(document, analysis));
    } catch (IOException e) {
      say(
          "The result could not be written to %s: %s"
              .formatted(runOutput.folder(), RunOutput.words(e)));
      return FAILED;
    }
    tellWhereItIs(runOutput);
    return document.outcome().complete() ? MEASURED : FAILED;
  }

  private ResultDocument measured(
      BenchmarkSpec spec, Plan plan, LocalServers servers, StopSignals signals) {
    if (!CommandLine.Help.Ansi.AUTO.enabled()) {
      return measured(
          spec,
          plan,
          signals,
          new PlanRunner(
              new PlainProgress(command.commandLine().getErr(), plan, servers::faultWanted)));
    }
    try (var bar = new BarProgress(System.err, plan, servers::faultWanted)) {
      return measured(spec, plan, signals, new PlanRunner(bar));
    }
  }

  private static ResultDocument measured(
      BenchmarkSpec spec, Plan plan, StopSignals signals, PlanRunner runner) {
    signals.stopBy(runner::cancel);
    // A signal until now interrupted this thread; it counts as the cancel that it has become
    Thread.interrupted();
    return runner.run(spec, plan);
  }

  /** A server that is gone explains why its clients failed better than they can. */
  private static ResultDocument explained(ResultDocument document, LocalServers servers) {
    var outcome = document.outcome();
    if (outcome.complete()
        || outcome.reason().equals(Reason.Cancelled.name())
        || outcome.reason().equals(Reason.AcknowledgedWritesLost.name())) {
      return document;
    }
    return servers
        .firstEnd()
        .map(
            words ->
                document.withOutcome(
                    new Outcome(
                        false,
                        Reason.ServerCrashed.name(),
                        words + "; then: " + outcome.message())))
        .orElse(document);
  }

  /** The run ends before there is anything to measure. */
  private int failed(BenchmarkSpec spec, Reason reason, String message, RunOutput runOutput)
      throws IOException {
    say(reason + ": " + message);
    runOutput.write(Statuses.failed(context(), runStatus(spec, seed), reason, message));
    tellWhereItIs(runOutput);
    return FAILED;
  }

  /** False if a program is missing and stays so; then it was said what to do. */
  private boolean provide(Programs programs, LocalBenchmark benchmark) throws InterruptedException {
    var missing = programs.missing(benchmark.programs());
    if (!install) {
      if (!missing.isEmpty()) {
        say(Programs.howToInstall(missing));
      }
      return missing.isEmpty();
    }
    var all = Stream.concat(benchmark.programs().stream(), benchmark.wishes().stream()).toList();
    try {
      programs.install(programs.missing(all));
      return true;
    } catch (IOException e) {
      say(e.getMessage());
      return false;
    }
  }

  private void tellWhatIsIgnored(SpecFile specFile) {
    if (!specFile.ignored().isEmpty()) {
      say("Of " + file + " this is left out: " + String.join(", ", specFile.ignored()));
    }
    var fields = specFile.benchmark().onlyForPods();
    if (!fields.isEmpty()) {
      say("Only for a cluster, without effect here: " + String.join(", ", fields));
    }
  }

  /** Generation 1: the file is the first and only version of the benchmark. */
  private static Statuses.Context context() {
    return new Statuses.Context(null, 1, Instant.now());
  }

  private RunStatus runStatus(BenchmarkSpec spec, Long seed) {
    return new RunStatus(
        1,
        null,
        spec.run() == null ? null : spec.run().token(),
        null,
        seed,
        null,
        null,
        startTime.truncatedTo(ChronoUnit.SECONDS).toString(),
        null,
        null,
        null);
  }

  private static Path defaultOutput(LocalBenchmark benchmark) {
    var time = LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
    return Path.of("laptimer-results", benchmark.name() + "-" + time);
  }

  private void tellWhereItIs(RunOutput runOutput) {
    say("Everything is in " + runOutput.folder());
  }

  private void say(String line) {
    PrintWriter err = command.commandLine().getErr();
    err.println(line);
    err.flush();
  }
}
