package dev.laptimer.operator;

import dev.laptimer.api.EngineName;
import dev.laptimer.engine.Engines;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The operator's settings, read once from its environment; the chart sets them.
 *
 * @param runnerImage image of the runner unless a benchmark names another: the operator's own
 * @param engineImages image of each engine's server unless a target names another
 * @param clusterImages images of database clusters unless a cluster names others
 * @param pullSecrets names of the Secrets, in the benchmark's namespace, that pull images
 * @param watchNamespaces namespaces that are watched; none means all of them
 * @param logFormat how the log is written
 * @param logLevel level of Laptimer's own messages, for example INFO
 * @param leaderElection null for none
 * @param httpPort TCP port of /healthz, /readyz and /metrics; 0 takes a free one
 */
public record OperatorConfig(
    String runnerImage,
    Map<EngineName, String> engineImages,
    ClusterImages clusterImages,
    List<String> pullSecrets,
    Set<String> watchNamespaces,
    LogFormat logFormat,
    String logLevel,
    LeaderElection leaderElection,
    int httpPort) {

  /** Images of a database cluster's members and of its proxy. */
  public record ClusterImages(String galera, String haproxy) {}

  /** How the log is written. */
  public enum LogFormat {
    JSON,
    TEXT
  }

  /**
   * Which of several operators works.
   *
   * @param namespace of the lease
   * @param identity of this operator
   */
  public record LeaderElection(String namespace, String identity) {}

  private static final Set<String> LOG_LEVELS = Set.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR");

  /**
   * Reads the settings.
   *
   * @throws IllegalArgumentException that names the variable, its value and what is allowed
   */
  public static OperatorConfig of(Map<String, String> environment) {
    var variables = new Variables(environment);
    var images = new EnumMap<EngineName, String>(EngineName.class);
    for (var engine : Engines.all()) {
      var variable = "LAPTIMER_IMAGE_" + engine.name().name().toUpperCase(Locale.ROOT);
      images.put(engine.name(), variables.text(variable, engine.defaultImage()));
    }
    return new OperatorConfig(
        variables.required("LAPTIMER_IMAGE"),
        Map.copyOf(images),
        new ClusterImages(
            variables.text("LAPTIMER_IMAGE_GALERA", "docker.io/library/mariadb:10.11"),
            variables.text("LAPTIMER_IMAGE_HAPROXY", "docker.io/library/haproxy:2.8")),
        variables.list("LAPTIMER_IMAGE_PULL_SECRETS"),
        new TreeSet<>(variables.list("LAPTIMER_WATCH_NAMESPACES")),
        LogFormat.valueOf(
            variables
                .oneOf("LAPTIMER_LOG_FORMAT", "json", Set.of("json", "text"))
                .toUpperCase(Locale.ROOT)),
        variables.oneOf("LAPTIMER_LOG_LEVEL", "INFO", LOG_LEVELS),
        variables.oneOf("LAPTIMER_LEADER_ELECTION", "false", Set.of("true", "false")).equals("true")
            ? new LeaderElection(
                variables.required("POD_NAMESPACE"), variables.required("POD_NAME"))
            : null,
        variables.port("LAPTIMER_HTTP_PORT", 8080));
  }

  private record Variables(Map<String, String> environment) {

    String text(String name, String absent) {
      var value = environment.getOrDefault(name, "").strip();
      return value.isEmpty() ? absent : value;
    }

    String required(String name) {
      var value = text(name, null);
      if (value == null) {
        throw new IllegalArgumentException("environment variable " + name + " must be set");
      }
      return value;
    }

    List<String> list(String name) {
      return Arrays.stream(text(name, "").split(","))
          .map(String::strip)
          .filter(item -> !item.isEmpty())
          .toList();
    }

    String oneOf(String name, String absent, Set<String> allowed) {
      var value = text(name, absent);
      if (!allowed.contains(value)) {
        throw new IllegalArgumentException(
            "environment variable %s is '%s' but must be one of %s"
                .formatted(name, value, String.join(", ", new TreeSet<>(allowed))));
      }
      return value;
    }

    int port(String name, int absent) {
      var value = text(name, Integer.toString(absent));
      try {
        int port = Integer.parseInt(value);
        if (port >= 0 && port <= 65535) {
          return port;
        }
      } catch (NumberFormatException e) {
        // is said below
      }
      throw new IllegalArgumentException(
          "environment variable %s is '%s' but must be a whole number, 0 to 65535"
              .formatted(name, value));
    }
  }
}
