package dev.laptimer.plan;

import dev.laptimer.api.DbBenchmarkSpec;
import dev.laptimer.api.DbRoute;
import dev.laptimer.api.EngineName;
import dev.laptimer.api.FaultAction;
import dev.laptimer.api.KeyOrder;
import dev.laptimer.plan.Plan.Arm;
import dev.laptimer.plan.Plan.Cluster;
import dev.laptimer.plan.Plan.Failover;
import dev.laptimer.plan.Plan.Member;
import dev.laptimer.plan.Plan.Table;
import dev.laptimer.plan.Plan.Workload;
import dev.laptimer.plan.Planner.Address;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Computes the plans of database clusters. Pure: the same input gives the same plan. */
public final class DbPlanner {

  /** What all connections together may hold of the answers to their reads. */
  private static final long MAX_READ_MIB = 512;

  private DbPlanner() {}

  /**
   * What a plan needs beside the spec.
   *
   * @param benchmark name of the cluster
   * @param number of the run, from 1
   * @param seed of all that is random
   * @param service where the cluster's Service listens
   * @param members every member, in the order of their ordinals, at least one
   * @param credentialsDir folder with a file {@code root}, the password of that user
   * @param runnerHosts names of the runner's pods, in the order of their numbers; null where all
   *     trials are made on one machine
   */
  public record Run(
      String benchmark,
      int number,
      long seed,
      Address service,
      List<Member> members,
      String credentialsDir,
      List<String> runnerHosts) {

    /** All trials are made on one machine. */
    public Run(
        String benchmark,
        int number,
        long seed,
        Address service,
        List<Member> members,
        String credentialsDir) {
      this(benchmark, number, seed, service, members, credentialsDir, null);
    }
  }

  /**
   * What makes a spec impossible though every field of it is allowed, and cannot be said by a rule
   * of the CRD; empty if nothing does.
   */
  public static Optional<String> problem(DbBenchmarkSpec spec) {
    return Rounds.pairsProblem(
            spec, spec.targetsOrDefault().size() * spec.variantsOrDefault().size())
        .or(() -> timeProblem(spec))
        .or(() -> routeProblem(spec))
        .or(() -> memoryProblem(spec))
        .or(
            () ->
                RunnerPods.problem(
                    "workload",
                    spec.runnerOrDefault().podsOrDefault(),
                    spec.workloadOrDefault().connectionsOrDefault()))
        .or(
            () ->
                Rates.shareProblem(
                    "workload",
                    spec.timedPhases(),
                    "rows",
                    spec.workloadOrDefault().rowsOrDefault(),
                    spec.workloadOrDefault().connectionsOrDefault()))
        .or(() -> Rates.metricProblem(spec));
  }

  private static Optional<String> timeProblem(DbBenchmarkSpec spec) {
    long secondsOfTrial =
        spec.workloadOrDefault().phasesOrDefault().stream()
            .mapToLong(DbBenchmarkSpec.Phase::seconds)
            .sum();
    secondsOfTrial +=
        Rounds.warmUpSeconds(
            spec.workloadOrDefault().warmUp(),
            spec.workloadOrDefault().phasesOrDefault().stream()
                .map(DbBenchmarkSpec.Phase::operation));
    int arms = spec.targetsOrDefault().size() * spec.variantsOrDefault().size();
    long trials = (long) Rounds.trialsOfRound(spec, arms) * spec.roundsOrDefault();
    int eventSeconds = spec.failover() == null ? 0 : spec.failover().eventTimeoutSecondsOrDefault();
    if (secondsOfTrial * trials + eventSeconds < spec.timeoutSecondsOrDefault()) {
      return Optional.empty();
    }
    var events =
        eventSeconds == 0
            ? ""
            : ", and one event of `failover` may take %d s (`eventTimeoutSeconds`)"
                .formatted(eventSeconds);
    return Optional.of(
        "`timeoutSeconds` must be more than the phases by `durationSeconds`%s take: %d s in each of %d trials (%s, rounds: %d) are %d s%s; `timeoutSeconds` is %d"
            .formatted(
                spec.workloadOrDefault().warmUp() == null
                    ? ""
                    : " and the warm-up of each operation",
                secondsOfTrial,
                trials,
                Rounds.counted(spec, "targets and variants", arms),
                spec.roundsOrDefault(),
                secondsOfTrial * trials,
                events,
                spec.timeoutSecondsOrDefault()));
  }

  private static Optional<String> routeProblem(DbBenchmarkSpec spec) {
    return spec.failover() == null || serviceTarget(spec).isPresent()
        ? Optional.empty()
        : Optional.of(
            "`failover` needs one of `targets` with `via: Service`: straight to a member nothing fails over");
  }

  private static Optional<String> memoryProblem(DbBenchmarkSpec spec) {
    long mib = RowReads.bytes(workload(spec)) >> 20;
    var written = spec.workloadOrDefault();
    return mib <= MAX_READ_MIB
        ? Optional.empty()
        : Optional.of(
            "the answers to the largest reads must fit into %d MiB, as each driver holds all rows of a query: %d rows of %d bytes (FullRead: all, RangeRead: %d) by %d connections take about %d MiB"
                .formatted(
                    MAX_READ_MIB,
                    written.rowsOrDefault(),
                    written.rowBytesOrDefault(),
                    written.rangeRowsOrDefault(),
                    written.connectionsOrDefault(),
                    mib));
  }

  /** The plan of a run. */
  public static Plan plan(DbBenchmarkSpec spec, Run run) {
    var arms =
        spec.targetsOrDefault().stream()
            .flatMap(
                target ->
                    spec.variantsOrDefault().stream().map(variant -> arm(target, variant, run)))
            .toList();
    var workload = workload(spec);
    var jvmOptions = spec.runnerOrDefault().jvmOptions();
    var control = Rounds.control(spec, arms);
    return new Plan(
        run.benchmark(),
        run.number(),
        run.seed(),
        Seeds.keyPrefix(run.seed()),
        spec.roundsOrDefault(),
        workload,
        arms,
        control,
        Rounds.trials(arms, control, spec.roundsOrDefault(), run.seed()),
        spec.timeoutSecondsOrDefault(),
        spec.startTimeoutSecondsOrDefault(),
        jvmOptions == null ? JvmDefaults.options(workload) : jvmOptions,
        new Cluster(Seeds.database(run.seed()), run.members(), failover(spec)),
        RunnerPods.of(spec.runnerOrDefault().podsOrDefault(), arms, run.runnerHosts()));
  }

  private static Arm arm(DbBenchmarkSpec.Target target, DbBenchmarkSpec.Variant variant, Run run) {
    var first = run.members().get(0);
    var address =
        target.via() == DbRoute.Service ? run.service() : new Address(first.host(), first.port());
    return new Arm(
        DbBenchmarkSpec.armName(target, variant),
        target.name(),
        EngineName.Galera,
        variant.clientOrDefault(),
        null,
        false,
        address.host(),
        address.port(),
        null,
        run.credentialsDir());
  }

  /** A transaction or a range has no more rows than the table. */
  private static Workload workload(DbBenchmarkSpec spec) {
    var workload = spec.workloadOrDefault();
    int rows = workload.rowsOrDefault();
    return new Workload(
        rows,
        0,
        workload.rowBytesOrDefault(),
        0,
        workload.connectionsOrDefault(),
        1,
        KeyOrder.Sequential,
        workload.phasesOrDefault().stream()
            .map(phase -> Rates.phase(phase, phase.operation(), phase.lapsOrDefault()))
            .toList(),
        new Table(
            Math.min(rows, workload.rangeRowsOrDefault()),
            Math.min(rows, workload.statementsPerTransactionOrDefault()),
            workload.readPercentOrDefault()),
        null,
        Plan.WarmUp.of(workload.warmUp()),
        null,
        null,
        null);
  }

  private static Failover failover(DbBenchmarkSpec spec) {
    var failover = spec.failover();
    if (failover == null) {
      return null;
    }
    var target =
        serviceTarget(spec)
            .orElseThrow(() -> new IllegalArgumentException(routeProblem(spec).orElseThrow()));
    return new Failover(
        DbBenchmarkSpec.armName(target, spec.variantsOrDefault().get(0)),
        Stream.of(
                Collections.nCopies(failover.killsOrDefault(), FaultAction.Kill),
                Collections.nCopies(failover.stopsOrDefault(), FaultAction.Stop),
                Collections.nCopies(failover.awaitedOrDefault(), FaultAction.Await))
            .flatMap(List::stream)
            .toList(),
        failover.writesPerSecondOrDefault(),
        failover.connectionsOrDefault(),
        failover.eventTimeoutSecondsOrDefault());
  }

  private static Optional<DbBenchmarkSpec.Target> serviceTarget(DbBenchmarkSpec spec) {
    return spec.targetsOrDefault().stream()
        .filter(target -> target.via() == DbRoute.Service)
        .findFirst();
  }
}
