package dev.laptimer.operator.dbcluster;

import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.BenchmarkStatus.RunStatus;
import dev.laptimer.api.DbBenchmarkSpec;
import dev.laptimer.api.DbCluster;
import dev.laptimer.api.DbClusterState;
import dev.laptimer.api.DbClusterStatus;
import dev.laptimer.api.Documents;
import dev.laptimer.api.Operation;
import dev.laptimer.operator.Hashes;
import dev.laptimer.operator.OperatorConfig;
import dev.laptimer.operator.dbcluster.Labels.Component;
import dev.laptimer.operator.run.Benchmark;
import dev.laptimer.operator.run.Benchmark.Hold;
import dev.laptimer.operator.run.Benchmark.MeasuredCluster;
import dev.laptimer.operator.run.Benchmark.Member;
import dev.laptimer.operator.run.Benchmark.MountedSecret;
import dev.laptimer.operator.run.Benchmark.Resource;
import dev.laptimer.operator.run.Benchmark.RunnerImage;
import dev.laptimer.operator.run.RunIdentity;
import dev.laptimer.operator.run.RunnerObjects;
import dev.laptimer.plan.DbPlanner;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Planner;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the runs of a DbCluster's benchmark are made of. Pure. */
final class ClusterRuns {

  /** A condition's reason: the cluster is not as it should be, so nothing is measured yet. */
  static final String WAITING = "WaitingForCluster";

  private static final String ROOT = "root";
  private static final int FORM_LENGTH = 16;

  /**
   * What a run depends on. How many members there are, of what image and with which settings is not
   * in it: nobody who scales a cluster or changes its settings asks for load and dead members.
   */
  private static final List<String> RELEVANT =
      List.of("failover", "rounds", "runner", "targets", "variants", "workload");

  private ClusterRuns() {}

  /**
   * The benchmark as the machine sees it.
   *
   * @param now how the cluster is, as it is about to be written
   */
  static Benchmark of(
      DbCluster resource,
      MemberObjects objects,
      Observed observed,
      DbClusterStatus now,
      OperatorConfig config) {
    var spec = resource.getSpec().benchmark();
    var problem = problem(spec).orElse(null);
    boolean possible = spec != null && problem == null;
    return new Benchmark(
        Resource.of(resource),
        objectPrefix(resource.getMetadata().getName()),
        spec,
        problem,
        possible ? hash(spec) : null,
        before(observed.previous()),
        List.of(),
        List.of(new MountedSecret(objects.usersSecret(), List.of(ROOT), List.of())),
        run -> plan(resource, objects, run),
        new RunnerImage(config.runnerImage(), config.pullSecrets()),
        new MeasuredCluster(
            hold(now),
            form(resource, observed, config),
            Labels.selector(resource, Component.MEMBER),
            members(observed)));
  }

  /** Apart from the members, which are named after the cluster and a number too. */
  static String objectPrefix(String cluster) {
    return cluster + "-run";
  }

  private static BenchmarkStatus before(DbClusterStatus status) {
    return status == null ? null : status.benchmark();
  }

  /** Of all that is timed, as the user wrote it. */
  static String hash(DbBenchmarkSpec spec) {
    return RunIdentity.hash(Documents.json().valueToTree(spec), RELEVANT);
  }

  /**
   * What the API server let through though no run can be made of it: what another version's schema
   * allowed, which is read as absent, or what no rule of the CRD can say.
   */
  private static Optional<String> problem(DbBenchmarkSpec spec) {
    if (spec == null) {
      return Optional.empty();
    }
    if (spec.targetsOrDefault().stream().anyMatch(target -> target.via() == null)) {
      return Optional.of("`via` of every target must be Service or Member");
    }
    boolean known =
        spec.workloadOrDefault().phasesOrDefault().stream()
            .map(DbBenchmarkSpec.Phase::operation)
            .allMatch(operation -> operation != null && Operation.OF_TABLES.contains(operation));
    return known
        ? DbPlanner.problem(spec)
        : Optional.of(
            "`operation` of every phase must be one that this version knows: "
                + Operation.OF_TABLES);
  }

  private static Hold hold(DbClusterStatus now) {
    return now.state() == DbClusterState.Ready
        ? null
        : new Hold(WAITING, "the cluster is %s: %s".formatted(now.state(), now.summary()));
  }

  /** Hash of all that makes the cluster this one: number and form of its members, and its proxy. */
  private static String form(DbCluster resource, Observed observed, OperatorConfig config) {
    var proxy = resource.getSpec().proxy();
    var text =
        "%d %s %s %s"
            .formatted(
                resource.getSpec().membersOrDefault(),
                observed.template(),
                proxy == null ? "" : Documents.toJson(proxy),
                proxy == null ? "" : config.clusterImages().haproxy());
    return Hashes.sha256(text).substring(0, FORM_LENGTH);
  }

  private static Map<String, Member> members(Observed observed) {
    return observed.members().stream()
        .filter(Observed.Member::exists)
        .collect(
            Collectors.toMap(
                member -> observed.names().member(member.ordinal()),
                member -> new Member(member.podUid(), member.node(), member.terminating()),
                (one, other) -> one));
  }

  private static Plan plan(DbCluster resource, MemberObjects objects, RunStatus run) {
    var names = Names.of(resource);
    Function<Integer, Plan.Member> member =
        ordinal ->
            new Plan.Member(
                names.member(ordinal),
                names.member(ordinal) + "." + names.membersHost(),
                MemberObjects.PORT);
    return DbPlanner.plan(
        resource.getSpec().benchmark(),
        new DbPlanner.Run(
            names.cluster(),
            run.number(),
            run.seed(),
            new Planner.Address(names.clientHost(), MemberObjects.PORT),
            IntStream.range(0, resource.getSpec().membersOrDefault()).boxed().map(member).toList(),
            RunnerObjects.SECRETS_DIR + "/" + objects.usersSecret(),
            RunnerObjects.hosts(
                resource.getSpec().benchmark().runnerOrDefault(),
                objectPrefix(names.cluster()),
                run.number(),
                resource.getMetadata().getNamespace())));
  }
}
