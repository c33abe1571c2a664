package dev.laptimer.result.html;

import dev.laptimer.api.BenchmarkStatus.ComparisonResult;
import dev.laptimer.api.Metric;
import dev.laptimer.api.Severity;
import dev.laptimer.api.TrustLevel;
import dev.laptimer.api.Verdict;
import dev.laptimer.result.Analysis;
import dev.laptimer.result.ResultDocument;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The answer, for somebody who reads nothing else.
 *
 * @param tone class of the style sheet: {@code good}, {@code bad} or {@code open}
 * @param title one line
 * @param sentences what is behind it
 */
record Headline(String tone, String title, List<String> sentences) {

  /** Of more targets with the same verdict only the number is in the title. */
  private static final int MOST_NAMES = 3;

  /** More sentences than this are only where the comparisons are. */
  private static final int MOST_SENTENCES = 3;

  static Headline of(ResultDocument document, Analysis analysis) {
    var headline = ofComparisons(document, analysis);
    var sentences = new ArrayList<>(headline.sentences());
    Optional.ofNullable(document.failover())
        .flatMap(FailoverSection::sentence)
        .ifPresent(sentences::add);
    return new Headline(headline.tone(), headline.title(), List.copyOf(sentences));
  }

  private static Headline ofComparisons(ResultDocument document, Analysis analysis) {
    var outcome = document.outcome();
    if (!outcome.complete()) {
      return new Headline(
          "bad",
          "The run failed: " + Words.field(outcome.reason()),
          analysis.summary().contains(outcome.message())
              ? List.of(outcome.message())
              : List.of(outcome.message(), analysis.summary()));
    }
    if (analysis.trust().level() == TrustLevel.None) {
      return new Headline("bad", "These figures cannot be trusted", errors(analysis));
    }
    var comparisons = analysis.comparedWithReference();
    if (comparisons.isEmpty()) {
      return new Headline("good", analysis.summary(), List.of());
    }
    boolean open = comparisons.stream().noneMatch(c -> isAnswer(c.verdict()));
    return new Headline(
        open ? "open" : "good",
        title(comparisons),
        comparisons.size() > MOST_SENTENCES ? List.of() : sentences(comparisons));
  }

  /** The comparisons in words; a sentence that begins with a name begins as the name does. */
  static List<String> sentences(List<ComparisonResult> comparisons) {
    return comparisons.stream()
        .map(c -> c.message().startsWith(c.arm()) ? c.message() : Words.capital(c.message()))
        .map(message -> message + ".")
        .toList();
  }

  private static List<String> errors(Analysis analysis) {
    return analysis.trust().checks().stream()
        .filter(check -> check.severity() == Severity.Error)
        .limit(MOST_SENTENCES)
        .map(
            check ->
                "%s%s: %s."
                    .formatted(
                        Words.field(check.name()),
                        check.arm() == null ? "" : " at " + check.arm(),
                        check.message()))
        .toList();
  }

  private static boolean isAnswer(Verdict verdict) {
    return verdict != Verdict.Inconclusive && verdict != Verdict.Invalid;
  }

  private static String title(List<ComparisonResult> comparisons) {
    var first = comparisons.get(0);
    var where =
        " on "
            + first.phase()
            + (first.metric() == Metric.OpsPerSecond ? "" : " by " + Words.metric(first.metric()));
    if (comparisons.size() == 1) {
      return first(first) + where;
    }
    return "Compared with "
        + first.reference()
        + where
        + ", "
        + comparisons.stream()
            .collect(Collectors.groupingBy(ComparisonResult::verdict))
            .entrySet()
            .stream()
            .sorted(Comparator.comparing(entry -> entry.getKey().ordinal()))
            .map(entry -> together(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining("; "));
  }

  private static String first(ComparisonResult c) {
    return switch (c.verdict()) {
      case Faster -> "%s is faster than %s".formatted(c.arm(), c.reference());
      case Slower -> "%s is slower than %s".formatted(c.arm(), c.reference());
      case NoDifference -> "No difference between %s and %s".formatted(c.arm(), c.reference());
      case Inconclusive -> "No verdict between %s and %s".formatted(c.arm(), c.reference());
      case Invalid -> "No valid comparison of %s with %s".formatted(c.arm(), c.reference());
    };
  }

  private static String together(Verdict verdict, List<ComparisonResult> comparisons) {
    boolean one = comparisons.size() == 1;
    var names =
        comparisons.size() > MOST_NAMES
            ? comparisons.size() + " targets"
            : listed(comparisons.stream().map(ComparisonResult::arm).toList());
    return switch (verdict) {
      case Faster -> names + (one ? " is faster" : " are faster");
      case Slower -> names + (one ? " is slower" : " are slower");
      case NoDifference -> names + (one ? " shows" : " show") + " no difference";
      case Inconclusive -> "no verdict on " + names;
      case Invalid -> "no valid comparison with " + names;
    };
  }

  private static String listed(List<String> names) {
    return names.size() == 1
        ? names.get(0)
        : String.join(", ", names.subList(0, names.size() - 1))
            + " and "
            + names.get(names.size() - 1);
  }
}
