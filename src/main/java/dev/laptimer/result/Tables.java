package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus.PhaseFigures;
import dev.laptimer.api.BenchmarkStatus.Result;
import dev.laptimer.api.KeyOrder;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a person reads of a run: plain text for a terminal, a file or a pipe. Pure. */
public final class Tables {

  /** Widest line, in characters, where the words allow it. */
  static final int WIDTH = 120;

  /** Most laps of a phase that get a row each; of more the middle ones are left out. */
  private static final int MAX_LAP_ROWS = 12;

  private static final int LAST_LAP_ROWS = 2;

  private Tables() {}

  /** Everything: the laps, the figures, the comparisons, the trust, and how it was measured. */
  public static String of(ResultDocument document, Analysis analysis) {
    return Stream.of(
            head(document, analysis),
            laps(document),
            figures(document, analysis),
            comparisons(document, analysis),
            FailoverText.table(document),
            trust(analysis),
            preflightFailures(document),
            setting(document, analysis))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  private static String head(ResultDocument document, Analysis analysis) {
    var plan = document.plan();
    var outcome = document.outcome();
    return TextTable.wrap(
            "%s, run %d: %s".formatted(plan.benchmark(), plan.runNumber(), analysis.summary()),
            WIDTH,
            "  ")
        + (outcome.complete() || analysis.results().stream().allMatch(r -> r.trials() == 0)
            ? ""
            : TextTable.wrap(
                "FAILED, %s: %s".formatted(outcome.reason(), outcome.message()), WIDTH, "  "));
  }

  // the laps

  /** The classic table: a row for each timed loop and one for their total, a column a target. */
  private static String laps(ResultDocument document) {
    var arms = document.plan().arms().stream().filter(arm -> has(document, arm)).toList();
    var phases =
        document.plan().workload().phases().stream().filter(phase -> phase.laps() > 0).toList();
    if (arms.isEmpty() || phases.isEmpty()) {
      return "";
    }
    var header = new ArrayList<>(List.of("loop"));
    arms.forEach(arm -> header.add(arm.name() + " (" + arm.client() + ")"));
    int decimals = decimals(document, arms, phases);
    var rows = new ArrayList<List<String>>();
    for (var phase : phases) {
      if (phase.laps() > 1 && !hasLaps(document, arms, phase)) {
        rows.add(row(phase.name(), document, arms, trial -> millis(trial, phase), decimals));
        continue;
      }
      for (int lap = 0; lap < phase.laps(); lap++) {
        if (phase.laps() > MAX_LAP_ROWS && lap == MAX_LAP_ROWS - LAST_LAP_ROWS) {
          var dots = new ArrayList<>(List.of("..."));
          arms.forEach(arm -> dots.add(""));
          rows.add(dots);
          lap = phase.laps() - LAST_LAP_ROWS;
        }
        int index = lap;
        rows.add(
            row(
                phase.laps() == 1 ? phase.name() : phase.name() + " " + (lap + 1),
                document,
                arms,
                trial -> result(trial, phase).lapNanos().get(index) / 1e6,
                decimals));
      }
    }
    if (rows.size() > 1) {
      rows.add(
          row(
              "total",
              document,
              arms,
              trial -> phases.stream().mapToDouble(phase -> millis(trial, phase)).sum(),
              decimals));
    }
    return "Milliseconds of each loop over all %s, median [lowest - highest] of the rounds:\n"
            .formatted(isOfTables(document) ? "rows" : "keys")
        + new TextTable(header, rows).render(WIDTH);
  }

  private static List<String> row(
      String label,
      ResultDocument document,
      List<Plan.Arm> arms,
      ToDoubleFunction<TrialResult> millis,
      int decimals) {
    var row = new ArrayList<>(List.of(label));
    for (var arm : arms) {
      var trials = Measured.trials(document, arm.name());
      var range = trials.stream().mapToDouble(millis).summaryStatistics();
      row.add(
          range(
              Format.fixed(Measured.median(trials, millis), decimals),
              Format.fixed(range.getMin(), decimals),
              Format.fixed(range.getMax(), decimals)));
    }
    return row;
  }

  private static String range(String median, String lowest, String highest) {
    return median + " [" + lowest + " - " + highest + "]";
  }

  private static boolean hasLaps(ResultDocument document, List<Plan.Arm> arms, Plan.Phase phase) {
    return arms.stream()
        .flatMap(arm -> Measured.trials(document, arm.name()).stream())
        .allMatch(trial -> Measured.hasLaps(phase, List.of(result(trial, phase))));
  }

  private static double millis(TrialResult trial, Plan.Phase phase) {
    return result(trial, phase).totalNanos() / 1e6;
  }

  private static PhaseResult result(TrialResult trial, Plan.Phase phase) {
    return Measured.phase(trial, phase.name()).orElseThrow();
  }

  /** Three digits for the shortest lap. */
  private static int decimals(
      ResultDocument document, List<Plan.Arm> arms, List<Plan.Phase> phases) {
    double shortest =
        arms.stream()
            .flatMap(arm -> Measured.trials(document, arm.name()).stream())
            .flatMap(trial -> trial.phases().stream())
            .filter(result -> phases.stream().anyMatch(p -> p.name().equals(result.name())))
            .flatMap(result -> result.lapNanos().stream())
            .mapToDouble(nanos -> nanos / 1e6)
            .min()
            .orElse(0);
    return shortest < 1 ? 3 : shortest < 10 ? 2 : 1;
  }

  private static boolean has(ResultDocument document, Plan.Arm arm) {
    return !Measured.trials(document, arm.name()).isEmpty();
  }

  // the figures

  private static String figures(ResultDocument document, Analysis analysis) {
    var results = analysis.results().stream().filter(r -> !r.phases().isEmpty()).toList();
    if (results.isEmpty()) {
      return "";
    }
    var header =
        List.of(
            "phase",
            "target",
            "ops/s [lowest - highest]",
            "p50 us",
            "p99 us",
            "p99.9 us",
            isOfTables(document) ? "retries" : "misses",
            "errors",
            "wrong",
            "trials");
    var rows = new ArrayList<List<String>>();
    for (var phase : document.plan().workload().phases()) {
      for (var result : results) {
        result.phases().stream()
            .filter(figures -> figures.name().equals(phase.name()))
            .map(figures -> row(phase, result, figures))
            .forEach(rows::add);
      }
    }
    var withPrice =
        results.stream()
            .filter(result -> result.opsPerCurrencyUnit() != null)
            .map(
                result ->
                    "%s makes %s operations for one unit of its price's currency\n"
                        .formatted(result.name(), result.opsPerCurrencyUnit()))
            .collect(Collectors.joining());
    return "Operations a second and round trips, medians of the rounds; counts of all rounds:\n"
        + leftSecond(new TextTable(header, rows)).render(WIDTH)
        + ExpiryFigures.lines(document.plan(), results)
        + withPrice;
  }

  private static List<String> row(Plan.Phase phase, Result result, PhaseFigures figures) {
    return List.of(
        phase.name(),
        result.name(),
        range(
            Format.number(figures.opsPerSecond()),
            Format.number(figures.opsPerSecondLowest()),
            Format.number(figures.opsPerSecondHighest())),
        number(figures.p50Micros()),
        number(figures.p99Micros()),
        number(figures.p999Micros()),
        figures.retries() == null ? misses(figures) : number(figures.retries()),
        number(figures.errors()),
        // Rows that are missing are wrong too; caches may forget
        number(figures.wrongValues() + (figures.retries() == null ? 0 : figures.misses())),
        number(result.trials().longValue()));
  }

  private static String misses(PhaseFigures figures) {
    return number(figures.misses())
        + (figures.expiredMisses() == 0
            ? ""
            : " (" + Format.number(figures.expiredMisses()) + " expired)");
  }

  private static String number(Long number) {
    return number == null ? "-" : Format.number(number);
  }

  /** The first two columns as one, so that both stand at the left. */
  private static TextTable leftSecond(TextTable table) {
    int width =
        Stream.concat(Stream.of(table.header()), table.rows().stream())
            .mapToInt(row -> row.get(0).length())
            .max()
            .orElse(0);
    Function<List<String>, List<String>> join =
        row ->
            Stream.concat(
                    Stream.of(
                        row.get(0) + " ".repeat(width - row.get(0).length() + 2) + row.get(1)),
                    row.stream().skip(2))
                .toList();
    return new TextTable(join.apply(table.header()), table.rows().stream().map(join).toList());
  }

  // the answers

  private static String comparisons(ResultDocument document, Analysis analysis) {
    return Stream.concat(
            analysis.comparisons().stream().map(c -> c.verdict() + ": " + c.message()),
            Optional.ofNullable(analysis.trust().noiseFloorPercent())
                .map(
                    percent ->
                        "Noise floor: %s %%, the most by which %s, measured twice in each round, differs from itself"
                            .formatted(percent, document.plan().control().of()))
                .stream())
        .map(line -> TextTable.wrap(line, WIDTH, "  "))
        .collect(Collectors.joining());
  }

  private static String trust(Analysis analysis) {
    return "Trust: "
        + analysis.trust().level()
        + "\n"
        + analysis.trust().checks().stream()
            .map(
                check ->
                    "  "
                        + TextTable.wrap(
                            "%s, %s%s: %s"
                                .formatted(
                                    check.severity(),
                                    check.name(),
                                    check.arm() == null ? "" : " at " + check.arm(),
                                    check.message()),
                            WIDTH - 2,
                            "    "))
            .collect(Collectors.joining());
  }

  private static String preflightFailures(ResultDocument document) {
    return document.preflights().stream()
        .filter(preflight -> preflight.failure() != null)
        .filter(preflight -> !document.outcome().message().contains(preflight.failure().message()))
        .map(
            preflight ->
                TextTable.wrap(
                    "%s did not answer as it should, %s: %s"
                        .formatted(
                            preflight.arm(),
                            preflight.failure().reason(),
                            preflight.failure().message()),
                    WIDTH,
                    "  "))
        .collect(Collectors.joining());
  }

  // how it was measured

  private static String setting(ResultDocument document, Analysis analysis) {
    var lines = new ArrayList<String>();
    if (!document.trials().isEmpty()) {
      lines.addAll(measuring(document));
    }
    if (document.omitted() != null) {
      lines.add("The document is not whole; " + document.omitted() + ".");
    }
    for (var result : analysis.results()) {
      lines.add(server(document, result));
    }
    lines.addAll(environment(document.environment()));
    return lines.stream()
        .map(line -> TextTable.wrap(line, WIDTH, "  "))
        .collect(Collectors.joining());
  }

  /** What was done to the targets, and how often. */
  private static List<String> measuring(ResultDocument document) {
    var plan = document.plan();
    var lines = new ArrayList<String>();
    lines.addAll(isOfTables(document) ? rows(plan) : keys(plan));
    plan.arms().stream()
        .filter(arm -> arm.workload() != null || arm.jvmOptions() != null)
        .map(arm -> deviation(plan, arm))
        .filter(line -> !line.isEmpty())
        .forEach(lines::add);
    boolean endedEarly =
        document.outcome().complete() && document.trials().size() < plan.trials().size();
    lines.add(
        "%s, each in a fresh JVM: %s, the targets%s in random order in each, seed %d."
            .formatted(
                Format.count(endedEarly ? document.trials().size() : plan.trials().size(), "trial"),
                endedEarly
                    ? "%d of at most %d rounds, as the intervals were narrow enough"
                        .formatted(document.trials().size() / plan.measured().size(), plan.rounds())
                    : Format.count(plan.rounds(), "round"),
                plan.control() == null ? "" : " and %s once more".formatted(plan.control().of()),
                plan.seed()));
    return lines;
  }

  private static List<String> keys(Plan plan) {
    return List.of(
        "Every target got the same %s keys of %d letters after a prefix of %d bytes, values of %s bytes, and %s."
            .formatted(
                Format.number(plan.workload().keyCount()),
                plan.workload().keyLengthBytes(),
                Plan.KEY_PREFIX_BYTES,
                Format.number(plan.workload().valueSizeBytes()),
                connections(plan.workload())),
        plan.workload().expirySeconds() == 0
            ? "Every target got its keys without a time to live."
            : "Every target got the same time to live of %d s, given %s."
                .formatted(
                    plan.workload().expirySeconds(),
                    plan.workload().expiryMethod() == null
                        ? "with the write"
                        : "by " + plan.workload().expiryMethod()));
  }

  private static List<String> rows(Plan plan) {
    var workload = plan.workload();
    var table = workload.table();
    return List.of(
        "Every target got the same table of %s with texts of %s bytes, in a database of the run's own, and %s, each with a share of the rows; statements are prepared on the client."
            .formatted(
                Format.count(workload.keyCount(), "row"),
                Format.number(workload.valueSizeBytes()),
                connections(workload)),
        "A range is %s, a transaction %s and a commit, a mix %d %% reads. Rows that are missing count as wrong."
            .formatted(
                Format.count(table.rangeRows(), "row"),
                Format.count(table.statementsPerTransaction(), "update"),
                table.readPercent()));
  }

  private static boolean isOfTables(ResultDocument document) {
    return document.plan().workload().table() != null;
  }

  private static String connections(Plan.Workload workload) {
    return Format.count(workload.connections(), "connection")
        + (workload.pipelineDepth() == 1
            ? ""
            : " with %d operations on their way together".formatted(workload.pipelineDepth()))
        + (workload.keyOrder() == KeyOrder.Sequential
            ? ""
            : ", keys in the order " + workload.keyOrder());
  }

  /** What an arm has that others have not. */
  private static String deviation(Plan plan, Plan.Arm arm) {
    var base = plan.workload();
    var own = plan.workload(arm);
    var parts = new ArrayList<String>();
    if (own.keyCount() != base.keyCount() || own.keyLengthBytes() != base.keyLengthBytes()) {
      parts.add(
          "%s keys of %d letters".formatted(Format.number(own.keyCount()), own.keyLengthBytes()));
    }
    if (own.valueSizeBytes() != base.valueSizeBytes()) {
      parts.add("values of %s bytes".formatted(Format.number(own.valueSizeBytes())));
    }
    if (own.expirySeconds() != base.expirySeconds()) {
      parts.add("a time to live of %d s (0: for ever)".formatted(own.expirySeconds()));
    }
    if (own.expiryMethod() != base.expiryMethod()) {
      parts.add("the time to live given by " + own.expiryMethodOrDefault());
    }
    if (!connections(own).equals(connections(base))) {
      parts.add(connections(own));
    }
    if (!plan.jvmOptions(arm).equals(plan.jvmOptions())) {
      parts.add("a JVM with " + String.join(" ", plan.jvmOptions(arm)));
    }
    return parts.isEmpty() ? "" : "%s differs: %s.".formatted(arm.name(), String.join("; ", parts));
  }

  private static String server(ResultDocument document, Result result) {
    var arm = document.plan().arm(result.name());
    var preflight =
        document.preflights().stream().filter(p -> p.arm().equals(result.name())).findFirst();
    var server = result.server();
    return result.name()
        + ": "
        + listed(
            result.engine()
                + " "
                + Objects.requireNonNullElse(server.version(), "(version unknown)"),
            result.client().name()
                + " "
                + Objects.requireNonNullElse(result.client().version(), "(version unknown)"),
            arm.host() + ":" + arm.port(),
            preflight.map(ResultDocument.Preflight::tlsProtocol).orElse(null),
            server.image(),
            server.nodeName() == null ? null : "node " + server.nodeName(),
            preflight
                .filter(p -> p.pingP50Micros() != null)
                .map(p -> "bare round trip " + p.pingP50Micros() + " us")
                .orElse(null));
  }

  private static List<String> environment(ResultDocument.Environment environment) {
    return List.of(
        "client: "
            + listed(
                environment.jvm(),
                environment.collector() == null ? null : environment.collector() + " collector",
                environment.maxHeapBytes() == null
                    ? null
                    : "heap " + environment.maxHeapBytes() / (1024 * 1024) + " MiB",
                "clock "
                    + Objects.requireNonNullElse(environment.clockSource(), "unknown")
                    + (environment.clockNanos() == null
                        ? ""
                        : " " + Format.plain(environment.clockNanos(), 2) + " ns")),
        "machine: "
            + listed(
                environment.cpuModel(),
                environment.cpus() == null ? null : Format.count(environment.cpus(), "CPU"),
                environment.quotaCpus() == null
                    ? null
                    : "quota of " + Format.plain(environment.quotaCpus(), 3),
                Boolean.TRUE.equals(environment.hypervisor()) ? "virtual" : null),
        "system: "
            + listed(
                environment.os(),
                environment.kernel() == null ? null : "kernel " + environment.kernel(),
                environment.cgroupVersion() == null
                    ? null
                    : "cgroup " + environment.cgroupVersion(),
                environment.memoryLimitBytes() == null
                    ? null
                    : "memory limit " + environment.memoryLimitBytes() / (1024 * 1024) + " MiB"));
  }

  private static String listed(String... parts) {
    return Stream.of(parts).filter(Objects::nonNull).collect(Collectors.joining(", "));
  }
}
