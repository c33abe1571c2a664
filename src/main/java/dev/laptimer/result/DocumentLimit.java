package dev.laptimer.result;

import dev.laptimer.api.Documents;
import dev.laptimer.result.ResultDocument.Latencies;
import dev.laptimer.result.ResultDocument.OpenLoopResult;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.SweepStep;
import dev.laptimer.result.ResultDocument.TrialResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Keeps a result document small enough to be handed over by a log and kept in a ConfigMap (1 MiB).
 * What is dropped is said in the document; totals, quantiles and counts always stay.
 */
public final class DocumentLimit {

  /** Largest document in its gzip form. */
  public static final int MAX_GZIP_BYTES = 700_000;

  private DocumentLimit() {}

  /** What can be dropped, the least needed first. */
  private enum Part {
    Histograms("the histograms of the trials", phase -> with(phase, phase.lapNanos(), null)),
    Counters("the servers' counters", UnaryOperator.identity()),
    Laps(
        "the times of single laps, each phase now has their sum",
        phase -> with(phase, List.of(phase.totalNanos()), phase.histogram()));

    private final String words;
    private final UnaryOperator<PhaseResult> drop;

    Part(String words, UnaryOperator<PhaseResult> drop) {
      this.words = words;
      this.drop = drop;
    }

    private TrialResult dropFrom(TrialResult trial) {
      boolean counters = this != Counters;
      return new TrialResult(
          trial.index(),
          trial.round(),
          trial.arm(),
          trial.startTime(),
          trial.finishTime(),
          trial.phases().stream().map(drop).toList(),
          trial.health(),
          counters ? trial.countersBefore() : Map.of(),
          counters ? trial.countersAfter() : Map.of(),
          trial.failure(),
          trial.rowBytes());
    }
  }

  /** The document itself if it is small enough, else with less of each trial. */
  public static ResultDocument bounded(ResultDocument document) {
    return bounded(document, MAX_GZIP_BYTES);
  }

  static ResultDocument bounded(ResultDocument document, int maxGzipBytes) {
    var bounded = document;
    var omitted = new ArrayList<String>();
    for (var part : Part.values()) {
      if (gzipBytes(bounded) <= maxGzipBytes) {
        break;
      }
      omitted.add(part.words);
      bounded =
          bounded.withTrials(
              bounded.trials().stream().map(part::dropFrom).toList(),
              "left out, as the document would be larger than %d bytes in gzip: %s"
                  .formatted(maxGzipBytes, String.join("; ", omitted)));
    }
    return bounded;
  }

  private static int gzipBytes(ResultDocument document) {
    return EventLog.gzip(Documents.toJson(document).getBytes(StandardCharsets.UTF_8)).length;
  }

  private static PhaseResult with(PhaseResult phase, List<Long> lapNanos, String histogram) {
    return new PhaseResult(
        phase.name(),
        phase.operation(),
        lapNanos,
        phase.operations(),
        phase.errors(),
        phase.misses(),
        phase.expiredMisses(),
        phase.wrongValues(),
        phase.errorsByMessage(),
        phase.p50Nanos(),
        phase.p90Nanos(),
        phase.p99Nanos(),
        phase.p999Nanos(),
        phase.maxNanos(),
        phase.overflows(),
        histogram,
        phase.window(),
        phase.retries(),
        phase.meanNanos(),
        phase.warmUp(),
        phase.pods(),
        phase.openLoop() == null || histogram != null
            ? phase.openLoop()
            : without(phase.openLoop()),
        phase.sweep() == null || histogram != null
            ? phase.sweep()
            : phase.sweep().stream().map(DocumentLimit::without).toList(),
        phase.mix() == null || histogram != null ? phase.mix() : phase.mix().withoutHistograms());
  }

  private static SweepStep without(SweepStep step) {
    return new SweepStep(
        step.percent(),
        step.operations(),
        step.errors(),
        without(step.openLoop()),
        without(step.response()));
  }

  private static OpenLoopResult without(OpenLoopResult openLoop) {
    return new OpenLoopResult(
        openLoop.offered(),
        openLoop.offeredPerSecond(),
        openLoop.achievedPerSecond(),
        openLoop.overloaded(),
        without(openLoop.service()),
        without(openLoop.sendDelay()));
  }

  private static Latencies without(Latencies latencies) {
    return new Latencies(
        latencies.p50Nanos(),
        latencies.p90Nanos(),
        latencies.p99Nanos(),
        latencies.p999Nanos(),
        latencies.maxNanos(),
        latencies.overflows(),
        null);
  }
}
