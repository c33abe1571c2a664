package dev.laptimer.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeInfo.As;
import com.fasterxml.jackson.annotation.JsonTypeInfo.Id;
import dev.laptimer.api.BenchmarkSpec;
import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.ClientName;
import dev.laptimer.api.DbBenchmarkSpec;
import dev.laptimer.api.FaultAction;
import dev.laptimer.api.Operation;
import dev.laptimer.plan.Plan;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * All that a run measured, whole or partial: the one thing from which tables, status and verdicts
 * are computed, now or later, offline. It holds no secrets. Its JSON schema is {@code
 * schema/result-document.json}.
 *
 * @param schemaVersion {@value #SCHEMA_VERSION}
 * @param kind of the resource: {@code CacheBenchmark} or {@code DbCluster}
 * @param laptimerVersion version of the runner
 * @param spec of the benchmark, as the user wrote it
 * @param plan what was to be done
 * @param startTime when the runner began
 * @param finishTime when it ended
 * @param outcome how it ended
 * @param environment where the runner ran
 * @param preflights what was found out of each arm before the first trial, in the order of the arms
 * @param trials the trials that were begun, in the order of the plan
 * @param failover what happened when members died; null if that was not asked, or not reached
 * @param omitted what was left out so that the document can be handed over, in words; null if it is
 *     whole
 * @param placement nodes and images of the pods, as the operator saw them; null without a cluster
 * @param droppedRounds rounds that do not count, though their trials are among {@code trials}; null
 *     for none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ResultDocument(
    int schemaVersion,
    String kind,
    String laptimerVersion,
    @JsonTypeInfo(use = Id.NAME, include = As.EXTERNAL_PROPERTY, property = "kind")
        @JsonSubTypes({
          @JsonSubTypes.Type(value = CacheBenchmarkSpec.class, name = "CacheBenchmark"),
          @JsonSubTypes.Type(value = DbBenchmarkSpec.class, name = "DbCluster")
        })
        BenchmarkSpec spec,
    Plan plan,
    Instant startTime,
    Instant finishTime,
    Outcome outcome,
    Environment environment,
    List<Preflight> preflights,
    List<TrialResult> trials,
    FailoverResult failover,
    String omitted,
    Placement placement,
    List<DroppedRound> droppedRounds) {

  /** Version of this document's form; raised when a reader of the form before could misread it. */
  public static final int SCHEMA_VERSION = 1;

  /** The same document with an outcome that is better known than the runner could know it. */
  public ResultDocument withOutcome(Outcome better) {
    return with(better, trials, omitted, placement);
  }

  /** The same document with what the operator knows of the pods. */
  public ResultDocument withPlacement(Placement pods) {
    return with(outcome, trials, omitted, pods);
  }

  /**
   * The same document with less of its trials.
   *
   * @param left what was left out, in words
   */
  public ResultDocument withTrials(List<TrialResult> fewer, String left) {
    return with(outcome, fewer, left, placement);
  }

  private ResultDocument with(
      Outcome outcome, List<TrialResult> trials, String omitted, Placement placement) {
    return new ResultDocument(
        schemaVersion,
        kind,
        laptimerVersion,
        spec,
        plan,
        startTime,
        finishTime,
        outcome,
        environment,
        preflights,
        trials,
        failover,
        omitted,
        placement,
        droppedRounds);
  }

  /** The trials of all rounds but those that were dropped. */
  public List<TrialResult> countedTrials() {
    return droppedRounds == null
        ? trials
        : trials.stream()
            .filter(trial -> droppedRounds.stream().noneMatch(d -> d.round() == trial.round()))
            .toList();
  }

  /**
   * How the runner ended.
   *
   * @param complete true if every trial of the plan was measured to its end
   * @param reason {@code Measured}, or in CamelCase what went wrong ({@link Reason} lists them)
   * @param message what happened, with the evidence; no secrets
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Outcome(boolean complete, String reason, String message) {}

  /**
   * Where the runner ran. Facts that could not be read are null.
   *
   * @param quotaCpus CPUs that the cgroup's quota allows; null for no quota
   * @param clockNanos what one reading of the clock costs
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Environment(
      String jvm,
      List<String> jvmOptions,
      String collector,
      Long maxHeapBytes,
      String os,
      String kernel,
      String cpuModel,
      Integer cpus,
      Double quotaCpus,
      Long memoryLimitBytes,
      String cgroupVersion,
      String clockSource,
      Double clockNanos,
      Boolean hypervisor,
      Map<ClientName, String> clientVersions) {}

  /**
   * What was found out of one arm before the first trial.
   *
   * @param address that the name resolved to
   * @param serverVersion in the server's own words
   * @param tlsProtocol for example TLSv1.3; null for plain TCP
   * @param tlsCipher null for plain TCP
   * @param connectMicros TCP connection set up; of a database with the login
   * @param pingP50Micros median of the bare round trips
   * @param pingP99Micros 99th percentile of the same
   * @param serverSettings settings of the server that matter for its speed, in its own words
   * @param failure null if all is well
   * @param tlsHandshakeMicros TLS set up on that connection; null for plain TCP
   * @param features what the server can do, as it says itself; null where it was not asked
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Preflight(
      String arm,
      String address,
      String serverVersion,
      String tlsProtocol,
      String tlsCipher,
      Long connectMicros,
      Long pingP50Micros,
      Long pingP99Micros,
      Map<String, String> serverSettings,
      Failure failure,
      Long tlsHandshakeMicros,
      List<Feature> features) {}

  /**
   * Something that went wrong.
   *
   * @param reason CamelCase, one of {@link Reason}
   * @param message what happened, with the server's own words; no secrets
   */
  public record Failure(String reason, String message) {}

  /**
   * One arm, all phases, once.
   *
   * @param failure null if it was measured to its end; then {@code phases} has every phase of the
   *     plan
   * @param countersBefore the server's own counters before the first phase, by their own names; of
   *     a cluster by {@code <member>.<name>}, averages in thousandths with "_x1000" after the name
   * @param countersAfter the same after the last phase
   * @param rowBytes sizes of the values; null where they are no rows
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record TrialResult(
      int index,
      int round,
      String arm,
      Instant startTime,
      Instant finishTime,
      List<PhaseResult> phases,
      Health health,
      Map<String, Long> countersBefore,
      Map<String, Long> countersAfter,
      Failure failure,
      RowBytes rowBytes) {

    /** The same under another number. */
    public TrialResult as(int index, int round) {
      return new TrialResult(
          index,
          round,
          arm,
          startTime,
          finishTime,
          phases,
          health,
          countersBefore,
          countersAfter,
          failure,
          rowBytes);
    }
  }

  /** Sizes of serialized rows, in bytes. */
  public record RowBytes(int smallest, int median, int largest) {}

  /**
   * One phase of one trial. Latencies are of a closed loop, from send to checked reply.
   *
   * @param lapNanos time of each pass over all keys, timed around the loop; for a phase by
   *     duration, one entry: the whole of it
   * @param operations finished operations of every kind, errors and misses too
   * @param errors operations that the server did not answer, or refused
   * @param misses keys that were not there, or operations for which a row was missing
   * @param expiredMisses those of the misses whose key had been set longer ago than its time to
   *     live
   * @param wrongValues values that were not the ones written
   * @param errorsByMessage how often each error came, at most 10 different ones
   * @param overflows latencies above the histogram's range, counted in it as its maximum
   * @param histogram the latencies in nanoseconds of all operations that the server answered,
   *     HdrHistogram V2, compressed, base64; null where the document {@code omitted} it
   * @param retries transactions that were done again after a deadlock or a failed certification,
   *     each within the latency of its operation; null for caches
   * @param meanNanos mean of the latencies
   * @param warmUp what was done before the phase was timed; null for nothing
   * @param pods what each of several runner pods measured, in the order of their numbers; null for
   *     one
   * @param openLoop how the operations of an open loop were sent; its latencies are then response
   *     times, from when an operation was due to its checked reply; null for a closed loop
   * @param sweep the open loops after the closed one, at rising rates; null for none
   * @param mix its reads and writes apart; null for operations that are no Mix
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record PhaseResult(
      String name,
      Operation operation,
      List<Long> lapNanos,
      long operations,
      long errors,
      long misses,
      long expiredMisses,
      long wrongValues,
      Map<String, Long> errorsByMessage,
      long p50Nanos,
      long p90Nanos,
      long p99Nanos,
      long p999Nanos,
      long maxNanos,
      long overflows,
      String histogram,
      Window window,
      Long retries,
      Long meanNanos,
      WarmUpResult warmUp,
      List<PodResult> pods,
      OpenLoopResult openLoop,
      List<SweepStep> sweep,
      MixResult mix) {

    public long totalNanos() {
      return lapNanos.stream().mapToLong(Long::longValue).sum();
    }

    /** Finished operations that did what they should, for each second of the laps. */
    public double opsPerSecond() {
      return totalNanos() == 0 ? 0 : (operations - errors) * 1e9 / totalNanos();
    }
  }

  /** A Mix: Gets and Sets of a cache, point reads and updates of a table. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record MixResult(MixPart reads, MixPart writes) {

    MixResult withoutHistograms() {
      return new MixResult(reads.withoutHistogram(), writes.withoutHistogram());
    }
  }

  /**
   * The reads or the writes of a Mix: those that the server answered, and their latencies.
   *
   * @param histogram as that of the phase; null where the document {@code omitted} it
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record MixPart(
      long operations,
      long p50Nanos,
      long p99Nanos,
      long p999Nanos,
      long maxNanos,
      String histogram) {

    public static MixPart of(Histogram latencies) {
      return new MixPart(
          latencies.getTotalCount(),
          latencies.getValueAtPercentile(50),
          latencies.getValueAtPercentile(99),
          latencies.getValueAtPercentile(99.9),
          latencies.getMaxValue(),
          Histograms.encode(latencies));
    }

    private MixPart withoutHistogram() {
      return new MixPart(operations, p50Nanos, p99Nanos, p999Nanos, maxNanos, null);
    }
  }

  /**
   * How the operations of an open loop were sent.
   *
   * @param offered operations that were due
   * @param offeredPerSecond those in each second
   * @param achievedPerSecond operations that were answered in each second, until the last was sent
   * @param overloaded true where the rate was not reached, so that latencies are those of a growing
   *     backlog: there is no figure for them
   * @param service from when an operation was sent to its checked reply
   * @param sendDelay from when it was due to when it was sent
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record OpenLoopResult(
      long offered,
      double offeredPerSecond,
      double achievedPerSecond,
      boolean overloaded,
      Latencies service,
      Latencies sendDelay) {}

  /**
   * Percentiles of times of operations.
   *
   * @param overflows times above the histogram's range, counted in it as its maximum
   * @param histogram as that of {@link PhaseResult}
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Latencies(
      long p50Nanos,
      long p90Nanos,
      long p99Nanos,
      long p999Nanos,
      long maxNanos,
      long overflows,
      String histogram) {}

  /**
   * One rate of a sweep.
   *
   * @param percent of the speed that the closed loop before it reached
   * @param operations finished ones of every kind, errors and misses too
   * @param response from when an operation was due to its checked reply
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record SweepStep(
      int percent, long operations, long errors, OpenLoopResult openLoop, Latencies response) {}

  /**
   * The share of one of several runner pods in a phase.
   *
   * @param totalNanos of its laps
   * @param operations finished ones of every kind, errors and misses too
   */
  public record PodResult(
      long totalNanos, long operations, long errors, long p50Nanos, long p99Nanos) {

    /** Finished operations that did what they should, for each second of the laps. */
    public double opsPerSecond() {
      return totalNanos == 0 ? 0 : (operations - errors) * 1e9 / totalNanos;
    }
  }

  /**
   * What happened when members died under a steady load of writes.
   *
   * @param acknowledgedRows rows whose commit was acknowledged
   * @param lostRows those of them that at least one member did not have at the end; null if the run
   *     ended before they were looked for
   * @param unknownRows rows whose write failed, but which are there: the acknowledgement was lost;
   *     null likewise
   * @param sendDelayMicros how late the writes were sent while nothing happened, 99th percentile
   * @param events in the order of time
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record FailoverResult(
      long acknowledgedRows,
      Long lostRows,
      Long unknownRows,
      long sendDelayMicros,
      List<FailoverEvent> events) {}

  /**
   * One event, with the time line of the writes around it. Times are microseconds since the first
   * sign of the event: a failed write, a member that no longer answers, or a smaller cluster,
   * whichever came first.
   *
   * @param member that it happened to; null if no member was seen to go
   * @param outageMicros longest time without an acknowledged write
   * @param membershipMicros until every member was back and synced
   * @param failedWrites writes that failed
   * @param slowWrites writes that were acknowledged but took longer than 100 ms
   * @param errors how often each error came, SQL state first, at most 10 different ones
   * @param timeline failed and slow writes and changes of membership, at most 1000, in order
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record FailoverEvent(
      int number,
      FaultAction action,
      String member,
      Instant time,
      long outageMicros,
      long membershipMicros,
      long failedWrites,
      long slowWrites,
      long slowestWriteMicros,
      Map<String, Long> errors,
      List<Moment> timeline) {}

  /**
   * Something that was seen during an event.
   *
   * @param atMicros since the first sign of the event; negative before it
   * @param what {@code FailedWrite}, {@code SlowWrite} or {@code Members}
   * @param micros how long the write took; null for a change of membership
   * @param text the error, or the members that are synced
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Moment(long atMicros, String what, Long micros, String text) {}

  /**
   * How the runner's process fared in one timed window. Facts that could not be read are null.
   *
   * @param cpuNanos CPU time of the process
   * @param gcCount collections
   * @param gcNanos their time together
   * @param longestGcNanos the longest of them
   * @param throttledPeriods periods in which the cgroup's quota stopped the process
   * @param throttledNanos how long it was stopped
   * @param stealRatio share of the machine's CPU time that its hypervisor took, 0 to 1
   * @param signals more of it; null in documents of earlier versions
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Window(
      long wallNanos,
      Long cpuNanos,
      long gcCount,
      long gcNanos,
      long longestGcNanos,
      Long throttledPeriods,
      Long throttledNanos,
      Double stealRatio,
      Signals signals) {}

  /**
   * More of how the process fared in one timed window. Facts that could not be read are null.
   *
   * @param compilationNanos time of the just-in-time compiler
   * @param hottestThread name of the thread that used the most CPU, of those that do the operations
   * @param hottestThreadNanos its CPU time
   * @param clockStepNanos how far the wall clock moved against the monotonic one
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Signals(
      Long compilationNanos, String hottestThread, Long hottestThreadNanos, Long clockStepNanos) {}

  /**
   * One operation done before it was timed.
   *
   * @param nanos how long
   * @param operations how often
   * @param steady whether its speed was steady at the end
   * @param windowRates operations per second in each window of half a second, in their order
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record WarmUpResult(long nanos, long operations, boolean steady, List<Long> windowRates) {}

  /**
   * A round that does not count, for a reason that does not look at its figures.
   *
   * @param arm in whose trial the reason was seen
   * @param reason CamelCase
   * @param message what was seen, with its limit
   * @param repeatedAs number of the round that was made in its place; null if there is none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record DroppedRound(
      int round, String arm, String reason, String message, Integer repeatedAs) {}

  /**
   * The process of one trial.
   *
   * @param startMillis from the start of its JVM to the first operation
   * @param compilationMillis time of the just-in-time compiler
   * @param maxHeapBytes its heap's limit
   * @param jvm that made the trial, name and version; null in documents of before
   * @param laptimerVersion that made the trial; null likewise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Health(
      long startMillis,
      Long compilationMillis,
      Long maxHeapBytes,
      String collector,
      String jvm,
      String laptimerVersion) {}

  /**
   * Nodes and images of the pods.
   *
   * @param runnerNode node of the runner's pod
   * @param servers by target name
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Placement(
      String runnerNode, String runnerImage, String runnerImageId, Map<String, ServerPod> servers) {

    /** The pod of a server that was deployed for the run. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record ServerPod(String node, String image, String imageId) {}
  }
}
