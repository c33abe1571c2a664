package dev.laptimer.operator.run;

import dev.laptimer.operator.run.Benchmark.Resource;
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
public final class Labels {

  static final String MANAGED_BY = "app.kubernetes.io/managed-by";
  static final String NAME = "app.kubernetes.io/name";
  static final String COMPONENT = "app.kubernetes.io/component";
  static final String KIND = "laptimer.dev/kind";
  static final String BENCHMARK = "laptimer.dev/benchmark";
  static final String RUN = "laptimer.dev/run";
  static final String TARGET = "laptimer.dev/target";

  private static final String BENCHMARK_NAME = "laptimer.dev/benchmark-name";
  private static final String BENCHMARK_UID = "laptimer.dev/benchmark-uid";
  private static final String COMPLETION_INDEX = "batch.kubernetes.io/job-completion-index";
  private static final String FORM = "laptimer.dev/cluster-form";

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

  /** Selects everything that was made for resources of a kind. */
  public static String watched(String kind) {
    return MANAGED_BY + "=laptimer," + KIND + "=" + kind;
  }

  /** Selects the plans among the ConfigMaps. */
  public static String watchedPlans(String kind) {
    return watched(kind) + "," + COMPONENT + "=plan";
  }

  /** Labels of an object of a run. */
  static Map<String, String> of(Resource benchmark, int run, Component component) {
    var labels = new TreeMap<String, String>();
    labels.put(MANAGED_BY, "laptimer");
    labels.put(NAME, "laptimer-" + component.label());
    labels.put(COMPONENT, component.label());
    labels.put(KIND, benchmark.kind());
    labels.put(BENCHMARK, Names.label(benchmark.name()));
    labels.put(RUN, Integer.toString(run));
    return labels;
  }

  /** Labels of a server of a run. */
  static Map<String, String> ofServer(Resource benchmark, int run, String target) {
    var labels = of(benchmark, run, Component.SERVER);
    labels.put(TARGET, target);
    return labels;
  }

  /** What picks the servers of a run among all pods: the labels that no other object shares. */
  public static Map<String, String> selector(Map<String, String> labels) {
    var selector = new TreeMap<>(labels);
    selector.remove(MANAGED_BY);
    selector.remove(NAME);
    return selector;
  }

  static Map<String, String> annotations(Benchmark benchmark) {
    var annotations = new TreeMap<String, String>();
    annotations.put(BENCHMARK_NAME, benchmark.resource().name());
    annotations.put(BENCHMARK_UID, benchmark.resource().uid());
    if (benchmark.form() != null) {
      annotations.put(FORM, benchmark.form());
    }
    return annotations;
  }

  /** Form of the cluster that an object was made to measure; null for none. */
  static String form(HasMetadata object) {
    return annotation(object, FORM);
  }

  /** True if the object was made for a run; others of its kind are none of the machine's. */
  static boolean isOfARun(HasMetadata object) {
    return annotation(object, BENCHMARK_UID) != null && label(object, RUN) != null;
  }

  /** Name of the benchmark for which an object was made. */
  public static Optional<String> benchmarkName(HasMetadata object) {
    return Optional.ofNullable(annotation(object, BENCHMARK_NAME));
  }

  static boolean isOf(HasMetadata object, Component component) {
    return component.label().equals(label(object, COMPONENT));
  }

  /** True if the object was made for this run of this benchmark, not of an earlier one so named. */
  static boolean isOf(HasMetadata object, Resource benchmark, int run) {
    return isOf(object, benchmark) && Integer.toString(run).equals(label(object, RUN));
  }

  static boolean isOf(HasMetadata object, Resource benchmark) {
    return benchmark.uid().equals(annotation(object, BENCHMARK_UID));
  }

  /** Name of the target whose server an object belongs to; null for none. */
  static String target(HasMetadata object) {
    return label(object, TARGET);
  }

  /** Number of a pod in its Job, from 0; that of a Job of one pod is 0 too. */
  static int completionIndex(HasMetadata pod) {
    var index = label(pod, COMPLETION_INDEX);
    return index == null ? 0 : Integer.parseInt(index);
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
