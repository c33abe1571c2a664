package dev.laptimer.plan;

import dev.laptimer.api.ArmSpec;
import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.EngineName;
import dev.laptimer.api.ExpiryMethod;
import dev.laptimer.api.KeyForm;
import dev.laptimer.api.Operation;
import dev.laptimer.plan.Plan.Arm;
import dev.laptimer.plan.Plan.Tls;
import dev.laptimer.plan.Plan.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Computes the plans of caches. Pure: the same input gives the same plan. */
public final class Planner {

  private Planner() {}

  /**
   * What a plan needs beside the spec.
   *
   * @param benchmark name of the benchmark
   * @param number of the run, from 1
   * @param seed of all that is random
   * @param servers host and port of each server that is deployed for the run, by target name
   * @param secretsDir folder that holds a folder for each Secret that the spec names, with a file
   *     for each of its keys
   * @param runnerHosts names of the runner's pods, in the order of their numbers; null where all
   *     trials are made on one machine
   */
  public record Run(
      String benchmark,
      int number,
      long seed,
      Map<String, Address> servers,
      String secretsDir,
      List<String> runnerHosts) {

    /** All trials are made on one machine. */
    public Run(
        String benchmark, int number, long seed, Map<String, Address> servers, String secretsDir) {
      this(benchmark, number, seed, servers, secretsDir, null);
    }
  }

  /** Where a server listens. */
  public record Address(String host, int port) {}

  /**
   * What makes a spec impossible though every field of it is allowed, and cannot be said by a rule
   * of the CRD; empty if nothing does.
   */
  public static Optional<String> problem(CacheBenchmarkSpec spec) {
    return VariantRules.problem(spec)
        .or(() -> ExpiryRules.problem(spec))
        .or(() -> podsProblem(spec))
        .or(() -> Rounds.pairsProblem(spec, spec.arms().size()))
        .or(() -> timeProblem(spec))
        .or(() -> rateProblem(spec));
  }

  private static Optional<String> rateProblem(CacheBenchmarkSpec spec) {
    return spec.arms().stream()
        .map(
            arm -> {
              var workload = arm.workload(spec.workloadOrDefault());
              return Rates.shareProblem(
                  "'%s'".formatted(arm.name()),
                  workload.phasesOrDefault(),
                  "keys",
                  workload.keysOrDefault().countOrDefault(),
                  workload.connectionsOrDefault());
            })
        .flatMap(Optional::stream)
        .findFirst()
        .or(() -> Rates.metricProblem(spec));
  }

  private static Optional<String> podsProblem(CacheBenchmarkSpec spec) {
    int pods = spec.runnerOrDefault().podsOrDefault();
    return spec.arms().stream()
        .map(
            arm ->
                RunnerPods.problem(
                    "'%s'".formatted(arm.name()),
                    pods,
                    arm.workload(spec.workloadOrDefault()).connectionsOrDefault()))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> timeProblem(CacheBenchmarkSpec spec) {
    // A Delete by time ends early, with the last key
    long secondsOfTrial =
        spec.workloadOrDefault().phasesOrDefault().stream()
            .filter(phase -> phase.operation() != Operation.Delete)
            .mapToLong(CacheBenchmarkSpec.Phase::seconds)
            .sum();
    secondsOfTrial +=
        Rounds.warmUpSeconds(
            spec.workloadOrDefault().warmUp(),
            spec.workloadOrDefault().phasesOrDefault().stream()
                .map(CacheBenchmarkSpec.Phase::operation));
    long trials = (long) Rounds.trialsOfRound(spec, spec.arms().size()) * spec.roundsOrDefault();
    return secondsOfTrial * trials < spec.timeoutSecondsOrDefault()
        ? Optional.empty()
        : Optional.of(
            "`timeoutSeconds` must be more than the phases by `durationSeconds`%s take: %d s in each of %d trials (%s, rounds: %d) are %d s, `timeoutSeconds` is %d"
                .formatted(
                    spec.workloadOrDefault().warmUp() == null
                        ? ""
                        : " and the warm-up of each operation",
                    secondsOfTrial,
                    trials,
                    Rounds.counted(
                        spec,
                        spec.variants() == null ? "targets" : "targets under variants",
                        spec.arms().size()),
                    spec.roundsOrDefault(),
                    secondsOfTrial * trials,
                    spec.timeoutSecondsOrDefault()));
  }

  /** The plan of a run. */
  public static Plan plan(CacheBenchmarkSpec spec, Run run) {
    var arms = spec.arms().stream().map(arm -> arm(spec, arm, run)).toList();
    var jvmOptions = spec.runnerOrDefault().jvmOptions();
    var workload = workload(spec.workloadOrDefault());
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
        null,
        RunnerPods.of(spec.runnerOrDefault().podsOrDefault(), arms, run.runnerHosts()));
  }

  private static Arm arm(CacheBenchmarkSpec spec, ArmSpec arm, Run run) {
    var target = arm.target();
    var endpoint = target.endpoint();
    var address = endpoint == null ? run.servers().get(target.name()) : address(endpoint);
    if (address == null) {
      throw new IllegalArgumentException(
          "no address for the server of target '" + target.name() + "'");
    }
    return new Arm(
        arm.name(),
        target.name(),
        target.engine(),
        arm.client(),
        arm.protocol(),
        endpoint == null,
        address.host(),
        address.port(),
        endpoint == null || endpoint.tls() == null ? null : tls(endpoint.tls(), run.secretsDir()),
        endpoint == null || endpoint.auth() == null
            ? null
            : run.secretsDir() + "/" + endpoint.auth().secretRef().name(),
        ownWorkload(spec, arm),
        ownJvmOptions(spec, arm),
        arm.variant() == null ? null : arm.variant().image(),
        null,
        target.engine() == EngineName.MongoDB ? Seeds.collection(run.seed()) : null);
  }

  private static Address address(CacheBenchmarkSpec.Endpoint endpoint) {
    return new Address(endpoint.host(), endpoint.port());
  }

  private static Workload ownWorkload(CacheBenchmarkSpec spec, ArmSpec arm) {
    var base = workload(spec.workloadOrDefault());
    var own = workload(arm.workload(spec.workloadOrDefault()));
    return own.equals(base) ? null : own;
  }

  private static List<String> ownJvmOptions(CacheBenchmarkSpec spec, ArmSpec arm) {
    if (arm.variant() != null && arm.variant().jvmOptions() != null) {
      return arm.variant().jvmOptions();
    }
    var workload = ownWorkload(spec, arm);
    return workload == null || spec.runnerOrDefault().jvmOptions() != null
        ? null
        : JvmDefaults.options(workload);
  }

  private static Tls tls(CacheBenchmarkSpec.Tls tls, String secretsDir) {
    var ca = tls.caSecretRef();
    var certificate = tls.clientCertificateSecretRef();
    return new Tls(
        ca == null ? null : secretsDir + "/" + ca.name() + "/" + ca.key(),
        certificate == null ? null : secretsDir + "/" + certificate.name());
  }

  private static Workload workload(CacheBenchmarkSpec.Workload workload) {
    var keys = workload.keysOrDefault();
    var row = workload.value() == null ? null : workload.value().row();
    return new Workload(
        keys.countOrDefault(),
        keys.lengthBytesOrDefault(),
        row == null ? workload.valueSizeBytesOrDefault() : 0,
        workload.expirySecondsOrDefault(),
        workload.connectionsOrDefault(),
        workload.pipelineDepthOrDefault(),
        keys.orderOrDefault(),
        workload.phasesOrDefault().stream()
            .map(phase -> Rates.phase(phase, phase.operation(), phase.lapsOrDefault()))
            .toList(),
        null,
        workload.expiryMethodOrDefault() == ExpiryMethod.WithSet
            ? null
            : workload.expiryMethodOrDefault(),
        Plan.WarmUp.of(workload.warmUp()),
        keys.formOrDefault() == KeyForm.Letters ? null : keys.formOrDefault(),
        row == null ? null : new Plan.Row(row.encodingOrDefault(), row.insideClockOrDefault()),
        workload.phasesOrDefault().stream().anyMatch(phase -> phase.operation() == Operation.Mix)
            ? workload.readPercentOrDefault()
            : null);
  }
}
