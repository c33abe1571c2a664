package dev.laptimer.local;

import dev.laptimer.api.BenchmarkSpec;
import dev.laptimer.api.DbCluster;
import dev.laptimer.plan.DbPlanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The benchmark of a DbCluster on this machine: a process for each member. */
record LocalDatabase(DbCluster resource) implements LocalBenchmark {

  static final Program SERVER = Program.ofAdministrators("mariadbd", "mariadb-server");
  static final Program INSTALL_DB = new Program("mariadb-install-db", "mariadb-server", List.of());
  static final Program BACKUP = new Program("mariadb-backup", "mariadb-backup", List.of());
  static final Program SOCAT = new Program("socat", "socat", List.of());
  static final Program PROVIDER =
      new Program(
          "libgalera_smm.so",
          "galera-4",
          List.of(
              Path.of("/usr/lib/galera/libgalera_smm.so"),
              Path.of("/usr/lib64/galera-4/libgalera_smm.so"),
              Path.of("/usr/lib64/galera/libgalera_smm.so"),
              Path.of("/usr/lib/libgalera_smm.so")));
  static final Program PROXY = Program.ofAdministrators("haproxy", "haproxy");

  /**
   * The benchmark of a cluster.
   *
   * @throws UsageException if it has none
   */
  static LocalDatabase of(DbCluster cluster) {
    if (cluster.getSpec().tls() != null) {
      throw new UsageException("a DbCluster with `tls` runs in Kubernetes only; leave it out here");
    }
    if (cluster.getSpec().benchmark() == null) {
      throw new UsageException(
          "DbCluster %s has no `spec.benchmark`, so there is nothing to run; `benchmark: {}` times it by default"
              .formatted(cluster.getMetadata().getName()));
    }
    return new LocalDatabase(cluster);
  }

  @Override
  public String name() {
    return resource.getMetadata().getName();
  }

  @Override
  public BenchmarkSpec spec() {
    return resource.getSpec().benchmark();
  }

  @Override
  public Optional<Problem> problem() {
    return DbPlanner.problem(resource.getSpec().benchmark())
        .map(words -> new Problem("spec.benchmark", words));
  }

  /** The users are made for the run, with passwords of their own. */
  @Override
  public void checkSecrets(Path secrets) {}

  @Override
  public List<Program> programs() {
    return List.of(SERVER, INSTALL_DB, BACKUP, SOCAT, PROVIDER);
  }

  @Override
  public List<Program> wishes() {
    return List.of(PROXY);
  }

  @Override
  public List<String> onlyForPods() {
    var spec = resource.getSpec();
    var given =
        new GivenFields()
            .add("image", spec.image())
            .add("resources", spec.resources())
            .add("storage", spec.storage())
            .add("placement", spec.placement())
            .add("separation", spec.separation())
            .add("usersSecretRef", spec.usersSecretRef())
            .add("recovery", spec.recovery());
    if (spec.proxy() != null) {
      given
          .add("proxy.replicas", spec.proxy().replicas())
          .add("proxy.image", spec.proxy().image())
          .add("proxy.resources", spec.proxy().resources())
          .add("proxy.stats", spec.proxy().stats());
    }
    return given.addRunner("benchmark.", spec.benchmark()).paths();
  }

  @Override
  public LocalServers servers(Path logs, Path secrets, Programs programs, Consumer<String> say)
      throws IOException {
    return LocalCluster.of(resource, logs, programs, say);
  }
}
