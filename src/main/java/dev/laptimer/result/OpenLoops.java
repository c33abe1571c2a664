package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus.Check;
import dev.laptimer.api.BenchmarkStatus.OpenLoopFigures;
import dev.laptimer.api.BenchmarkStatus.PhaseFigures;
import dev.laptimer.api.BenchmarkStatus.Result;
import dev.laptimer.api.BenchmarkStatus.SweepFigures;
import dev.laptimer.api.Metric;
import dev.laptimer.api.Severity;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument.OpenLoopResult;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.SweepStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** What is read of operations at a rate, and of sweeps over rates. Pure. */
public final class OpenLoops {

  private static final int RATE_DIGITS = 4;

  /** Send delays up to this share of the median service time hardly move a latency. */
  private static final double MAX_DELAY_SHARE = 0.1;

  private static final long SMALL_DELAY_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private OpenLoops() {}

  /** Null for a phase without a rate. */
  static OpenLoopFigures figures(List<PhaseResult> trials) {
    return trials.stream().anyMatch(trial -> trial.openLoop() == null)
        ? null
        : ofRates(trials.stream().map(PhaseResult::openLoop).toList());
  }

  private static OpenLoopFigures ofRates(List<OpenLoopResult> trials) {
    int overloaded = (int) trials.stream().filter(OpenLoopResult::overloaded).count();
    return new OpenLoopFigures(
        rate(trials, OpenLoopResult::offeredPerSecond),
        rate(trials, OpenLoopResult::achievedPerSecond),
        micros(trials, trial -> trial.service().p50Nanos()),
        micros(trials, trial -> trial.service().p99Nanos()),
        micros(trials, trial -> trial.sendDelay().p99Nanos()),
        overloaded == 0 ? null : overloaded);
  }

  private static String rate(
      List<OpenLoopResult> trials, ToDoubleFunction<OpenLoopResult> perSecond) {
    return Format.plain(Measured.median(trials, perSecond), RATE_DIGITS);
  }

  private static <T> long micros(List<T> trials, ToDoubleFunction<T> nanos) {
    return Math.round(Measured.median(trials, nanos) / 1000);
  }

  /** Null for a phase without a sweep. */
  static List<SweepFigures> sweep(List<PhaseResult> trials) {
    if (trials.stream().anyMatch(trial -> trial.sweep() == null)) {
      return null;
    }
    return IntStream.range(0, trials.get(0).sweep().size())
        .mapToObj(i -> step(trials.stream().map(trial -> trial.sweep().get(i)).toList()))
        .toList();
  }

  private static SweepFigures step(List<SweepStep> trials) {
    return new SweepFigures(
        trials.get(0).percent(),
        micros(trials, trial -> trial.response().p50Nanos()),
        micros(trials, trial -> trial.response().p99Nanos()),
        micros(trials, trial -> trial.response().p999Nanos()),
        ofRates(trials.stream().map(SweepStep::openLoop).toList()));
  }

  /** Median over the rounds; null where no limit was given. */
  static Long rateAtMaxP99(Plan.Phase phase, List<PhaseResult> trials) {
    return phase.sweep() == null
            || phase.sweep().maxP99Micros() == null
            || trials.stream().anyMatch(trial -> trial.sweep() == null)
        ? null
        : Math.round(
            Measured.median(trials, trial -> rateAtMaxP99(trial, phase.sweep().maxP99Micros())));
  }

  /**
   * The highest rate of a sweep that was reached and whose response time held the limit, operations
   * per second; 0 for none.
   */
  static double rateAtMaxP99(PhaseResult trial, int maxP99Micros) {
    return trial.sweep().stream()
        .filter(step -> !step.openLoop().overloaded())
        .filter(step -> step.response().p99Nanos() <= TimeUnit.MICROSECONDS.toNanos(maxP99Micros))
        .mapToDouble(step -> step.openLoop().achievedPerSecond())
        .max()
        .orElse(0);
  }

  /** Why the compared figure of an arm is none; empty if it is one. */
  static Optional<String> noFigure(Measured measured, String arm) {
    var trials = measured.phases(arm, measured.phase().name());
    var metric = measured.spec().metricOrDefault();
    long overloaded =
        trials.stream().filter(t -> t.openLoop() != null && t.openLoop().overloaded()).count();
    if (overloaded > 0 && metric != Metric.OpsPerSecond) {
      return Optional.of(
          "%s did not reach the rate in %s, so that its latency is greater than any figure"
              .formatted(arm, Format.count(overloaded, "trial")));
    }
    if (metric != Metric.RateAtMaxP99) {
      return Optional.empty();
    }
    var sweep = measured.phase().sweep();
    if (sweep == null || sweep.maxP99Micros() == null) {
      return Optional.of("the phase has no sweep with `maxP99Micros`");
    }
    long none =
        trials.stream().filter(trial -> rateAtMaxP99(trial, sweep.maxP99Micros()) == 0).count();
    return none == 0
        ? Optional.empty()
        : Optional.of(
            "no rate of the sweep at %s held a p99 of %s us in %s"
                .formatted(arm, Format.number(sweep.maxP99Micros()), Format.count(none, "trial")));
  }

  /** What is to be known of the rates, of all phases. */
  static List<Check> checks(Measured measured) {
    var checks = new ArrayList<Check>();
    for (var phase : measured.document().plan().workload().phases()) {
      for (var arm : measured.arms()) {
        var trials = measured.phases(arm, phase.name());
        if (trials.isEmpty()) {
          continue;
        }
        if (trials.stream().allMatch(trial -> trial.openLoop() != null)) {
          overload(phase, arm, trials).ifPresent(checks::add);
          late(arm, phase.name(), trials.stream().map(PhaseResult::openLoop).toList())
              .ifPresent(checks::add);
        }
        if (trials.stream().allMatch(trial -> trial.sweep() != null)) {
          lateSteps(arm, phase.name(), trials).ifPresent(checks::add);
        }
      }
    }
    return checks;
  }

  private static Optional<Check> overload(Plan.Phase phase, String arm, List<PhaseResult> trials) {
    var figures = figures(trials);
    return figures.overloadedTrials() == null
        ? Optional.empty()
        : Optional.of(
            new Check(
                "Overload",
                Severity.Warning,
                arm,
                "%s did not reach its rate in %d of %s: %s operations per second were due, %s were answered (limit 99 %%); its latency is that of a growing backlog, greater than any figure; ask for a lower rate"
                    .formatted(
                        phase.name(),
                        figures.overloadedTrials(),
                        Format.count(trials.size(), "trial"),
                        figures.offeredPerSecond(),
                        figures.achievedPerSecond())));
  }

  /** Of a sweep the first step that was sent late stands for all. */
  private static Optional<Check> lateSteps(String arm, String phase, List<PhaseResult> trials) {
    return IntStream.range(0, trials.get(0).sweep().size())
        .mapToObj(
            i ->
                late(
                    arm,
                    "%s at %d %%".formatted(phase, trials.get(0).sweep().get(i).percent()),
                    trials.stream().map(trial -> trial.sweep().get(i).openLoop()).toList()))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<Check> late(String arm, String what, List<OpenLoopResult> trials) {
    if (trials.stream().anyMatch(OpenLoopResult::overloaded)) {
      return Optional.empty();
    }
    double delay = Measured.median(trials, trial -> trial.sendDelay().p99Nanos());
    double service = Measured.median(trials, trial -> trial.service().p50Nanos());
    double limit = Math.max(SMALL_DELAY_NANOS, MAX_DELAY_SHARE * service);
    return delay <= limit
        ? Optional.empty()
        : Optional.of(
            new Check(
                "ClientLimited",
                Severity.Warning,
                arm,
                "of %s the latest 1 %% of the operations were sent %s us or more after they were due (limit %s): the response time has the client's part in it, a wait for a free connection or for a CPU; take more connections, more CPUs or a lower rate, and see the service time"
                    .formatted(
                        what,
                        Format.number(Math.round(delay / 1000)),
                        Format.number(Math.round(limit / 1000)))));
  }

  public static final List<String> HEADER =
      List.of(
          "phase",
          "target",
          "due/s",
          "answered/s",
          "p50 us",
          "p99 us",
          "p99.9 us",
          "service p50",
          "service p99",
          "send delay p99",
          "");

  /** A row for each rate of each phase and arm; none without rates. */
  public static List<List<String>> rows(List<Result> results) {
    var rows = new ArrayList<List<String>>();
    for (var result : results) {
      for (var phase : result.phases()) {
        if (phase.openLoop() != null) {
          rows.add(
              row(
                  phase.name(),
                  result,
                  phase.openLoop(),
                  phase.p50Micros(),
                  phase.p99Micros(),
                  phase.p999Micros()));
        }
        var sweep = phase.sweep() == null ? List.<SweepFigures>of() : phase.sweep();
        sweep.forEach(
            step ->
                rows.add(
                    row(
                        "%s, %d %%".formatted(phase.name(), step.percent()),
                        result,
                        step.openLoop(),
                        step.p50Micros(),
                        step.p99Micros(),
                        step.p999Micros())));
      }
    }
    return rows;
  }

  private static List<String> row(
      String phase, Result result, OpenLoopFigures rate, Long p50, Long p99, Long p999) {
    boolean overload = rate.overloadedTrials() != null;
    return List.of(
        phase,
        result.name(),
        rate.offeredPerSecond(),
        rate.achievedPerSecond(),
        micros(overload, p50),
        micros(overload, p99),
        micros(overload, p999),
        micros(false, rate.serviceP50Micros()),
        micros(false, rate.serviceP99Micros()),
        micros(false, rate.sendDelayP99Micros()),
        overload ? "overload in %s".formatted(Format.count(rate.overloadedTrials(), "trial")) : "");
  }

  /** What grows with a backlog is more than what was seen of it. */
  private static String micros(boolean overload, Long micros) {
    return micros == null ? "-" : (overload ? "> " : "") + Format.number(micros);
  }

  /** What each sweep with a limit found, a sentence each. */
  public static List<String> sentences(Plan plan, List<Result> results) {
    var sentences = new ArrayList<String>();
    for (var result : results) {
      for (PhaseFigures phase : result.phases()) {
        if (phase.rateAtMaxP99PerSecond() != null) {
          var limit =
              plan.workload().phases().stream()
                  .filter(p -> p.name().equals(phase.name()))
                  .map(p -> p.sweep().maxP99Micros())
                  .findFirst()
                  .orElseThrow();
          sentences.add(
              phase.rateAtMaxP99PerSecond() == 0
                  ? "%s held a p99 of %s us at no rate of %s"
                      .formatted(result.name(), Format.number(limit), phase.name())
                  : "%s held a p99 of %s us up to %s operations per second of %s"
                      .formatted(
                          result.name(),
                          Format.number(limit),
                          Format.number(phase.rateAtMaxP99PerSecond()),
                          phase.name()));
        }
      }
    }
    return sentences;
  }
}
