package dev.laptimer.operator.run;

import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.BenchmarkStatus.PastRun;
import dev.laptimer.result.Reason;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What a status tells of runs that are over. */
final class Past {

  private static final Set<String> NOT_BY_ITSELF =
      Set.of(Reason.Cancelled.name(), Reason.Interrupted.name());

  private Past() {}

  /** True if the last run was measured or failed, and was not just stopped. */
  static boolean endedByItself(BenchmarkStatus status) {
    boolean finished =
        status.conditions() != null
            && status.conditions().stream()
                .anyMatch(c -> "Finished".equals(c.getType()) && "True".equals(c.getStatus()));
    return finished
        || history(status)
            .filter(past -> Objects.equals(past.number(), status.run().number()))
            .anyMatch(past -> !NOT_BY_ITSELF.contains(past.reason()));
  }

  /** ConfigMaps of results to which the next status no longer refers. */
  static List<HasMetadata> droppedResults(Situation situation, BenchmarkStatus next) {
    var dropped = new TreeSet<>(results(situation.status()));
    dropped.removeAll(results(next));
    return configMaps(situation, dropped);
  }

  /** ConfigMaps of all results that there are. */
  static List<HasMetadata> results(Situation situation) {
    return configMaps(situation, results(situation.status()));
  }

  private static List<HasMetadata> configMaps(Situation situation, Set<String> names) {
    return names.stream()
        .<HasMetadata>map(
            name ->
                new ConfigMapBuilder()
                    .withNewMetadata()
                    .withName(name)
                    .withNamespace(situation.benchmark().resource().namespace())
                    .endMetadata()
                    .build())
        .toList();
  }

  private static Set<String> results(BenchmarkStatus status) {
    var names = new TreeSet<String>();
    if (status != null) {
      if (status.resultRef() != null) {
        names.add(status.resultRef().configMap());
      }
      history(status).map(PastRun::configMap).filter(Objects::nonNull).forEach(names::add);
    }
    return names;
  }

  private static Stream<PastRun> history(BenchmarkStatus status) {
    return status.history() == null ? Stream.empty() : status.history().stream();
  }
}
