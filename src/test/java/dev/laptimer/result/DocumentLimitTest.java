package dev.laptimer.result;

import static dev.laptimer.result.LargeDocument.phases;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.laptimer.api.Documents;
import dev.laptimer.result.ResultDocument.PhaseResult;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DocumentLimitTest {

  private static final ResultDocument DOCUMENT = LargeDocument.create();

  @Test
  void aSmallDocumentStaysAsItIs() {
    assertThat(DocumentLimit.bounded(DOCUMENT)).isSameAs(DOCUMENT);
  }

  @Test
  void theHistogramsGoFirstAndTheDocumentSaysSo() {
    int limit = size(DOCUMENT) - 1;
    var bounded = DocumentLimit.bounded(DOCUMENT, limit);

    assertThat(bounded.omitted())
        .isEqualTo(
            "left out, as the document would be larger than %d bytes in gzip: the histograms of the"
                    .formatted(limit)
                + " trials");
    assertThat(phases(bounded)).extracting(PhaseResult::histogram).containsOnlyNulls();
    assertThat(phases(bounded))
        .extracting(PhaseResult::lapNanos)
        .isEqualTo(phases(DOCUMENT).stream().map(PhaseResult::lapNanos).toList());
  }

  @Test
  void countersAndLapsFollowAndEveryTotalStays() {
    var bounded = DocumentLimit.bounded(DOCUMENT, 100);

    assertThat(bounded.omitted())
        .endsWith(
            "the histograms of the trials; the servers' counters; the times of single laps, each"
                + " phase now has their sum");
    assertThat(bounded.trials()).allMatch(trial -> trial.countersAfter().isEmpty());
    assertThat(phases(bounded)).allMatch(phase -> phase.lapNanos().size() == 1);
    assertThat(phases(bounded))
        .extracting(PhaseResult::totalNanos, PhaseResult::opsPerSecond, PhaseResult::p99Nanos)
        .isEqualTo(
            phases(DOCUMENT).stream()
                .map(phase -> tuple(phase.totalNanos(), phase.opsPerSecond(), phase.p99Nanos()))
                .toList());
  }

  private static int size(ResultDocument document) {
    return EventLog.gzip(Documents.toJson(document).getBytes(StandardCharsets.UTF_8)).length;
  }
}
