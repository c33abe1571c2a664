package dev.laptimer.operator;

import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.BenchmarkStatus.PhaseFigures;
import dev.laptimer.api.BenchmarkStatus.Result;
import dev.laptimer.api.CacheBenchmark;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the operator's benchmarks come to, as metrics. All but the number of ended runs is read from
 * the benchmarks themselves, so that it outlives a restart and goes with what is deleted.
 */
public final class RunMetrics {

  /** Most figures of last runs that are shown. */
  static final int MAX_FIGURES = 1000;

  private final MeterRegistry registry;
  private final MultiGauge benchmarks;
  private final MultiGauge figures;

  public RunMetrics(MeterRegistry registry) {
    this.registry = registry;
    benchmarks =
        MultiGauge.builder("laptimer.benchmarks")
            .description("Benchmarks in each state")
            .register(registry);
    figures =
        MultiGauge.builder("laptimer.last.run.operations.per.second")
            .description("Operations per second of the last run, median over its rounds")
            .register(registry);
  }

  /** A run ended. */
  public void ended(String reason) {
    registry.counter("laptimer.runs", "reason", reason).increment();
  }

  /** Reads the benchmarks anew. */
  public void refresh(List<CacheBenchmark> all) {
    Map<String, Long> byState =
        all.stream()
            .map(CacheBenchmark::getStatus)
            .filter(status -> status != null && status.state() != null)
            .collect(
                Collectors.groupingBy(
                    status -> status.state().name(), TreeMap::new, Collectors.counting()));
    benchmarks.register(
        byState.entrySet().stream()
            .map(entry -> Row.of(Tags.of("state", entry.getKey()), entry.getValue()))
            .toList(),
        true);
    figures.register(all.stream().flatMap(RunMetrics::figures).limit(MAX_FIGURES).toList(), true);
  }

  private static Stream<Row<Number>> figures(CacheBenchmark benchmark) {
    return results(benchmark.getStatus())
        .flatMap(
            result ->
                phases(result)
                    .filter(phase -> phase.opsPerSecond() != null)
                    .map(phase -> figure(benchmark, result.name(), phase)));
  }

  private static Stream<Result> results(BenchmarkStatus status) {
    return status == null || status.results() == null ? Stream.empty() : status.results().stream();
  }

  private static Stream<PhaseFigures> phases(Result result) {
    return result.phases() == null ? Stream.empty() : result.phases().stream();
  }

  private static Row<Number> figure(HasMetadata benchmark, String target, PhaseFigures phase) {
    return Row.of(
        Tags.of(
            "namespace", benchmark.getMetadata().getNamespace(),
            "benchmark", benchmark.getMetadata().getName(),
            "target", target,
            "phase", phase.name()),
        phase.opsPerSecond());
  }
}
