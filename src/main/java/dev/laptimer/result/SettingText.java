package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus.Result;
import dev.laptimer.api.KeyOrder;
import dev.laptimer.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How it was measured: what the targets got, the servers, the machine. Pure. */
final class SettingText {

  private SettingText() {}

  static String of(ResultDocument document, Analysis analysis) {
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
    lines.addAll(runtimes(analysis));
    lines.addAll(environment(document.environment()));
    return lines.stream()
        .map(line -> TextTable.wrap(line, Tables.WIDTH, "  "))
        .collect(Collectors.joining());
  }

  /** What was done to the targets, and how often. */
  private static List<String> measuring(ResultDocument document) {
    var plan = document.plan();
    var lines = new ArrayList<String>();
    lines.addAll(Tables.isOfTables(document) ? rows(plan) : keys(plan));
    plan.arms().stream()
        .map(arm -> deviation(plan, arm))
        .filter(line -> !line.isEmpty())
        .forEach(lines::add);
    if (plan.runners() != null && plan.runners().pods() > 1) {
      lines.add(
          "%d runner pods put the load on together, each with its share of the connections and keys; all begin each lap at the same time, and a lap lasts until the last of them is done."
              .formatted(plan.runners().pods()));
    }
    boolean endedEarly =
        document.outcome().complete() && document.trials().size() < plan.trials().size();
    lines.add(
        "%s, each in a fresh JVM: %s, the targets%s in random order in each, seed %d."
            .formatted(
                Format.count(endedEarly ? document.trials().size() : plan.trials().size(), "trial"),
                endedEarly
                    ? "%d of at most %d rounds, as the intervals were narrow enough"
                        .formatted(
                            document.countedTrials().size() / plan.measured().size(), plan.rounds())
                    : Format.count(plan.rounds(), "round"),
                plan.control() == null ? "" : " and %s once more".formatted(plan.control().of()),
                plan.seed()));
    return lines;
  }

  private static List<String> keys(Plan plan) {
    return List.of(
        "Every target got the same %s keys %s after a prefix of %d bytes, %s, and %s."
            .formatted(
                Format.number(plan.workload().keyCount()),
                WorkloadText.keys(plan.workload()),
                Plan.KEY_PREFIX_BYTES,
                WorkloadText.values(plan.workload()),
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

  private static String connections(Plan.Workload workload) {
    return Format.count(workload.connections(), "connection")
        + (workload.pipelineDepth() == 1
            ? ""
            : " with %d operations on their way together".formatted(workload.pipelineDepth()))
        + (workload.keyOrder() == KeyOrder.Sequential
            ? ""
            : ", keys in the order " + workload.keyOrder())
        + (workload.readPercent() == null
            ? ""
            : ", a mix with %d %% reads".formatted(workload.readPercent()));
  }

  /** What an arm has that others have not. */
  private static String deviation(Plan plan, Plan.Arm arm) {
    var base = plan.workload();
    var own = plan.workload(arm);
    var parts = new ArrayList<String>();
    if (own.keyCount() != base.keyCount()
        || !WorkloadText.keys(own).equals(WorkloadText.keys(base))) {
      parts.add("%s keys %s".formatted(Format.number(own.keyCount()), WorkloadText.keys(own)));
    }
    if (!WorkloadText.values(own).equals(WorkloadText.values(base))) {
      parts.add(WorkloadText.values(own));
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
            result.network() == null
                ? null
                : NetworkFloors.words(result.network(), micros -> Format.number(micros) + " us"));
  }

  /** Where not all were measured by the same: which runtime measured which. */
  private static List<String> runtimes(Analysis analysis) {
    var results = analysis.results().stream().filter(r -> r.client().jvm() != null).toList();
    return results.stream().map(result -> result.client().jvm()).distinct().count() < 2
        ? List.of()
        : results.stream()
            .map(
                result ->
                    "client of %s: %s"
                        .formatted(
                            result.name(), listed(result.client().jvm(), result.client().image())))
            .toList();
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
