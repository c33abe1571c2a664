package dev.laptimer.result;

import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.TrialResult;
import java.util.Base64;
import java.util.List;
import java.util.Random;

/** A document with histograms of the size that real ones have, which gzip cannot make smaller. */
final class LargeDocument {

  private static final int HISTOGRAM_BYTES = 800;

  private LargeDocument() {}

  static ResultDocument create() {
    var document = DocumentFixture.of("redis", "memcached").build();
    var random = new Random(7);
    return document.withTrials(
        document.trials().stream().map(trial -> withHistograms(trial, random)).toList(), null);
  }

  static List<PhaseResult> phases(ResultDocument document) {
    return document.trials().stream().flatMap(trial -> trial.phases().stream()).toList();
  }

  private static TrialResult withHistograms(TrialResult trial, Random random) {
    return DocumentFixture.withPhases(
        trial, trial.phases().stream().map(phase -> withHistogram(phase, random)).toList());
  }

  private static PhaseResult withHistogram(PhaseResult phase, Random random) {
    var histogram = new byte[HISTOGRAM_BYTES];
    random.nextBytes(histogram);
    return new PhaseResult(
        phase.name(),
        phase.operation(),
        phase.lapNanos(),
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
        Base64.getEncoder().encodeToString(histogram),
        phase.window(),
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }
}
