package dev.laptimer.plan;

import dev.laptimer.plan.Plan.Arm;
import dev.laptimer.plan.Plan.Trial;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The order of the trials, the same for all kinds of benchmarks. */
final class TrialOrder {

  private TrialOrder() {}

  /**
   * Every round has every arm once. Of two arms the first place goes to each equally often (to one
   * of them once more if the rounds are odd), in random order; more arms get a fresh random
   * permutation each round.
   */
  static List<Trial> of(List<Arm> arms, int rounds, long seed) {
    var random = new Random(seed);
    var firsts = new ArrayList<Boolean>();
    for (int round = 0; round < rounds; round++) {
      firsts.add(round % 2 == 0);
    }
    Collections.shuffle(firsts, random);
    var trials = new ArrayList<Trial>();
    for (int round = 1; round <= rounds; round++) {
      var order = new ArrayList<>(arms);
      if (arms.size() != 2) {
        Collections.shuffle(order, random);
      } else if (!firsts.get(round - 1)) {
        Collections.reverse(order);
      }
      for (var arm : order) {
        trials.add(new Trial(trials.size(), round, arm.name()));
      }
    }
    return List.copyOf(trials);
  }
}
