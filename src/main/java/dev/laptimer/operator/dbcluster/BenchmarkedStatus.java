package dev.laptimer.operator.dbcluster;

import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.DbClusterStatus;
import dev.laptimer.result.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The status of a cluster together with that of its benchmark. The cluster's own conditions say
 * nothing of the benchmark; two more do, so that {@code kubectl wait} can wait for it.
 */
final class BenchmarkedStatus {

  static final String FINISHED = "BenchmarkFinished";
  static final String SUCCEEDED = "BenchmarkSucceeded";

  private BenchmarkedStatus() {}

  /**
   * Puts the two together.
   *
   * @param previous the whole as it was before; null for none
   * @param benchmark null for none
   */
  static DbClusterStatus of(
      DbClusterStatus cluster, DbClusterStatus previous, BenchmarkStatus benchmark, Instant now) {
    if (benchmark == null || benchmark.conditions() == null) {
      return cluster.withBenchmark(benchmark, cluster.conditions());
    }
    var more =
        new Conditions(
            previous == null ? null : previous.conditions(), cluster.observedGeneration(), now);
    copy(benchmark.conditions(), Conditions.FINISHED, FINISHED, more);
    copy(benchmark.conditions(), Conditions.SUCCEEDED, SUCCEEDED, more);
    var all = new ArrayList<>(cluster.conditions());
    all.addAll(more.list());
    return cluster.withBenchmark(benchmark, List.copyOf(all));
  }

  private static void copy(List<Condition> from, String type, String as, Conditions to) {
    from.stream()
        .filter(condition -> type.equals(condition.getType()))
        .forEach(c -> to.with(as, c.getStatus(), c.getReason(), c.getMessage()));
  }
}
