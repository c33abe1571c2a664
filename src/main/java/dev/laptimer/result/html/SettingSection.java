package dev.laptimer.result.html;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.laptimer.api.BenchmarkStatus.Result;
import dev.laptimer.api.Documents;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Analysis;
import dev.laptimer.result.ExpiryFigures;
import dev.laptimer.result.FeatureMatrix;
import dev.laptimer.result.Format;
import dev.laptimer.result.NetworkFloors;
import dev.laptimer.result.PodShares;
import dev.laptimer.result.ResultDocument;
import dev.laptimer.result.ResultDocument.Preflight;
import dev.laptimer.result.WorkloadText;
import dev.laptimer.result.html.Markup.Element;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What was measured, with what, and where. */
final class SettingSection {

  private static final long MIB = 1024 * 1024;

  /** What the fields of a workload are called where it is done to a table. */
  private static final Map<String, String> OF_TABLES =
      Map.of("keyCount", "Rows", "valueSizeBytes", "Row bytes");

  /** What a workload has that means nothing for a table. */
  private static final List<String> NOT_OF_TABLES =
      List.of("keyLengthBytes", "expirySeconds", "pipelineDepth", "keyOrder");

  private SettingSection() {}

  static Element of(ResultDocument document, Analysis analysis) {
    return Markup.element("section", Markup.element("h2", "What was measured, and where"))
        .add(
            targets(document, analysis),
            workload(document.plan(), analysis.results()),
            environment(document))
        .add(pods(analysis))
        .add(features(document))
        .add(settings(document))
        .add(spec(document));
  }

  private static Element targets(ResultDocument document, Analysis analysis) {
    return new Table(
            "Targets",
            false,
            List.of("target", "server", "client", "address", "network", "runs on"),
            analysis.results().stream().map(result -> target(document, result)).toList())
        .html();
  }

  private static List<String> target(ResultDocument document, Result result) {
    var arm = document.plan().arm(result.name());
    var preflight = preflight(document, result.name());
    var server = result.server();
    return List.of(
        result.name(),
        result.engine() + " " + orUnknown(server.version()),
        listed(
            result.client().name() + " " + orUnknown(result.client().version()),
            result.client().jvm(),
            result.client().image()),
        arm.host()
            + ":"
            + arm.port()
            + preflight.map(Preflight::tlsProtocol).map(tls -> ", " + tls).orElse(""),
        result.network() == null
            ? "unknown"
            : NetworkFloors.words(result.network(), micros -> Words.duration(micros * 1e3)),
        listed(
            server.nodeName() == null ? null : "node " + server.nodeName(),
            server.image(),
            server.nodeName() == null && server.image() == null
                ? whose(document.plan(), arm)
                : null));
  }

  private static List<Markup> pods(Analysis analysis) {
    var rows = PodShares.rows(analysis.results());
    return rows.isEmpty()
        ? List.of()
        : List.of(new Table("Each runner pod", true, PodShares.HEADER, rows).html());
  }

  /** What each server can do, and on request what it said. */
  private static List<Markup> features(ResultDocument document) {
    var matrix = FeatureMatrix.of(document);
    var targets = List.copyOf(matrix.targets().keySet());
    if (targets.isEmpty()) {
      return List.of();
    }
    var header = Stream.concat(Stream.of("feature"), targets.stream()).toList();
    var evidence =
        matrix.targets().entrySet().stream()
            .flatMap(
                target ->
                    target.getValue().stream()
                        .map(
                            feature ->
                                List.of(
                                    target.getKey(),
                                    feature.words(),
                                    feature.cell(),
                                    String.valueOf(feature.evidence()))))
            .toList();
    return List.of(
        new Table(
                "What the servers can do, as far as they say so themselves",
                false,
                header,
                matrix.rows(targets))
            .html(),
        new Table(
                "What they said of it",
                false,
                List.of("target", "feature", "answer", "evidence"),
                evidence)
            .onDemand());
  }

  private static String whose(Plan plan, Plan.Arm arm) {
    if (plan.cluster() != null) {
      return "the cluster's members";
    }
    return arm.owned() ? "a process of its own for the run" : "run by somebody else";
  }

  /** Whatever a workload has, so that nothing of it is forgotten here. */
  private static Element workload(Plan plan, List<Result> results) {
    var rows = new ArrayList<List<String>>();
    JsonNode workload = Documents.json().valueToTree(plan.workload());
    boolean table = plan.workload().table() != null;
    scalars(workload, table, rows);
    scalars(workload.path("table"), table, rows);
    values(plan.workload()).ifPresent(words -> rows.add(List.of("Values", words)));
    rows.add(
        List.of(
            "Phases",
            plan.workload().phases().stream()
                .map(SettingSection::phase)
                .collect(Collectors.joining(", then "))));
    var warmUp = plan.workload().warmUp();
    rows.add(
        List.of(
            "Warm-up",
            warmUp == null
                ? "none, the first phase begins with a cold JVM"
                : "each operation until steady, at least %d s and %s operations, at most %d s"
                    .formatted(
                        warmUp.minSeconds(),
                        Format.number(warmUp.minOperations()),
                        warmUp.maxSeconds())));
    rows.add(List.of("Rounds", Format.number(plan.rounds())));
    rows.add(List.of("Seed", Long.toString(plan.seed())));
    plan.arms().forEach(arm -> deviations(plan, arm, rows));
    results.stream()
        .filter(result -> result.rowBytes() != null)
        .map(result -> List.of(result.name() + ": Row size", WorkloadText.rowBytes(result)))
        .forEach(rows::add);
    for (var result : results) {
      ExpiryFigures.costs(result)
          .map(
              cost ->
                  List.of(
                      "%s: %s, expiry by %s".formatted(result.name(), cost.phase(), cost.method()),
                      ExpiryFigures.words(cost)))
          .forEach(rows::add);
    }
    return new Table("Workload", false, List.of(), rows).html();
  }

  /** In what an arm's own workload and JVM are not the plan's. */
  private static void deviations(Plan plan, Plan.Arm arm, List<List<String>> rows) {
    var common = new ArrayList<List<String>>();
    scalars(Documents.json().valueToTree(plan.workload()), false, common);
    var own = new ArrayList<List<String>>();
    scalars(Documents.json().valueToTree(plan.workload(arm)), false, own);
    own.removeAll(common);
    values(plan.workload(arm))
        .filter(words -> !words.equals(values(plan.workload()).orElse(null)))
        .ifPresent(words -> own.add(List.of("Values", words)));
    if (!plan.jvmOptions(arm).equals(plan.jvmOptions())) {
      own.add(List.of("JVM options", String.join(" ", plan.jvmOptions(arm))));
    }
    own.forEach(row -> rows.add(List.of(arm.name() + ": " + row.get(0), row.get(1))));
  }

  /** What values are that are more than random bytes. */
  private static Optional<String> values(Plan.Workload workload) {
    return workload.row() == null ? Optional.empty() : Optional.of(WorkloadText.values(workload));
  }

  private static void scalars(JsonNode node, boolean table, List<List<String>> rows) {
    for (var field : node.properties()) {
      var value = field.getValue();
      if (!value.isValueNode()
          || value.isNull()
          || field.getKey().equals("valueSizeBytes") && value.intValue() == 0
          || table && NOT_OF_TABLES.contains(field.getKey())) {
        continue;
      }
      var name = table ? OF_TABLES.get(field.getKey()) : null;
      rows.add(
          List.of(
              name == null ? Words.field(field.getKey()) : name,
              value.isIntegralNumber() ? Format.number(value.longValue()) : value.asText()));
    }
  }

  private static String phase(Plan.Phase phase) {
    return phase.name()
        + (phase.laps() == 0
            ? " for %d s".formatted(phase.durationSeconds())
            : ", " + Format.count(phase.laps(), "lap"));
  }

  private static Element environment(ResultDocument document) {
    var environment = document.environment();
    var rows = new ArrayList<List<String>>();
    row(rows, "JVM", environment.jvm());
    row(
        rows,
        "JVM options",
        environment.jvmOptions() == null ? null : String.join(" ", environment.jvmOptions()));
    row(rows, "Garbage collector", environment.collector());
    row(rows, "Heap", mib(environment.maxHeapBytes()));
    row(
        rows,
        "Machine",
        listed(
            environment.cpuModel(),
            environment.cpus() == null ? null : Format.count(environment.cpus(), "CPU"),
            environment.quotaCpus() == null
                ? null
                : "quota of " + Format.plain(environment.quotaCpus(), 3),
            Boolean.TRUE.equals(environment.hypervisor()) ? "virtual" : null));
    row(rows, "Memory limit", mib(environment.memoryLimitBytes()));
    row(
        rows,
        "System",
        listed(
            environment.os(),
            environment.kernel() == null ? null : "kernel " + environment.kernel(),
            environment.cgroupVersion() == null ? null : "cgroup " + environment.cgroupVersion()));
    row(
        rows,
        "Clock",
        listed(
            environment.clockSource(),
            environment.clockNanos() == null
                ? null
                : Format.plain(environment.clockNanos(), 2) + " ns a reading"));
    if (document.placement() != null) {
      row(rows, "Node", document.placement().runnerNode());
      row(rows, "Image", document.placement().runnerImage());
    }
    return new Table("The client's side", false, List.of(), rows).html();
  }

  private static void row(List<List<String>> rows, String name, String value) {
    if (value != null && !value.isEmpty()) {
      rows.add(List.of(name, value));
    }
  }

  private static List<Element> settings(ResultDocument document) {
    return document.preflights().stream()
        .filter(p -> p.serverSettings() != null && !p.serverSettings().isEmpty())
        .map(
            p ->
                new Table(
                        "Settings of " + p.arm() + ", in its own words",
                        false,
                        List.of(),
                        p.serverSettings().entrySet().stream()
                            .sorted(Map.Entry.comparingByKey())
                            .map(
                                entry ->
                                    List.of(
                                        entry.getKey(),
                                        entry.getValue().isEmpty() ? "(empty)" : entry.getValue()))
                            .toList())
                    .onDemand())
        .toList();
  }

  private static Element spec(ResultDocument document) {
    try {
      return Markup.element(
          "details",
          Markup.element("summary", "The spec, as it was given"),
          Markup.element("pre", Documents.yaml().writeValueAsString(document.spec())));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Preflight> preflight(ResultDocument document, String arm) {
    return document.preflights().stream().filter(p -> p.arm().equals(arm)).findFirst();
  }

  private static String orUnknown(String version) {
    return version == null ? "(version unknown)" : version;
  }

  private static String mib(Long bytes) {
    return bytes == null ? null : Format.number(bytes / MIB) + " MiB";
  }

  private static String listed(String... parts) {
    return Stream.of(parts).filter(Objects::nonNull).collect(Collectors.joining(", "));
  }
}
