package dev.laptimer.e2e;

import static dev.laptimer.e2e.Cluster.CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A pod that writes numbered rows through a cluster's Service, several a second, each in a
 * statement of its own, and says which of them were acknowledged.
 */
record RowWriter(Galera cluster, String name) {

  /** How a row is written. */
  enum Sessions {
    /** Each row with a connection of its own, as a program without a pool does. */
    ONE_A_ROW,
    /** All rows with one connection, which is not made again when it breaks. */
    ONE_FOR_ALL
  }

  /**
   * What was written.
   *
   * @param failures what the client said of the rows that were not acknowledged
   * @param longestGap the longest time between two acknowledged rows
   */
  record Rows(String table, Set<Long> acknowledged, List<String> failures, Duration longestGap) {}

  private static final String SCRIPT =
      """
      export MYSQL_PWD="$(cat /users/root)"
      session() { mariadb --no-defaults --host="$CLUSTER" --user=root --connect-timeout=5 --batch --skip-column-names "$@"; }
      until session --execute="CREATE DATABASE IF NOT EXISTS laps; CREATE TABLE IF NOT EXISTS laps.$TABLE (n BIGINT PRIMARY KEY)"; do sleep 1; done
      n=0
      if [ "$SESSIONS" = ONE_FOR_ALL ]; then
        while [ ! -e /tmp/stop ]; do
          n=$((n + 1))
          echo "INSERT INTO laps.$TABLE VALUES ($n); SELECT 'ok', $n;"
          sleep 0.1
        done | session --unbuffered --skip-reconnect 2>&1
        echo "ended"
      else
        while [ ! -e /tmp/stop ]; do
          n=$((n + 1))
          if error=$(timeout 20 mariadb --no-defaults --host="$CLUSTER" --user=root --connect-timeout=5 \\
            --execute="INSERT INTO laps.$TABLE VALUES ($n)" 2>&1); then
            echo "ok $n"
          else
            echo "row $n: $error"
          fi
          sleep 0.05
        done
        echo "ended"
      fi
      """;

  /** Starts a writer and waits for its first row. */
  static RowWriter start(Galera cluster, String name, Sessions sessions) {
    return start(cluster, name, sessions, "");
  }

  /**
   * The same on any node but one.
   *
   * @param avoided name of the node; empty for none
   */
  static RowWriter start(Galera cluster, String name, Sessions sessions, String avoided) {
    var status = cluster.status();
    cluster
        .space()
        .apply(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: %1$s}
            spec:
              restartPolicy: Never
              terminationGracePeriodSeconds: 1
              automountServiceAccountToken: false
              securityContext: {runAsNonRoot: true, runAsUser: 10001, seccompProfile: {type: RuntimeDefault}}
              affinity:
                nodeAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                    nodeSelectorTerms:
                      - {matchExpressions: [{key: kubernetes.io/hostname, operator: NotIn, values: ["%8$s"]}]}
              volumes: [{name: users, secret: {secretName: %3$s}}]
              containers:
                - name: writer
                  image: %2$s
                  imagePullPolicy: IfNotPresent
                  securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
                  resources: {requests: {cpu: 20m, memory: 32Mi}, limits: {memory: 128Mi}}
                  volumeMounts: [{name: users, mountPath: /users}]
                  env:
                    - {name: CLUSTER, value: %4$s}
                    - {name: TABLE, value: %5$s}
                    - {name: SESSIONS, value: %6$s}
                  command:
                    - sh
                    - -c
                    - |
            %7$s
            """
                .formatted(
                    name,
                    status.image(),
                    status.usersSecretName(),
                    status.endpoint().host(),
                    table(name),
                    sessions,
                    SCRIPT.indent(12),
                    avoided));
    var writer = new RowWriter(cluster, name);
    Space.await("the start of " + name).until(() -> !writer.phase().equals("Pending"));
    Space.await("the first row of " + name).until(() -> !writer.rows().acknowledged().isEmpty());
    return writer;
  }

  private static String table(String name) {
    return name.replace('-', '_');
  }

  /** Waits until so many more rows were acknowledged. */
  void awaitRows(int more) {
    int wanted = rows().acknowledged().size() + more;
    Space.await("%d rows of %s".formatted(wanted, name))
        .until(() -> rows().acknowledged().size() >= wanted);
  }

  /** Has it write no more and tells what it wrote. */
  Rows stop() {
    if (isRunning()) {
      Cluster.run(
          "",
          List.of(
              "kubectl",
              "exec",
              "--namespace=" + cluster.space().name(),
              name,
              "--",
              "touch",
              "/tmp/stop"));
    }
    Space.await("the end of " + name).until(() -> !isRunning());
    return rows();
  }

  private boolean isRunning() {
    return phase().equals("Running");
  }

  private String phase() {
    return CLIENT
        .pods()
        .inNamespace(cluster.space().name())
        .withName(name)
        .get()
        .getStatus()
        .getPhase();
  }

  /** What it has written up to now. */
  Rows rows() {
    var log =
        CLIENT.pods().inNamespace(cluster.space().name()).withName(name).usingTimestamps().getLog();
    var acknowledged = new TreeSet<Long>();
    var failures = new ArrayList<String>();
    var gap = Duration.ZERO;
    Instant last = null;
    for (var line : log.lines().toList()) {
      var parts = line.split(" ", 2);
      var said = parts.length < 2 ? "" : parts[1];
      if (said.matches("ok[ \\t]\\d+")) {
        var time = Instant.parse(parts[0]);
        if (last != null && Duration.between(last, time).compareTo(gap) > 0) {
          gap = Duration.between(last, time);
        }
        last = time;
        assertThat(acknowledged.add(Long.valueOf(said.substring(3)))).isTrue();
      } else if (!acknowledged.isEmpty() && !said.equals("ended")) {
        failures.add(line);
      }
    }
    return new Rows(table(name), acknowledged, List.copyOf(failures), gap);
  }
}
