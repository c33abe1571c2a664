package dev.laptimer.operator.dbcluster;

import dev.laptimer.api.DbCluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The labels of all that is made for a cluster: fixed, our own, never copied from the user's. */
final class Labels {

  private static final String MANAGED_BY = "app.kubernetes.io/managed-by";
  private static final String NAME = "app.kubernetes.io/name";
  private static final String COMPONENT = "app.kubernetes.io/component";
  private static final String KIND = "laptimer.dev/kind";
  private static final String CLUSTER = "laptimer.dev/cluster";

  /** Identity of the data of a volume: survives the DbCluster. */
  static final String CLUSTER_UUID = "laptimer.dev/cluster-uuid";

  /** Hash of the pod template and configuration that a pod was made from. */
  static final String TEMPLATE = "laptimer.dev/template";

  /** Selects everything that the operator watches. */
  static final String WATCHED = MANAGED_BY + "=laptimer," + KIND + "=DbCluster";

  /** Selects the plans of benchmarks among the ConfigMaps. */
  static final String WATCHED_PLANS = WATCHED + "," + COMPONENT + "=plan";

  /** What an object is there for. */
  enum Component {
    MEMBER,
    PROXY
  }

  private Labels() {}

  static Map<String, String> of(DbCluster cluster, Component component) {
    var labels = selector(cluster, component);
    labels.put(MANAGED_BY, "laptimer");
    labels.put(NAME, "laptimer-" + component.name().toLowerCase(Locale.ROOT));
    return labels;
  }

  /** What picks the pods of a component; never changes. */
  static Map<String, String> selector(DbCluster cluster, Component component) {
    var labels = new TreeMap<String, String>();
    labels.put(COMPONENT, component.name().toLowerCase(Locale.ROOT));
    labels.put(KIND, "DbCluster");
    labels.put(CLUSTER, cluster.getMetadata().getName());
    return labels;
  }

  /** Name of the cluster for which an object was made. */
  static Optional<String> clusterName(HasMetadata object) {
    return Optional.ofNullable(object.getMetadata().getLabels()).map(labels -> labels.get(CLUSTER));
  }
}
