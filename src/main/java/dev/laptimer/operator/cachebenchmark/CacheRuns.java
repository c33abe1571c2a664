package dev.laptimer.operator.cachebenchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.laptimer.api.BenchmarkStatus.RunStatus;
import dev.laptimer.api.CacheBenchmark;
import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.CacheBenchmarkSpec.Endpoint;
import dev.laptimer.api.CacheBenchmarkSpec.Target;
import dev.laptimer.api.Documents;
import dev.laptimer.api.EngineName;
import dev.laptimer.engine.Engines;
import dev.laptimer.operator.OperatorConfig;
import dev.laptimer.operator.run.Benchmark;
import dev.laptimer.operator.run.Benchmark.MountedSecret;
import dev.laptimer.operator.run.Benchmark.OwnServer;
import dev.laptimer.operator.run.Benchmark.Resource;
import dev.laptimer.operator.run.Benchmark.RunnerImage;
import dev.laptimer.operator.run.Names;
import dev.laptimer.operator.run.RunIdentity;
import dev.laptimer.operator.run.RunnerObjects;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Planner;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What a CacheBenchmark's runs are made of. Pure. */
public final class CacheRuns {

  private static final List<String> RELEVANT =
      List.of("rounds", "runner", "targets", "workload", "variants");

  private CacheRuns() {}

  /** The resource as the machine sees it. */
  public static Benchmark of(CacheBenchmark resource, OperatorConfig config) {
    var spec = resource.getSpec();
    var name = resource.getMetadata().getName();
    var problem = SpecCheck.problem(spec).orElse(null);
    return new Benchmark(
        Resource.of(resource),
        name,
        spec,
        problem,
        problem == null ? hash(spec) : null,
        resource.getStatus(),
        problem == null ? servers(spec, config) : List.of(),
        problem == null ? secrets(spec) : List.of(),
        run -> plan(resource, run),
        new RunnerImage(config.runnerImage(), config.pullSecrets()),
        null);
  }

  /**
   * Of targets without their prices, workload, variants, rounds and runner, as the user wrote them.
   */
  public static String hash(CacheBenchmarkSpec spec) {
    JsonNode whole = Documents.json().valueToTree(spec);
    whole.get("targets").forEach(target -> ((ObjectNode) target).remove("pricePerHour"));
    return RunIdentity.hash(whole, RELEVANT);
  }

  private static List<Target> ownTargets(CacheBenchmarkSpec spec) {
    return spec.targets().stream().filter(target -> target.server() != null).toList();
  }

  private static List<OwnServer> servers(CacheBenchmarkSpec spec, OperatorConfig config) {
    return ownTargets(spec).stream()
        .map(
            target ->
                new OwnServer(
                    target.name(),
                    metadata ->
                        List.of(
                            ServerObjects.service(metadata, target),
                            ServerObjects.statefulSet(
                                metadata,
                                target,
                                config.engineImages().get(target.engine()),
                                config.pullSecrets()))))
        .toList();
  }

  private static Plan plan(CacheBenchmark resource, RunStatus run) {
    var metadata = resource.getMetadata();
    return Planner.plan(
        resource.getSpec(),
        new Planner.Run(
            metadata.getName(),
            run.number(),
            run.seed(),
            ownTargets(resource.getSpec()).stream()
                .collect(
                    Collectors.toMap(
                        Target::name,
                        target ->
                            new Planner.Address(
                                Names.server(metadata.getName(), run.number(), target.name())
                                    + "."
                                    + metadata.getNamespace()
                                    + ".svc",
                                Engines.of(target.engine()).defaultPort()))),
            RunnerObjects.SECRETS_DIR,
            RunnerObjects.hosts(
                resource.getSpec().runnerOrDefault(),
                metadata.getName(),
                run.number(),
                metadata.getNamespace())));
  }

  private static List<MountedSecret> secrets(CacheBenchmarkSpec spec) {
    return spec.targets().stream()
        .filter(target -> target.endpoint() != null)
        .flatMap(target -> secrets(target.engine(), target.endpoint()).stream())
        .toList();
  }

  private static List<MountedSecret> secrets(EngineName engine, Endpoint endpoint) {
    var secrets = new ArrayList<MountedSecret>();
    if (endpoint.auth() != null) {
      var name = endpoint.auth().secretRef().name();
      secrets.add(
          engine == EngineName.MongoDB
              ? new MountedSecret(name, List.of("password", "username"), List.of())
              : new MountedSecret(name, List.of("password"), List.of("username")));
    }
    var tls = endpoint.tls();
    if (tls != null && tls.caSecretRef() != null) {
      secrets.add(
          new MountedSecret(tls.caSecretRef().name(), List.of(tls.caSecretRef().key()), List.of()));
    }
    if (tls != null && tls.clientCertificateSecretRef() != null) {
      secrets.add(
          new MountedSecret(
              tls.clientCertificateSecretRef().name(), List.of("tls.crt", "tls.key"), List.of()));
    }
    return secrets;
  }
}
