package dev.laptimer.operator.run;

import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.RunState;

/**
 * What to do with a benchmark. Pure: one function of what is wanted, what is there and the time,
 * with one small function for each state. Every step is written to the status before the next one
 * follows from it, so that it does not matter when the operator dies.
 */
final class Decider {

  private Decider() {}

  static Decision decide(Situation situation) {
    var spec = situation.spec();
    if (situation.benchmark().resource().isBeingDeleted()) {
      return Decision.NOTHING;
    }
    if (situation.benchmark().isUnwanted()) {
      return Over.unwanted(situation);
    }
    var problem = situation.benchmark().problem();
    if (problem != null) {
      return Over.invalid(situation, problem);
    }
    if (spec.suspendOrDefault()) {
      return Over.suspended(situation);
    }
    var run = situation.run();
    if (run == null) {
      return NewRun.begin(situation, 1, null, null);
    }
    if (!situation.benchmark().hash().equals(run.hash())) {
      return NewRun.begin(situation, run.number() + 1, null, "the spec changed");
    }
    if (NewRun.isAskedForAgain(spec, run)) {
      return NewRun.begin(situation, run.number() + 1, null, "spec.run.token asks for another run");
    }
    if (isUnderway(situation.status()) && situation.isOfAnotherForm()) {
      return NewRun.begin(situation, run.number() + 1, null, "the cluster changed");
    }
    return switch (situation.status().state()) {
      case Pending -> Underway.pending(situation);
      case Deploying -> Underway.deploying(situation);
      case Running -> Underway.running(situation);
      case Suspended, Finished, Failed -> Over.ended(situation);
    };
  }

  static boolean isUnderway(BenchmarkStatus status) {
    return status.state() == RunState.Pending
        || status.state() == RunState.Deploying
        || status.state() == RunState.Running;
  }
}
