package dev.laptimer.result;

import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.CacheBenchmarkStatus.ComparisonResult;
import dev.laptimer.api.CacheBenchmarkStatus.Result;
import dev.laptimer.api.CacheBenchmarkStatus.Trust;
import java.util.List;

/**
 * What follows from a result document.
 *
 * @param results one for each arm, in the order of the plan
 * @param comparisons each other arm with the reference
 * @param trust whether the figures can be believed
 * @param summary the answer in one line
 */
public record Analysis(
    List<Result> results, List<ComparisonResult> comparisons, Trust trust, String summary) {

  /**
   * Analyses what was measured.
   *
   * @param spec whose comparison and prices count; the rest of it is the document's own. A
   *     comparison that names what the document does not have gives way to the document's own.
   */
  public static Analysis of(CacheBenchmarkSpec spec, ResultDocument document) {
    var measured = Measured.of(spec, document);
    var results = Figures.of(measured);
    var comparisons = Comparisons.of(measured);
    var trust = TrustChecks.of(measured);
    return new Analysis(
        results, comparisons, trust, Summary.of(measured, results, comparisons, trust));
  }
}
