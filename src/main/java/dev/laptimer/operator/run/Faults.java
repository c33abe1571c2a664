package dev.laptimer.operator.run;

import dev.laptimer.api.BenchmarkStatus.Fault;
import dev.laptimer.api.FaultAction;
import dev.laptimer.operator.run.Decision.Notice;
import dev.laptimer.operator.run.Decision.PodFault;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * What is done to members because the runner asks for it: noted in the status with the pod's UID
 * first, then carried out on that pod alone. So each is done once, whenever the operator dies.
 * Pure.
 */
final class Faults {

  private static final Duration WHILE_THEY_MAY_COME = Duration.ofSeconds(1);

  private Faults() {}

  /**
   * The fault that was asked for and is not noted yet. It waits for a cluster that is whole: who is
   * hurt already is not hurt by the operator.
   */
  static Optional<Fault> toNote(Situation situation) {
    if (!(situation.observed().output() instanceof Output.Underway underway)
        || underway.fault() == null
        || situation.hold().isPresent()) {
      return Optional.empty();
    }
    var request = underway.fault();
    var noted = situation.run().fault();
    if (request.action() == FaultAction.Await
        || (noted != null && noted.number() >= request.number())) {
      return Optional.empty();
    }
    return Optional.ofNullable(situation.benchmark().cluster())
        .map(cluster -> cluster.members().get(request.member()))
        .filter(member -> !member.terminating())
        .map(member -> request.on(member.podUid()));
  }

  /** The deletion that was noted, as long as that very pod is there and nobody has deleted it. */
  static Optional<PodFault> toDo(Situation situation) {
    var fault = situation.run().fault();
    if (fault == null || situation.benchmark().cluster() == null) {
      return Optional.empty();
    }
    return Optional.ofNullable(situation.benchmark().cluster().members().get(fault.member()))
        .filter(member -> member.podUid().equals(fault.podUid()) && !member.terminating())
        .map(
            member ->
                new PodFault(
                    situation.benchmark().resource().namespace(),
                    fault.member(),
                    fault.podUid(),
                    fault.action() == FaultAction.Kill ? 0 : null));
  }

  /** When to look again while the runner is at work. */
  static Duration patience(Situation situation) {
    return situation.benchmark().cluster() != null && situation.areTrialsDone()
        ? WHILE_THEY_MAY_COME
        : Decision.NOW_AND_THEN;
  }

  /** Whoever sees a member go must be able to see that it was meant. */
  static Notice notice(Fault fault) {
    return new Notice(
        true,
        "BenchmarkFault",
        "%s for the benchmark's failover, event %d".formatted(words(fault), fault.number()));
  }

  static String words(Fault fault) {
    return "%s of %s".formatted(fault.action().name().toLowerCase(Locale.ROOT), fault.member());
  }
}
