package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.BenchmarkStatus.Check;
import dev.laptimer.api.BenchmarkStatus.ComparisonResult;
import dev.laptimer.api.BenchmarkStatus.PhaseFigures;
import dev.laptimer.api.BenchmarkStatus.Result;
import dev.laptimer.api.BenchmarkStatus.ServerInfo;
import dev.laptimer.api.BenchmarkStatus.Trust;
import dev.laptimer.api.Documents;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Keeps a status small: every write of it is stored by the API server and sent to all who watch.
 * What is left out of a large one is in the result document.
 */
final class StatusSize {

  /** Most bytes of a status as JSON. */
  static final int MAX_BYTES = 16 * 1024;

  private static final int MAX_SHORT_TEXT = 160;
  private static final int FEW_CHECKS = 8;

  /** What is left out, the least missed first; each step includes those before it. */
  private static final List<UnaryOperator<BenchmarkStatus>> STEPS =
      List.of(
          status -> mapPhases(status, StatusSize::withoutLaps),
          StatusSize::withoutFeatures,
          status -> mapPhases(status, StatusSize::mainFigures),
          StatusSize::withShortTexts,
          StatusSize::comparedPhaseOnly,
          StatusSize::gravestChecksOnly,
          StatusSize::withoutPodsAndWay);

  private StatusSize() {}

  /** The status itself, or a shortened one whose condition Ready says so. */
  static BenchmarkStatus bounded(BenchmarkStatus status) {
    if (bytes(status) <= MAX_BYTES) {
      return status;
    }
    var shortened = status;
    for (var step : STEPS) {
      shortened = step.apply(shortened);
      var noted = withNote(shortened);
      if (bytes(noted) <= MAX_BYTES) {
        return noted;
      }
    }
    return withNote(shortened);
  }

  static int bytes(BenchmarkStatus status) {
    return Documents.toJson(status).getBytes(StandardCharsets.UTF_8).length;
  }

  private static BenchmarkStatus withNote(BenchmarkStatus status) {
    var note =
        " (figures are left out of this status to keep it small; all are in the result document"
            + (status.resultRef() == null ? "" : ", ConfigMap " + status.resultRef().configMap())
            + ")";
    return with(
        status,
        status.comparisons(),
        status.trust(),
        status.conditions().stream()
            .map(
                condition ->
                    condition.getType().equals(Conditions.READY)
                        ? withNote(condition, note)
                        : condition)
            .toList());
  }

  private static Condition withNote(Condition condition, String note) {
    return new ConditionBuilder(condition)
        .withMessage(Text.cut(condition.getMessage(), Text.MAX_MESSAGE - note.length()) + note)
        .build();
  }

  private static BenchmarkStatus mapPhases(
      BenchmarkStatus status, UnaryOperator<PhaseFigures> change) {
    return mapResults(
        status, result -> withPhases(result, result.phases().stream().map(change).toList()));
  }

  private static BenchmarkStatus comparedPhaseOnly(BenchmarkStatus status) {
    return mapResults(
        status,
        result -> {
          var phases = result.phases();
          var compared =
              status.comparisons() == null || status.comparisons().isEmpty()
                  ? null
                  : status.comparisons().get(0).phase();
          return withPhases(
              result,
              phases.stream()
                  .filter(
                      phase ->
                          compared == null
                              ? phase == phases.get(phases.size() - 1)
                              : phase.name().equals(compared))
                  .toList());
        });
  }

  private static BenchmarkStatus gravestChecksOnly(BenchmarkStatus status) {
    return with(
        status,
        status.comparisons(),
        mapChecks(status, checks -> checks.subList(0, Math.min(FEW_CHECKS, checks.size()))),
        status.conditions());
  }

  private static BenchmarkStatus withoutFeatures(BenchmarkStatus status) {
    return mapResults(
        status,
        result -> {
          var server = result.server();
          return server == null
              ? result
              : new Result(
                  result.name(),
                  result.engine(),
                  result.client(),
                  new ServerInfo(
                      server.version(), server.image(), server.imageId(), server.nodeName(), null),
                  result.trials(),
                  result.phases(),
                  result.opsPerCurrencyUnit(),
                  result.network(),
                  result.bottleneck(),
                  result.serverCost(),
                  result.rowBytes(),
                  result.expiry());
        });
  }

  private static BenchmarkStatus withoutPodsAndWay(BenchmarkStatus status) {
    return mapResults(
        status,
        result ->
            new Result(
                result.name(),
                result.engine(),
                result.client(),
                result.server() == null
                    ? null
                    : new ServerInfo(result.server().version(), null, null, null, null),
                result.trials(),
                result.phases(),
                result.opsPerCurrencyUnit(),
                null,
                result.bottleneck(),
                null,
                result.rowBytes(),
                result.expiry()));
  }

  private static BenchmarkStatus withShortTexts(BenchmarkStatus status) {
    return with(
        status,
        status.comparisons() == null
            ? null
            : status.comparisons().stream().map(StatusSize::withShortText).toList(),
        mapChecks(status, checks -> checks.stream().map(StatusSize::withShortText).toList()),
        status.conditions().stream()
            .map(
                condition ->
                    new ConditionBuilder(condition)
                        .withMessage(Text.cut(condition.getMessage(), 2 * MAX_SHORT_TEXT))
                        .build())
            .toList());
  }

  private static ComparisonResult withShortText(ComparisonResult comparison) {
    return new ComparisonResult(
        comparison.phase(),
        comparison.metric(),
        comparison.reference(),
        comparison.arm(),
        comparison.ratio(),
        comparison.low(),
        comparison.high(),
        comparison.rounds(),
        comparison.verdict(),
        Text.cut(comparison.message(), MAX_SHORT_TEXT),
        comparison.minimumDetectablePercent(),
        comparison.p());
  }

  private static Check withShortText(Check check) {
    return new Check(
        check.name(), check.severity(), check.arm(), Text.cut(check.message(), MAX_SHORT_TEXT));
  }

  private static Trust mapChecks(BenchmarkStatus status, UnaryOperator<List<Check>> change) {
    return status.trust() == null
        ? null
        : new Trust(
            status.trust().level(),
            status.trust().noiseFloorPercent(),
            status.trust().droppedRounds(),
            change.apply(status.trust().checks()));
  }

  private static BenchmarkStatus with(
      BenchmarkStatus status,
      List<ComparisonResult> comparisons,
      Trust trust,
      List<Condition> conditions) {
    return new BenchmarkStatus(
        status.observedGeneration(),
        status.state(),
        status.summary(),
        conditions,
        status.run(),
        status.results(),
        comparisons,
        trust,
        status.failover(),
        status.resultRef(),
        status.history());
  }

  private static PhaseFigures withoutLaps(PhaseFigures phase) {
    return new PhaseFigures(
        phase.name(),
        phase.operation(),
        phase.laps(),
        null,
        phase.totalMicros(),
        phase.opsPerSecond(),
        phase.opsPerSecondLowest(),
        phase.opsPerSecondHighest(),
        phase.p50Micros(),
        phase.p99Micros(),
        phase.p999Micros(),
        phase.operations(),
        phase.errors(),
        phase.misses(),
        phase.expiredMisses(),
        phase.wrongValues(),
        phase.retries(),
        phase.warmUp(),
        phase.pods(),
        phase.openLoop(),
        phase.sweep(),
        phase.rateAtMaxP99PerSecond(),
        phase.mix());
  }

  private static PhaseFigures mainFigures(PhaseFigures phase) {
    return new PhaseFigures(
        phase.name(),
        phase.operation(),
        phase.laps(),
        null,
        phase.totalMicros(),
        phase.opsPerSecond(),
        null,
        null,
        phase.p50Micros(),
        phase.p99Micros(),
        null,
        null,
        nullIfZero(phase.errors()),
        nullIfZero(phase.misses()),
        nullIfZero(phase.expiredMisses()),
        nullIfZero(phase.wrongValues()),
        phase.retries(),
        phase.warmUp(),
        phase.pods(),
        phase.openLoop(),
        null,
        phase.rateAtMaxP99PerSecond(),
        phase.mix());
  }

  private static Long nullIfZero(Long count) {
    return count == null || count == 0 ? null : count;
  }

  private static BenchmarkStatus mapResults(BenchmarkStatus status, UnaryOperator<Result> change) {
    return new BenchmarkStatus(
        status.observedGeneration(),
        status.state(),
        status.summary(),
        status.conditions(),
        status.run(),
        status.results() == null ? null : status.results().stream().map(change).toList(),
        status.comparisons(),
        status.trust(),
        status.failover(),
        status.resultRef(),
        status.history());
  }

  private static Result withPhases(Result result, List<PhaseFigures> phases) {
    return new Result(
        result.name(),
        result.engine(),
        result.client(),
        result.server(),
        result.trials(),
        phases,
        result.opsPerCurrencyUnit(),
        result.network(),
        result.bottleneck(),
        result.serverCost(),
        result.rowBytes(),
        result.expiry());
  }
}
