package dev.laptimer.plan;

import dev.laptimer.api.BenchmarkSpec;
import dev.laptimer.api.ComparedPairs;
import dev.laptimer.api.Operation;
import dev.laptimer.api.WarmUp;
import dev.laptimer.plan.Plan.Arm;
import dev.laptimer.plan.Plan.Control;
import dev.laptimer.plan.Plan.Trial;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** What is measured in each round, and in which order; the same for all kinds of benchmarks. */
final class Rounds {

  private static final int MAX_ARMS_OF_ALL_PAIRS = 8;

  private Rounds() {}

  /** The reference once more; null where it is not wanted, or where no verdict can come of it. */
  static Control control(BenchmarkSpec spec, List<Arm> arms) {
    return hasControl(spec, arms.size())
        ? arms.stream()
            .filter(arm -> arm.name().equals(spec.referenceOrDefault()))
            .findFirst()
            .map(Control::of)
            .orElse(null)
        : null;
  }

  /** Trials of each round, of so many arms. */
  static int trialsOfRound(BenchmarkSpec spec, int arms) {
    return hasControl(spec, arms) ? arms + 1 : arms;
  }

  /** Why not all pairs of so many arms can be compared; empty if they can, or need not. */
  static Optional<String> pairsProblem(BenchmarkSpec spec, int arms) {
    return spec.comparisonOrDefault().pairsOrDefault() == ComparedPairs.WithReference
            || arms <= MAX_ARMS_OF_ALL_PAIRS
        ? Optional.empty()
        : Optional.of(
            "`comparison.pairs: All` is for at most %d targets (or targets under variants), which are 28 pairs; these are %d"
                .formatted(MAX_ARMS_OF_ALL_PAIRS, arms));
  }

  /** Seconds that the warm-ups of a trial take at least. */
  static long warmUpSeconds(WarmUp warmUp, Stream<Operation> operations) {
    return warmUp == null ? 0 : warmUp.minSecondsOrDefault() * operations.distinct().count();
  }

  /** How a message names what is measured, for instance "targets: 2 and the control". */
  static String counted(BenchmarkSpec spec, String what, int arms) {
    return "%s: %d%s".formatted(what, arms, hasControl(spec, arms) ? " and the control" : "");
  }

  private static boolean hasControl(BenchmarkSpec spec, int arms) {
    return spec.comparisonOrDefault().controlOrDefault()
        && arms > 1
        && spec.roundsOrDefault() >= BenchmarkSpec.MIN_ROUNDS;
  }

  /**
   * Every round has everything once. Of two the first place goes to each equally often (to one of
   * them once more if the rounds are odd), in random order; more get a fresh random permutation
   * each round.
   */
  static List<Trial> trials(List<Arm> arms, Control control, int rounds, long seed) {
    var names = new ArrayList<>(arms.stream().map(Arm::name).toList());
    if (control != null) {
      names.add(control.arm().name());
    }
    var random = new Random(seed);
    var firsts = new ArrayList<Boolean>();
    for (int round = 0; round < rounds; round++) {
      firsts.add(round % 2 == 0);
    }
    Collections.shuffle(firsts, random);
    var trials = new ArrayList<Trial>();
    for (int round = 1; round <= rounds; round++) {
      var order = new ArrayList<>(names);
      if (names.size() != 2) {
        Collections.shuffle(order, random);
      } else if (!firsts.get(round - 1)) {
        Collections.reverse(order);
      }
      for (var name : order) {
        trials.add(new Trial(trials.size(), round, name));
      }
    }
    return List.copyOf(trials);
  }
}
