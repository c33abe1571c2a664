package dev.laptimer.operator.cachebenchmark;

import dev.laptimer.api.CacheBenchmark;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The labels of all that is made for a benchmark: fixed, our own, never copied from the user's
 * resource. The full name and the UID of the benchmark are annotations, as a label's value holds 63
 * characters only.
 */
final class Labels {

  static final String MANAGED_BY = "app.kubernetes.io/managed-by";
  static final String NAME = "app.kubernetes.io/name";
  static final String COMPONENT = "app.kubernetes.io/component";
  static final String KIND = "laptimer.dev/kind";
  static final String BENCHMARK = "laptimer.dev/benchmark";
  static final String RUN = "laptimer.dev/run";
  static final String TARGET = "laptimer.dev/target";

  /** Selects everything that the operator watches. */
  static final String WATCHED = MANAGED_BY + "=laptimer," + KIND + "=CacheBenchmark";

  /** Selects the plans among the ConfigMaps. */
  static final String WATCHED_PLANS = WATCHED + "," + COMPONENT + "=plan";

  private static final String BENCHMARK_NAME = "laptimer.dev/benchmark-name";
  private static final String BENCHMARK_UID = "laptimer.dev/benchmark-uid";

  /** What an object is there for. */
  enum Component {
    SERVER,
    RUNNER,
    PLAN,
    RESULT;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private Labels() {}

  /** Labels of an object of a run. */
  static Map<String, String> of(CacheBenchmark benchmark, int run, Component component) {
    var labels = new TreeMap<String, String>();
    labels.put(MANAGED_BY, "laptimer");
    labels.put(NAME, "laptimer-" + component.label());
    labels.put(COMPONENT, component.label());
    labels.put(KIND, "CacheBenchmark");
    labels.put(BENCHMARK, Names.label(benchmark.getMetadata().getName()));
    labels.put(RUN, Integer.toString(run));
    return labels;
  }

  /** Labels of a server of a run. */
  static Map<String, String> ofServer(CacheBenchmark benchmark, int run, String target) {
    var labels = of(benchmark, run, Component.SERVER);
    labels.put(TARGET, target);
    return labels;
  }

  /** What picks the servers of a run among all pods: the labels that no other object shares. */
  static Map<String, String> selector(Map<String, String> labels) {
    var selector = new TreeMap<>(labels);
    selector.remove(MANAGED_BY);
    selector.remove(NAME);
    return selector;
  }

  static Map<String, String> annotations(CacheBenchmark benchmark) {
    return new TreeMap<>(
        Map.of(
            BENCHMARK_NAME, benchmark.getMetadata().getName(),
            BENCHMARK_UID, benchmark.getMetadata().getUid()));
  }

  /** Name of the benchmark for which an object was made. */
  static Optional<String> benchmarkName(HasMetadata object) {
    return Optional.ofNullable(annotation(object, BENCHMARK_NAME));
  }

  static boolean isOf(HasMetadata object, Component component) {
    return component.label().equals(label(object, COMPONENT));
  }

  /** True if the object was made for this run of this benchmark, not of an earlier one so named. */
  static boolean isOf(HasMetadata object, CacheBenchmark benchmark, int run) {
    return isOf(object, benchmark) && Integer.toString(run).equals(label(object, RUN));
  }

  static boolean isOf(HasMetadata object, CacheBenchmark benchmark) {
    return benchmark.getMetadata().getUid().equals(annotation(object, BENCHMARK_UID));
  }

  /** Name of the target whose server an object belongs to; null for none. */
  static String target(HasMetadata object) {
    return label(object, TARGET);
  }

  private static String label(HasMetadata object, String name) {
    var labels = object.getMetadata().getLabels();
    return labels == null ? null : labels.get(name);
  }

  private static String annotation(HasMetadata object, String name) {
    var annotations = object.getMetadata().getAnnotations();
    return annotations == null ? null : annotations.get(name);
  }
}
