package dev.laptimer.operator;

import dev.laptimer.api.CacheBenchmarkStatus;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the operator's runs come to, as metrics. */
public final class RunMetrics {

  /**
   * Benchmarks whose last figures are shown; beyond, the ones that ended longest ago are left out.
   */
  static final int MAX_BENCHMARKS = 200;

  private final MeterRegistry registry;
  private final Map<String, List<Gauge>> lastRuns = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<String, String> active = new ConcurrentHashMap<>();

  public RunMetrics(MeterRegistry registry) {
    this.registry = registry;
    Gauge.builder("laptimer.runs.active", active, Map::size)
        .description("Runs that are underway")
        .register(registry);
  }

  /** A status was written. */
  public void written(HasMetadata benchmark, boolean underway) {
    if (underway) {
      active.put(benchmark.getMetadata().getUid(), benchmark.getMetadata().getName());
    } else {
      active.remove(benchmark.getMetadata().getUid());
    }
  }

  /** A run ended. */
  public synchronized void ended(
      HasMetadata benchmark, CacheBenchmarkStatus status, String reason) {
    registry.counter("laptimer.runs", "reason", reason).increment();
    remove(lastRuns.remove(key(benchmark)));
    if (status.results() == null) {
      return;
    }
    var gauges =
        status.results().stream()
            .flatMap(
                result ->
                    result.phases().stream()
                        .filter(phase -> phase.opsPerSecond() != null)
                        .map(
                            phase ->
                                gauge(
                                    benchmark, result.name(), phase.name(), phase.opsPerSecond())))
            .toList();
    lastRuns.put(key(benchmark), gauges);
    if (lastRuns.size() > MAX_BENCHMARKS) {
      remove(lastRuns.remove(lastRuns.keySet().iterator().next()));
    }
  }

  private Gauge gauge(HasMetadata benchmark, String target, String phase, long opsPerSecond) {
    return Gauge.builder("laptimer.last.run.operations.per.second", () -> opsPerSecond)
        .description("Operations per second of the last run, median over its rounds")
        .tags(
            Tags.of(
                "namespace",
                benchmark.getMetadata().getNamespace(),
                "benchmark",
                benchmark.getMetadata().getName(),
                "target",
                target,
                "phase",
                phase))
        .register(registry);
  }

  private void remove(List<Gauge> gauges) {
    if (gauges != null) {
      gauges.forEach(registry::remove);
    }
  }

  private static String key(HasMetadata benchmark) {
    return benchmark.getMetadata().getNamespace() + "/" + benchmark.getMetadata().getName();
  }
}
