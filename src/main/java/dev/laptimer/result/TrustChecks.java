package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus.Check;
import dev.laptimer.api.BenchmarkStatus.Trust;
import dev.laptimer.api.Severity;
import dev.laptimer.api.TrustLevel;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument.DroppedRound;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether the figures can be believed. What makes them meaningless is an error, what may move them
 * or their comparison a warning, and what only has to be known when they are read a note: a
 * benchmark of the classic kind on a quiet machine is to be trusted, and says that client and
 * servers shared the machine and that its laps include the warm-up.
 */
final class TrustChecks {

  /** Most checks that a status has. */
  static final int MAX_CHECKS = 20;

  /** The first lap is called slow from this multiple of the last one. */
  private static final double WARM_UP = 1.5;

  private static final int MAX_ROUNDS_NAMED = 3;

  private TrustChecks() {}

  static Trust of(Measured measured) {
    var checks =
        Stream.of(
                OperationChecks.of(measured),
                DatabaseChecks.of(measured),
                RunnerChecks.of(measured),
                PodShares.checks(measured),
                PlacementChecks.of(measured),
                FailoverText.checks(measured.document()),
                WarmUps.checks(measured),
                OpenLoops.checks(measured),
                droppedRounds(measured),
                control(measured),
                plan(measured))
            .flatMap(List::stream)
            .sorted(Comparator.comparing(Check::severity))
            .toList();
    return new Trust(
        level(checks),
        NoiseFloor.of(measured)
            .map(floor -> Format.plain(100 * (floor.ratio() - 1), 2))
            .orElse(null),
        dropped(measured).isEmpty() ? null : dropped(measured).size(),
        bounded(checks));
  }

  private static TrustLevel level(List<Check> checks) {
    return checks.stream()
        .map(Check::severity)
        .min(Comparator.naturalOrder())
        .map(
            worst ->
                switch (worst) {
                  case Error -> TrustLevel.None;
                  case Warning -> TrustLevel.Low;
                  case Note -> TrustLevel.High;
                })
        .orElse(TrustLevel.High);
  }

  private static List<Check> bounded(List<Check> checks) {
    if (checks.size() <= MAX_CHECKS) {
      return checks;
    }
    var shown = new ArrayList<>(checks.subList(0, MAX_CHECKS - 1));
    var rest = checks.subList(MAX_CHECKS - 1, checks.size());
    shown.add(
        new Check(
            "MoreChecks",
            rest.get(0).severity(),
            null,
            "%d more findings, of: %s"
                .formatted(
                    rest.size(),
                    String.join(", ", rest.stream().map(Check::name).distinct().toList()))));
    return List.copyOf(shown);
  }

  private static List<DroppedRound> dropped(Measured measured) {
    return Objects.requireNonNullElse(measured.document().droppedRounds(), List.of());
  }

  /** A note where as many rounds were made in their place. */
  private static List<Check> droppedRounds(Measured measured) {
    var dropped = dropped(measured);
    if (dropped.isEmpty()) {
      return List.of();
    }
    boolean repeated = dropped.stream().allMatch(round -> round.repeatedAs() != null);
    return List.of(
        new Check(
            "RoundsDropped",
            repeated ? Severity.Note : Severity.Warning,
            null,
            "%s not counted, %d repeated: %s"
                .formatted(
                    Format.count(dropped.size(), "round"),
                    dropped.stream().filter(round -> round.repeatedAs() != null).count(),
                    dropped.stream()
                        .map(
                            round ->
                                "round %d at %s, %s"
                                    .formatted(round.round(), round.arm(), round.message()))
                        .limit(MAX_ROUNDS_NAMED)
                        .collect(Collectors.joining("; ")))));
  }

  private static List<Check> control(Measured measured) {
    double threshold = Comparisons.threshold(measured);
    return NoiseFloor.of(measured)
        .filter(floor -> floor.ratio() > threshold || floor.differs(threshold))
        .map(
            floor ->
                floor.differs(threshold)
                    ? new Check(
                        "ControlDiffers",
                        Severity.Error,
                        floor.of(),
                        floor.sentence()
                            + ": what differs is not what is compared, but the machine or the order")
                    : new Check(
                        "NoiseFloor",
                        Severity.Note,
                        floor.of(),
                        floor.sentence() + ": no smaller difference counts as one"))
        .map(List::of)
        .orElse(List.of());
  }

  private static List<Check> plan(Measured measured) {
    var checks = new ArrayList<Check>();
    var document = measured.document();
    var plan = document.plan();
    if (!document.outcome().complete()) {
      checks.add(
          new Check(
              "Incomplete",
              Severity.Error,
              null,
              "the run ended before its last trial: " + document.outcome().message()));
    }
    int needed = PairedEstimate.roundsNeeded(Math.max(1, Pair.of(measured).size()));
    if (plan.arms().size() > 1 && plan.rounds() < needed) {
      checks.add(
          new Check(
              "TooFewRounds",
              Severity.Warning,
              null,
              "%s; %d targets need %d for a verdict, below that any difference may be chance"
                  .formatted(Format.count(plan.rounds(), "round"), plan.arms().size(), needed)));
    }
    plan.arms().stream()
        .map(arm -> unsteady(measured, arm))
        .flatMap(List::stream)
        .forEach(checks::add);
    return checks;
  }

  private static List<Check> unsteady(Measured measured, Plan.Arm arm) {
    var trials = measured.phases(arm.name(), measured.phase().name());
    int laps = measured.phase().laps();
    if (laps < 2 || trials.isEmpty() || !Measured.hasLaps(measured.phase(), trials)) {
      return List.of();
    }
    double slowdown =
        Measured.median(
            trials, trial -> (double) trial.lapNanos().get(0) / trial.lapNanos().get(laps - 1));
    return slowdown < WARM_UP
        ? List.of()
        : List.of(
            new Check(
                "Unsteady",
                Severity.Note,
                arm.name(),
                "the first lap of %s took %s times as long as the last: "
                        .formatted(measured.phase().name(), Format.plain(slowdown, 2))
                    + (measured.workload(arm.name()).warmUp() == null
                        ? "the laps include the warm-up of the client's JVM, and phases before this"
                            + " one even more of it"
                        : "the speed rose on after the warm-up")));
  }
}
