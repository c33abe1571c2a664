package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus.Check;
import dev.laptimer.api.Metric;
import dev.laptimer.api.Severity;
import dev.laptimer.result.ResultDocument.Environment;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Whether the measuring process could do its work undisturbed, in the compared phase. */
final class RunnerChecks {

  /** Share of a window that may go by without the process running, by quota or by hypervisor. */
  private static final double MAX_STOPPED_SHARE = 0.01;

  /**
   * Collections are part of what a client library costs; beyond this share the heap is too small.
   */
  private static final double MAX_GC_SHARE = 0.1;

  /** Pauses and shares from which a collection shows in the highest percentiles. */
  private static final long LONG_PAUSE_NANOS = 5_000_000;

  private static final double SMALL_GC_SHARE = 0.01;

  /** Share of the CPUs it may use from which the client is what is measured. */
  private static final double CPU_BOUND = 0.9;

  private static final double SLOW_CLOCK_NANOS = 100;

  /** Share of a median round trip that reading the clock may take. */
  private static final double MAX_CLOCK_SHARE = 0.01;

  /** How many times the median the mean of the round trips may be; warming up gives up to 2. */
  private static final double MAX_MEAN_TO_MEDIAN = 3;

  private RunnerChecks() {}

  static List<Check> of(Measured measured) {
    var checks = new ArrayList<Check>();
    for (var arm : measured.arms()) {
      var phases = measured.phases(arm, measured.phase().name());
      stalls(measured, arm, phases).ifPresent(checks::add);
      var windows = phases.stream().map(PhaseResult::window).filter(Objects::nonNull).toList();
      if (!windows.isEmpty()) {
        Stream.of(
                throttled(measured, arm, windows),
                steal(arm, windows),
                collections(measured, arm, windows),
                cpu(measured, arm, windows))
            .flatMap(Optional::stream)
            .forEach(checks::add);
      }
    }
    slowClock(measured).ifPresent(checks::add);
    return checks;
  }

  private static boolean comparesLatency(Measured measured) {
    return measured.spec().metricOrDefault() != Metric.OpsPerSecond;
  }

  private static Optional<Check> throttled(Measured measured, String arm, List<Window> windows) {
    long periods =
        windows.stream()
            .map(Window::throttledPeriods)
            .filter(Objects::nonNull)
            .mapToLong(Long::longValue)
            .sum();
    if (periods == 0) {
      return Optional.empty();
    }
    double share = share(windows, Window::throttledNanos).orElse(0);
    boolean harmful = share >= MAX_STOPPED_SHARE || comparesLatency(measured);
    return check(
        "CpuThrottled",
        harmful ? Severity.Warning : Severity.Note,
        arm,
        "the CPU limit of the runner stopped it in %s, %s of the time of %s; p99 is the quota's; raise or remove the limit"
            .formatted(
                Format.count(periods, "period"), Format.percent(share), measured.phase().name()));
  }

  private static Optional<Check> steal(String arm, List<Window> windows) {
    double wall = windows.stream().mapToLong(Window::wallNanos).sum();
    double stolen =
        windows.stream()
            .filter(window -> window.stealRatio() != null)
            .mapToDouble(window -> window.stealRatio() * window.wallNanos())
            .sum();
    return wall == 0 || stolen / wall < MAX_STOPPED_SHARE
        ? Optional.empty()
        : check(
            "CpuSteal",
            Severity.Warning,
            arm,
            "the hypervisor took %s of the machine's CPU time (limit 1 %%): other guests disturb the figures"
                .formatted(Format.percent(stolen / wall)));
  }

  private static Optional<Check> collections(Measured measured, String arm, List<Window> windows) {
    long longest = windows.stream().mapToLong(Window::longestGcNanos).max().orElse(0);
    double share = share(windows, Window::gcNanos).orElse(0);
    if (longest < LONG_PAUSE_NANOS && share < SMALL_GC_SHARE) {
      return Optional.empty();
    }
    boolean inTheMetric =
        measured.spec().metricOrDefault() == Metric.P99Micros && share >= SMALL_GC_SHARE;
    return check(
        "GcPause",
        share >= MAX_GC_SHARE || inTheMetric ? Severity.Warning : Severity.Note,
        arm,
        "the client's garbage collector took %s of the time of %s, its longest pause was %s ms: it is part of the slowest operations"
            .formatted(
                Format.percent(share), measured.phase().name(), Format.plain(longest / 1e6, 2)));
  }

  /**
   * A closed loop keeps either its client or its server busy, so a busy client is no fault; but a
   * client that has no CPU left is all that is measured.
   */
  private static Optional<Check> cpu(Measured measured, String arm, List<Window> windows) {
    var cores = share(windows, Window::cpuNanos);
    var allowed = allowedCpus(measured.document().environment());
    if (cores.isEmpty()
        || allowed.isEmpty()
        || cores.getAsDouble() < CPU_BOUND * allowed.getAsDouble()) {
      return Optional.empty();
    }
    return check(
        "GeneratorCpuBound",
        Severity.Warning,
        arm,
        "the client used %s of the %s CPUs that it may use during %s: the figures are its own rather than the server's"
            .formatted(
                Format.plain(cores.getAsDouble(), 2),
                Format.plain(allowed.getAsDouble(), 2),
                measured.phase().name()));
  }

  /**
   * In a closed loop the mean round trip is the time of the phase, times the operations that are on
   * their way at once, by all of its operations. Where it is far above the median, the time went
   * into few operations during which client or server did not run.
   */
  private static Optional<Check> stalls(Measured measured, String arm, List<PhaseResult> phases) {
    var large =
        phases.stream()
            .filter(phase -> phase.operations() >= Figures.MIN_OPERATIONS_P99)
            .filter(phase -> phase.p50Nanos() > 0)
            .filter(phase -> phase.openLoop() == null)
            .toList();
    if (large.isEmpty()) {
      return Optional.empty();
    }
    var workload = measured.workload(arm);
    int onTheirWay = workload.connections() * workload.pipelineDepth();
    ToDoubleFunction<PhaseResult> mean =
        phase -> (double) phase.totalNanos() * onTheirWay / phase.operations();
    double ratio = Measured.median(large, phase -> mean.applyAsDouble(phase) / phase.p50Nanos());
    return ratio < MAX_MEAN_TO_MEDIAN
        ? Optional.empty()
        : check(
            "Stalls",
            Severity.Warning,
            arm,
            "half of the round trips of %s took at most %s us, but their mean is %s us: something else held client or server up most of the time (a busy machine, a CPU limit, the network)"
                .formatted(
                    measured.phase().name(),
                    Format.plain(Measured.median(large, PhaseResult::p50Nanos) / 1000, 2),
                    Format.plain(Measured.median(large, mean) / 1000, 2)));
  }

  private static OptionalDouble allowedCpus(Environment environment) {
    return Stream.of(
            Optional.ofNullable(environment.quotaCpus()),
            Optional.ofNullable(environment.cpus()).map(Integer::doubleValue))
        .flatMap(Optional::stream)
        .mapToDouble(Double::doubleValue)
        .min();
  }

  private static Optional<Check> slowClock(Measured measured) {
    var environment = measured.document().environment();
    if (environment.clockNanos() == null || environment.clockNanos() <= SLOW_CLOCK_NANOS) {
      return Optional.empty();
    }
    double share =
        measured.arms().stream()
            .flatMap(arm -> measured.phases(arm, measured.phase().name()).stream())
            .mapToDouble(phase -> environment.clockNanos() / phase.p50Nanos())
            .max()
            .orElse(0);
    return check(
        "SlowClock",
        share >= MAX_CLOCK_SHARE ? Severity.Warning : Severity.Note,
        null,
        "one reading of the clock takes %s ns (limit 100, clock source %s): up to %s of a round trip"
            .formatted(
                Format.plain(environment.clockNanos(), 2),
                environment.clockSource(),
                Format.percent(share)));
  }

  /** Nanoseconds of something for each nanosecond of the windows; empty where it was not read. */
  private static OptionalDouble share(List<Window> windows, Function<Window, Long> nanos) {
    var known = windows.stream().filter(window -> nanos.apply(window) != null).toList();
    double wall = known.stream().mapToLong(Window::wallNanos).sum();
    return wall == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(known.stream().mapToLong(nanos::apply).sum() / wall);
  }

  private static Optional<Check> check(String name, Severity severity, String arm, String message) {
    return Optional.of(new Check(name, severity, arm, message));
  }
}
