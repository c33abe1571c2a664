package dev.laptimer.operator.run;

import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.RunState;
import dev.laptimer.result.Reason;
import dev.laptimer.result.Statuses;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;

/** What to do when no run is to be on its way: what is left goes, what is known stays. Pure. */
final class Over {

  private Over() {}

  static Decision invalid(Situation situation, String problem) {
    var cleared = cleared(situation);
    return isAsOf(situation, RunState.Failed)
        ? cleared
        : Decision.write(
            situation,
            Statuses.failed(situation.context(), null, Reason.InvalidSpec, problem),
            List.of(),
            Decision.AT_ONCE);
  }

  /** No benchmark is wanted any more: its objects go, then results and status. */
  static Decision unwanted(Situation situation) {
    var observed = situation.observed();
    if (!observed.objects().isEmpty() || !observed.pods().isEmpty()) {
      return Decision.delete(removal(observed.objects(), observed.pods()), Decision.SOON);
    }
    return situation.status() == null
        ? Decision.NOTHING
        : Decision.delete(Past.results(situation), null).forgetting();
  }

  /** A kill switch: what is underway is removed as soon as the status says that it is cancelled. */
  static Decision suspended(Situation situation) {
    return isAsOf(situation, RunState.Suspended)
        ? cleared(situation)
        : Decision.write(
            situation,
            Statuses.suspended(situation.context(), situation.run()),
            List.of(),
            Decision.AT_ONCE);
  }

  private static boolean isAsOf(Situation situation, RunState state) {
    var status = situation.status();
    return status != null
        && status.state() == state
        && status.observedGeneration() != null
        && status.observedGeneration() == situation.generation();
  }

  /**
   * Nothing is wanted that is not there already. A run that did not end by itself (suspended, or an
   * invalid spec came in between) is made anew.
   */
  static Decision ended(Situation situation) {
    var status = situation.status();
    if (!Past.endedByItself(status)) {
      return NewRun.begin(situation, status.run().number() + 1, null, "cancelled");
    }
    boolean evaluated =
        status.state() != RunState.Suspended
            && status.observedGeneration() == situation.generation();
    if (evaluated) {
      return cleared(situation);
    }
    return Decision.write(situation, evaluatedAnew(situation), List.of(), Decision.AT_ONCE);
  }

  /** The last run in the light of the spec of now. */
  private static BenchmarkStatus evaluatedAnew(Situation situation) {
    var stored = situation.observed().stored();
    return stored == null
        ? Statuses.settled(situation.context())
        : Statuses.ended(
            situation.context(),
            situation.spec(),
            situation.run(),
            stored,
            situation.status().resultRef().configMap());
  }

  private static Decision cleared(Situation situation) {
    var observed = situation.observed();
    var removal = removal(observed.objects(), observed.pods());
    return Decision.delete(removal, observed.objects().isEmpty() ? null : Decision.NOW_AND_THEN);
  }

  /** Objects take their pods with them; a pod that was left alone must be taken by itself. */
  static List<HasMetadata> removal(List<HasMetadata> objects, List<? extends HasMetadata> pods) {
    var all = new ArrayList<HasMetadata>(objects);
    if (objects.isEmpty()) {
      all.addAll(pods);
    }
    all.removeIf(object -> object.getMetadata().getDeletionTimestamp() != null);
    return List.copyOf(all);
  }
}
