package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus.ClientInfo;
import dev.laptimer.api.BenchmarkStatus.MixFigures;
import dev.laptimer.api.BenchmarkStatus.MixPartFigures;
import dev.laptimer.api.BenchmarkStatus.PhaseFigures;
import dev.laptimer.api.BenchmarkStatus.Result;
import dev.laptimer.api.BenchmarkStatus.RowBytes;
import dev.laptimer.api.BenchmarkStatus.ServerInfo;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument.MixPart;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.TrialResult;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * The figures of each arm: medians over its rounds, so that one disturbed round moves little.
 * Percentiles are the median of the trials' own percentiles, never a percentile of all together:
 * operations of one process depend on each other, rounds do not.
 */
final class Figures {

  /** Fewest operations of a phase of one trial for a 99th percentile: 100 are above it. */
  static final long MIN_OPERATIONS_P99 = 10_000;

  /** The same for the 99.9th. */
  static final long MIN_OPERATIONS_P999 = 100_000;

  private static final int PRICE_DIGITS = 3;

  private Figures() {}

  /** One result for each arm, in the order of the plan; an arm that has no trial has no phases. */
  static List<Result> of(Measured measured) {
    return measured.document().plan().arms().stream().map(arm -> result(measured, arm)).toList();
  }

  private static Result result(Measured measured, Plan.Arm arm) {
    var phases =
        measured.document().plan().workload().phases().stream()
            .map(phase -> figures(phase, measured.phases(arm.name(), phase.name())))
            .flatMap(Optional::stream)
            .toList();
    var versions = measured.document().environment().clientVersions();
    return new Result(
        arm.name(),
        arm.engine(),
        new ClientInfo(
            arm.client(),
            versions == null ? null : versions.get(arm.client()),
            jvm(measured, arm),
            arm.image()),
        server(measured.document(), arm),
        measured.trials(arm.name()).size(),
        phases,
        opsPerCurrencyUnit(measured, arm),
        NetworkFloors.of(measured.document(), arm.name()).orElse(null),
        phases.isEmpty() ? null : Bottlenecks.of(measured, arm.name()),
        ServerCosts.of(measured.trials(arm.name())).orElse(null),
        rowBytes(measured.trials(arm.name())),
        ExpiryFigures.of(measured.document().plan(), arm, phases));
  }

  /** The same in every trial, as the rows are. */
  private static RowBytes rowBytes(List<TrialResult> trials) {
    return trials.stream()
        .map(TrialResult::rowBytes)
        .filter(Objects::nonNull)
        .findFirst()
        .map(bytes -> new RowBytes(bytes.smallest(), bytes.median(), bytes.largest()))
        .orElse(null);
  }

  /** That of the trials; null in documents of before, and without a trial. */
  private static String jvm(Measured measured, Plan.Arm arm) {
    return measured.trials(arm.name()).stream()
        .map(ResultDocument.TrialResult::health)
        .filter(health -> health != null && health.jvm() != null)
        .map(ResultDocument.Health::jvm)
        .findFirst()
        .orElse(null);
  }

  private static ServerInfo server(ResultDocument document, Plan.Arm arm) {
    var version =
        document.preflights().stream()
            .filter(preflight -> preflight.arm().equals(arm.name()))
            .map(ResultDocument.Preflight::serverVersion)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    var placement = document.placement();
    var pod =
        placement == null || placement.servers() == null
            ? null
            : placement.servers().get(arm.target());
    var features = FeatureMatrix.features(document, arm).map(FeatureMatrix::words).orElse(null);
    return pod == null
        ? new ServerInfo(version, null, null, null, features)
        : new ServerInfo(version, pod.image(), pod.imageId(), pod.node(), features);
  }

  private static Optional<PhaseFigures> figures(Plan.Phase phase, List<PhaseResult> trials) {
    if (trials.isEmpty()) {
      return Optional.empty();
    }
    var rates = trials.stream().mapToDouble(PhaseResult::opsPerSecond).summaryStatistics();
    long samples = trials.stream().mapToLong(t -> t.operations() - t.errors()).min().orElseThrow();
    return Optional.of(
        new PhaseFigures(
            phase.name(),
            phase.operation(),
            phase.laps() == 0 ? null : phase.laps(),
            lapMicros(phase, trials),
            medianMicros(trials, PhaseResult::totalNanos),
            Math.round(Measured.median(trials, PhaseResult::opsPerSecond)),
            Math.round(rates.getMin()),
            Math.round(rates.getMax()),
            medianMicros(trials, PhaseResult::p50Nanos),
            samples < MIN_OPERATIONS_P99 ? null : medianMicros(trials, PhaseResult::p99Nanos),
            samples < MIN_OPERATIONS_P999 ? null : medianMicros(trials, PhaseResult::p999Nanos),
            sum(trials, PhaseResult::operations),
            sum(trials, PhaseResult::errors),
            sum(trials, PhaseResult::misses),
            sum(trials, PhaseResult::expiredMisses),
            sum(trials, PhaseResult::wrongValues),
            sumOrNull(trials, PhaseResult::retries),
            WarmUps.figures(trials).orElse(null),
            PodShares.figures(trials),
            OpenLoops.figures(trials),
            OpenLoops.sweep(trials),
            OpenLoops.rateAtMaxP99(phase, trials),
            mix(trials)));
  }

  /** Null for a phase by duration, and where the document left the laps out. */
  private static List<Long> lapMicros(Plan.Phase phase, List<PhaseResult> trials) {
    return phase.laps() == 0 || !Measured.hasLaps(phase, trials)
        ? null
        : IntStream.range(0, phase.laps())
            .mapToObj(lap -> medianMicros(trials, trial -> trial.lapNanos().get(lap)))
            .toList();
  }

  private static MixFigures mix(List<PhaseResult> trials) {
    return trials.stream().anyMatch(trial -> trial.mix() == null)
        ? null
        : new MixFigures(
            part(trials, trial -> trial.mix().reads()),
            part(trials, trial -> trial.mix().writes()));
  }

  private static MixPartFigures part(
      List<PhaseResult> trials, Function<PhaseResult, MixPart> part) {
    long samples = trials.stream().map(part).mapToLong(MixPart::operations).min().orElseThrow();
    return new MixPartFigures(
        Math.round(
            Measured.median(
                trials,
                trial ->
                    trial.totalNanos() == 0
                        ? 0
                        : part.apply(trial).operations() * 1e9 / trial.totalNanos())),
        samples == 0 ? null : medianMicros(trials, trial -> part.apply(trial).p50Nanos()),
        samples < MIN_OPERATIONS_P99
            ? null
            : medianMicros(trials, trial -> part.apply(trial).p99Nanos()));
  }

  private static long medianMicros(List<PhaseResult> trials, ToDoubleFunction<PhaseResult> nanos) {
    return Math.round(Measured.median(trials, nanos) / 1000);
  }

  private static long sum(List<PhaseResult> trials, ToLongFunction<PhaseResult> count) {
    return trials.stream().mapToLong(count).sum();
  }

  /** Null where nothing was counted, as the retries of caches. */
  private static Long sumOrNull(List<PhaseResult> trials, Function<PhaseResult, Long> count) {
    var counts = trials.stream().map(count).filter(Objects::nonNull).toList();
    return counts.isEmpty() ? null : counts.stream().mapToLong(Long::longValue).sum();
  }

  private static String opsPerCurrencyUnit(Measured measured, Plan.Arm arm) {
    var trials = measured.phases(arm.name(), measured.phase().name());
    var price =
        measured
            .spec()
            .pricePerHour(arm.target())
            .map(Double::parseDouble)
            .filter(perHour -> perHour > 0);
    if (trials.isEmpty() || price.isEmpty()) {
      return null;
    }
    double perHour = 3600 * Measured.median(trials, PhaseResult::opsPerSecond);
    return Format.plain(perHour / price.get(), PRICE_DIGITS);
  }
}
