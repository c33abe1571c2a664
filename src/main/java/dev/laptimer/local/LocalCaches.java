package dev.laptimer.local;

import dev.laptimer.api.BenchmarkSpec;
import dev.laptimer.api.CacheBenchmark;
import dev.laptimer.engine.Engines;
import dev.laptimer.plan.Planner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A CacheBenchmark on this machine: a process for each target with {@code server}. */
record LocalCaches(CacheBenchmark resource) implements LocalBenchmark {

  @Override
  public String name() {
    return resource.getMetadata().getName();
  }

  @Override
  public BenchmarkSpec spec() {
    return resource.getSpec();
  }

  @Override
  public Optional<Problem> problem() {
    return Planner.problem(resource.getSpec()).map(words -> new Problem("spec", words));
  }

  @Override
  public void checkSecrets(Path secrets) {
    LocalSecrets.check(resource.getSpec(), secrets);
  }

  @Override
  public List<Program> programs() {
    return resource.getSpec().targets().stream()
        .filter(target -> target.server() != null)
        .map(target -> Program.of(Engines.of(target.engine())))
        .distinct()
        .toList();
  }

  @Override
  public List<Program> wishes() {
    return List.of();
  }

  @Override
  public List<String> onlyForPods() {
    var given = new GivenFields();
    var targets = resource.getSpec().targets();
    for (int i = 0; i < targets.size(); i++) {
      var server = targets.get(i).server();
      if (server != null) {
        var path = "targets[" + i + "].server.";
        given.add(path + "image", server.image());
        given.add(path + "resources", server.resources());
        given.add(path + "placement", server.placement());
      }
    }
    return given.addRunner("", resource.getSpec()).paths();
  }

  @Override
  public LocalServers servers(Path logs, Path secrets, Programs programs, Consumer<String> say)
      throws IOException {
    return new CacheServers(resource, logs, secrets);
  }
}
