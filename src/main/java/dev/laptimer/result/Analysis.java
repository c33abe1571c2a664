package dev.laptimer.result;

import dev.laptimer.api.BenchmarkSpec;
import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.BenchmarkStatus.ComparisonResult;
import dev.laptimer.api.BenchmarkStatus.FailoverFigures;
import dev.laptimer.api.BenchmarkStatus.Result;
import dev.laptimer.api.BenchmarkStatus.Trust;
import dev.laptimer.result.ResultDocument.FailoverResult;
import java.util.List;
import java.util.Map;

/**
 * What follows from a result document.
 *
 * @param results one for each arm, in the order of the plan
 * @param comparisons each other arm with the reference
 * @param trust whether the figures can be believed
 * @param failover how long the cluster was away when members died; null if that was not asked
 * @param summary the answer in one line
 */
public record Analysis(
    List<Result> results,
    List<ComparisonResult> comparisons,
    Trust trust,
    FailoverFigures failover,
    String summary) {

  private static final int MAX_ERRORS = 5;

  /**
   * Analyses what was measured.
   *
   * @param spec whose comparison and prices count; the rest of it is the document's own. A
   *     comparison that names what the document does not have gives way to the document's own.
   */
  public static Analysis of(BenchmarkSpec spec, ResultDocument document) {
    var measured = Measured.of(spec, document);
    var results = Figures.of(measured);
    var comparisons = Comparisons.of(measured);
    var trust = TrustChecks.of(measured);
    return new Analysis(
        results,
        comparisons,
        trust,
        document.failover() == null ? null : figures(document.failover()),
        Summary.of(measured, results, comparisons, trust));
  }

  /** Those of the comparisons that are with the reference; the first of all is. */
  public List<ComparisonResult> comparedWithReference() {
    return comparisons.stream()
        .filter(c -> c.reference().equals(comparisons.get(0).reference()))
        .toList();
  }

  private static FailoverFigures figures(FailoverResult failover) {
    return new FailoverFigures(
        failover.acknowledgedRows(),
        failover.lostRows(),
        failover.events().stream().map(Analysis::figures).toList());
  }

  private static BenchmarkStatus.FailoverEvent figures(ResultDocument.FailoverEvent event) {
    return new BenchmarkStatus.FailoverEvent(
        event.number(),
        event.action(),
        event.member(),
        event.outageMicros() / 1000,
        event.failedWrites(),
        event.slowWrites(),
        event.slowestWriteMicros() / 1000,
        event.membershipMicros() / 1000,
        event.errors().entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .limit(MAX_ERRORS)
            .map(error -> error.getValue() + "x " + error.getKey())
            .toList());
  }
}
