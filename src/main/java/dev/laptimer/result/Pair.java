package dev.laptimer.result;

import dev.laptimer.api.BenchmarkSpec;
import dev.laptimer.api.ComparedPairs;
import java.util.ArrayList;
import java.util.List;

/** Two arms that are compared. */
record Pair(String reference, String arm) {

  /**
   * Those that a spec asks for: first every other arm with the reference, then, if it asks for all
   * pairs, the rest, in the order of the tables.
   */
  static List<Pair> of(BenchmarkSpec spec, List<String> arms, String reference) {
    var others = arms.stream().filter(arm -> !arm.equals(reference)).toList();
    var pairs = new ArrayList<>(others.stream().map(arm -> new Pair(reference, arm)).toList());
    if (spec.comparisonOrDefault().pairsOrDefault() == ComparedPairs.All) {
      for (int i = 0; i < others.size(); i++) {
        for (int j = i + 1; j < others.size(); j++) {
          pairs.add(new Pair(others.get(i), others.get(j)));
        }
      }
    }
    return List.copyOf(pairs);
  }

  static List<Pair> of(Measured measured) {
    return of(measured.spec(), measured.arms(), measured.reference());
  }
}
