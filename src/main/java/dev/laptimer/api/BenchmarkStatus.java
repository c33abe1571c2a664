package dev.laptimer.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Map;

/**
 * What became of a benchmark. The operator alone writes it; {@code laptimer run} writes the same to
 * a file.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record BenchmarkStatus(
    @JsonPropertyDescription(
            "Generation of the spec that this status speaks of; -1 until one was looked at.")
        Long observedGeneration,
    @JsonPropertyDescription(
            "Pending, Deploying, Running, Finished, Failed or Suspended. For people; programs read the conditions.")
        RunState state,
    @JsonPropertyDescription("The answer, or where the run stands, in one line.") String summary,
    @JsonPropertyDescription(
            "Ready, Succeeded, Finished, TargetReady, Trusted, and, only while they are true, Reconciling, Stalled and"
                + " Suspended.")
        List<Condition> conditions,
    @JsonPropertyDescription("The run in progress, or the last one.") RunStatus run,
    @JsonPropertyDescription(
            "What was measured, one entry for each target, in the order of the spec.")
        List<Result> results,
    @JsonPropertyDescription("Each other target compared with the reference.")
        List<ComparisonResult> comparisons,
    @JsonPropertyDescription("Whether the figures can be believed.") Trust trust,
    @JsonPropertyDescription("How long the cluster was away when members died, if that was asked.")
        FailoverFigures failover,
    @JsonPropertyDescription("Where the whole result document is.") ResultRef resultRef,
    @JsonPropertyDescription("Earlier runs, newest first, at most 5.") List<PastRun> history) {

  public BenchmarkStatus withSummary(String line) {
    return new BenchmarkStatus(
        observedGeneration,
        state,
        line,
        conditions,
        run,
        results,
        comparisons,
        trust,
        failover,
        resultRef,
        history);
  }

  /** One run: every round of every target, once. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record RunStatus(
      @JsonPropertyDescription("Counts the runs of this resource, from 1.") Integer number,
      @JsonPropertyDescription("Hash of the part of the spec that a run depends on.") String hash,
      @JsonPropertyDescription("The spec.run.token that this run answers.") String token,
      @JsonPropertyDescription("Number of the interrupted run that this one repeats, if it does.")
          Integer retryOf,
      @JsonPropertyDescription("Seed of the order of trials, the keys and the values.") Long seed,
      @JsonPropertyDescription("Name of the run's Job.") String jobName,
      @JsonPropertyDescription("UID of the run's Job, once there is one.") String jobUid,
      @JsonPropertyDescription("When the run was begun.") String startTime,
      @JsonPropertyDescription("When it ended, in whatever way.") String finishTime,
      @JsonPropertyDescription("How far it is.") Progress progress,
      @JsonPropertyDescription("What was last done to a member for the benchmark.") Fault fault) {

    public RunStatus withJobUid(String uid) {
      return with(uid, startTime, finishTime, progress, fault);
    }

    public RunStatus withStartTime(String time) {
      return with(jobUid, time, finishTime, progress, fault);
    }

    public RunStatus withFinishTime(String time) {
      return with(jobUid, startTime, time, progress, fault);
    }

    public RunStatus withProgress(Progress newest) {
      return with(jobUid, startTime, finishTime, newest, fault);
    }

    public RunStatus withFault(Fault newest) {
      return with(jobUid, startTime, finishTime, progress, newest);
    }

    private RunStatus with(
        String jobUid, String startTime, String finishTime, Progress progress, Fault fault) {
      return new RunStatus(
          number,
          hash,
          token,
          retryOf,
          seed,
          jobName,
          jobUid,
          startTime,
          finishTime,
          progress,
          fault);
    }
  }

  /** What is done to a member because the runner asked for it. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Fault(
      @JsonPropertyDescription("Number of the event that it is part of, from 1.") Integer number,
      @JsonPropertyDescription("Kill, Stop or Await.") FaultAction action,
      @JsonPropertyDescription("The member.") String member,
      @JsonPropertyDescription("UID of the member's pod; no other pod of its name is touched.")
          String podUid) {}

  /** How far a run is. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Progress(
      @JsonPropertyDescription("Share of the trials that are done, in percent.") Integer percent,
      @JsonPropertyDescription("Trials that are done.") Integer trialsDone,
      @JsonPropertyDescription("Trials of the plan.") Integer trials,
      @JsonPropertyDescription("Seconds that the rest will take, judged by what is done.")
          Long remainingSeconds) {}

  /** What was measured at one target. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Result(
      @JsonPropertyDescription("Name of the target.") String name,
      @JsonPropertyDescription("Server product.") EngineName engine,
      @JsonPropertyDescription("The driver library.") ClientInfo client,
      @JsonPropertyDescription("The server, as it said itself and as its pod says.")
          ServerInfo server,
      @JsonPropertyDescription("Trials that were measured to their end.") Integer trials,
      @JsonPropertyDescription("Each phase, in the order of the spec.") List<PhaseFigures> phases,
      @JsonPropertyDescription(
              "Operations of the compared phase for one unit of the currency of pricePerHour, a decimal string.")
          String opsPerCurrencyUnit,
      @JsonPropertyDescription("The way to the server, bare.") NetworkFloor network,
      @JsonPropertyDescription(
              "What kept it from more operations per second in the compared phase: Client, Server, Network, Rate or"
                  + " Unknown.")
          Bottleneck bottleneck,
      @JsonPropertyDescription("What the server says that the operations cost it.")
          ServerCost serverCost,
      @JsonPropertyDescription("Sizes of the serialized rows; absent where values are no rows.")
          RowBytes rowBytes,
      @JsonPropertyDescription(
              "What giving keys a time to live costs in each Set phase; absent where every target has it with the Set.")
          List<ExpiryCost> expiry) {}

  /** What it costs to give keys a time to live. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record ExpiryCost(
      @JsonPropertyDescription("Name of the phase.") String phase,
      @JsonPropertyDescription("How the time to live is given.") ExpiryMethod method,
      @JsonPropertyDescription("Keys per second, median over the rounds.") Long keysPerSecond,
      @JsonPropertyDescription("Commands per second that this makes.") Long commandsPerSecond,
      @JsonPropertyDescription(
              "Times that the client waits for the server for each key, a decimal string.")
          String roundTripsPerKey) {}

  /** Sizes of the serialized rows that are the values. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record RowBytes(
      @JsonPropertyDescription("The smallest, bytes.") Integer smallest,
      @JsonPropertyDescription("The median, bytes.") Integer median,
      @JsonPropertyDescription("The largest, bytes.") Integer largest) {}

  /** The way to a server, before the first trial. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record NetworkFloor(
      @JsonPropertyDescription("Microseconds of a round trip that does nothing, median.")
          Long pingP50Micros,
      @JsonPropertyDescription("The same, 99th percentile.") Long pingP99Micros,
      @JsonPropertyDescription("Microseconds to set up a TCP connection; of a database with login.")
          Long connectMicros,
      @JsonPropertyDescription("Microseconds of the TLS handshake after it; absent for plain TCP.")
          Long tlsHandshakeMicros) {}

  /** What operations cost a server by its own counters: all phases, medians of the rounds. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record ServerCost(
      @JsonPropertyDescription("Commands that it counted for each operation, a decimal string.")
          String commandsPerOperation,
      @JsonPropertyDescription("Microseconds of CPU for each operation, a decimal string.")
          String cpuMicrosPerOperation) {}

  /** What was done before a phase was timed: of all rounds. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record WarmUpFigures(
      @JsonPropertyDescription("Seconds that it took, median over the rounds, a decimal string.")
          String seconds,
      @JsonPropertyDescription("Operations, median over the rounds.") Long operations,
      @JsonPropertyDescription("Trials at whose end the speed was steady.") Integer steadyTrials) {}

  /** The driver library that was used. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record ClientInfo(
      @JsonPropertyDescription("Name of the client.") ClientName name,
      @JsonPropertyDescription("Version of its library.") String version,
      @JsonPropertyDescription("Java runtime that measured. Example: OpenJDK 25.0.1+8-LTS.")
          String jvm,
      @JsonPropertyDescription("Image of the runner, where the variant has one of its own.")
          String image) {}

  /** The server that was measured. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record ServerInfo(
      @JsonPropertyDescription("Version that the server gave.") String version,
      @JsonPropertyDescription("Image of the server, where it was deployed for the run.")
          String image,
      @JsonPropertyDescription("Digest of that image, as the node resolved it.") String imageId,
      @JsonPropertyDescription("Node that the server ran on, where it was deployed for the run.")
          String nodeName,
      @JsonPropertyDescription(
              "What the server can do, as far as it says so itself: yes, off, no or unknown, with a detail, by the"
                  + " feature's name; left out where the status would grow too large. Example: timeToLive: yes,"
                  + " milliseconds.")
          Map<String, String> features) {}

  /** One phase at one target: medians over the rounds. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record PhaseFigures(
      @JsonPropertyDescription("Name of the phase.") String name,
      @JsonPropertyDescription("Its operation.") Operation operation,
      @JsonPropertyDescription("Number of laps; absent for a phase by durationSeconds.")
          Integer laps,
      @JsonPropertyDescription(
              "Microseconds of each lap, median over the rounds; left out where the status would grow too large.")
          List<Long> lapMicros,
      @JsonPropertyDescription("Microseconds of the whole phase, median over the rounds.")
          Long totalMicros,
      @JsonPropertyDescription("Operations per second, median over the rounds.") Long opsPerSecond,
      @JsonPropertyDescription("Lowest operations per second of a round.") Long opsPerSecondLowest,
      @JsonPropertyDescription("Highest operations per second of a round.")
          Long opsPerSecondHighest,
      @JsonPropertyDescription(
              "Microseconds of a round trip, 50th percentile, median over the rounds.")
          Long p50Micros,
      @JsonPropertyDescription("The same, 99th percentile.") Long p99Micros,
      @JsonPropertyDescription("The same, 99.9th percentile.") Long p999Micros,
      @JsonPropertyDescription("Operations of all rounds.") Long operations,
      @JsonPropertyDescription("Operations that ended in an error, of all rounds.") Long errors,
      @JsonPropertyDescription("Keys that were not there, of all rounds.") Long misses,
      @JsonPropertyDescription("Those of the misses whose key had lived its time, of all rounds.")
          Long expiredMisses,
      @JsonPropertyDescription(
              "Values that were read and were not the ones written, of all rounds.")
          Long wrongValues,
      @JsonPropertyDescription(
              "Transactions that were done again after a deadlock or a failed certification, of all rounds; only of"
                  + " databases.")
          Long retries,
      @JsonPropertyDescription("What was done before the phase was timed; absent for nothing.")
          WarmUpFigures warmUp,
      @JsonPropertyDescription(
              "Each of several runner pods, in the order of their numbers; absent for one pod.")
          List<PodFigures> pods,
      @JsonPropertyDescription(
              "How operations at a rate were sent; p50Micros and so on are then response times, from when an operation"
                  + " was due. Absent for a phase without a rate.")
          OpenLoopFigures openLoop,
      @JsonPropertyDescription(
              "The rates of a sweep, in rising order; left out where the status would grow too large.")
          List<SweepFigures> sweep,
      @JsonPropertyDescription(
              "Operations per second of the highest rate of a sweep that held its maxP99Micros, median over the rounds;"
                  + " 0 where not even the lowest did.")
          Long rateAtMaxP99PerSecond,
      @JsonPropertyDescription("The reads and the writes of a Mix apart.") MixFigures mix) {}

  /** A Mix: Gets and Sets of a cache, point reads and updates of a table. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record MixFigures(
      @JsonPropertyDescription("Its reads.") MixPartFigures reads,
      @JsonPropertyDescription("Its writes.") MixPartFigures writes) {}

  /** The reads or the writes of a Mix. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record MixPartFigures(
      @JsonPropertyDescription("Of them per second, median over the rounds.") Long opsPerSecond,
      @JsonPropertyDescription(
              "Microseconds of a round trip, 50th percentile, median over the rounds.")
          Long p50Micros,
      @JsonPropertyDescription("The same, 99th percentile.") Long p99Micros) {}

  /** How the operations of an open loop were sent: medians over the rounds. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record OpenLoopFigures(
      @JsonPropertyDescription("Operations per second that were due, a decimal string.")
          String offeredPerSecond,
      @JsonPropertyDescription("Operations per second that were answered, a decimal string.")
          String achievedPerSecond,
      @JsonPropertyDescription(
              "Microseconds from when an operation was sent to its answer, 50th percentile.")
          Long serviceP50Micros,
      @JsonPropertyDescription("The same, 99th percentile.") Long serviceP99Micros,
      @JsonPropertyDescription(
              "Microseconds from when an operation was due to when it was sent, 99th percentile.")
          Long sendDelayP99Micros,
      @JsonPropertyDescription(
              "Trials that did not reach the rate; absent for none. Their latencies grow with the backlog, so that there"
                  + " is no figure for them.")
          Integer overloadedTrials) {}

  /** One rate of a sweep: medians over the rounds. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record SweepFigures(
      @JsonPropertyDescription("Percent of the most that the trial reached without a rate.")
          Integer percent,
      @JsonPropertyDescription("Microseconds of the response time, 50th percentile.")
          Long p50Micros,
      @JsonPropertyDescription("The same, 99th percentile.") Long p99Micros,
      @JsonPropertyDescription("The same, 99.9th percentile.") Long p999Micros,
      @JsonPropertyDescription("How the operations were sent.") OpenLoopFigures openLoop) {}

  /** The share of one runner pod in a phase: medians over the rounds. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record PodFigures(
      @JsonPropertyDescription("Operations per second, median over the rounds.") Long opsPerSecond,
      @JsonPropertyDescription(
              "Microseconds of a round trip, 50th percentile, median over the rounds.")
          Long p50Micros,
      @JsonPropertyDescription("The same, 99th percentile.") Long p99Micros) {}

  /** A target compared with the reference. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record ComparisonResult(
      @JsonPropertyDescription("Phase that is compared.") String phase,
      @JsonPropertyDescription("Figure that is compared.") Metric metric,
      @JsonPropertyDescription("Target that the other is compared with.") String reference,
      @JsonPropertyDescription("The other target.") String arm,
      @JsonPropertyDescription(
              "How many times as good as the reference the target is, a decimal string; above 1 is better.")
          String ratio,
      @JsonPropertyDescription("Lower end of the 95 % interval of the ratio.") String low,
      @JsonPropertyDescription("Upper end of the 95 % interval of the ratio.") String high,
      @JsonPropertyDescription("Rounds in which both were measured.") Integer rounds,
      @JsonPropertyDescription("Faster, Slower, NoDifference, Inconclusive or Invalid.")
          Verdict verdict,
      @JsonPropertyDescription("The verdict in a sentence.") String message,
      @JsonPropertyDescription(
              "Smallest difference in percent that so many rounds with such a spread show in 4 of 5 runs, a decimal"
                  + " string.")
          String minimumDetectablePercent,
      @JsonPropertyDescription(
              "Probability of a difference at least as large if there were none, after Holm over all comparisons, a"
                  + " decimal string.")
          String p) {}

  /** Whether the figures can be believed. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Trust(
      @JsonPropertyDescription("High, Low or None.") TrustLevel level,
      @JsonPropertyDescription(
              "How far the reference, measured twice in each round, may differ from itself, in percent, a decimal"
                  + " string; a smaller difference of others is no verdict.")
          String noiseFloorPercent,
      @JsonPropertyDescription(
              "Rounds that do not count, for reasons that do not look at their figures; absent for none.")
          Integer droppedRounds,
      @JsonPropertyDescription("What the checks found, the gravest first, at most 20.")
          List<Check> checks) {}

  /** Something that a check found. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Check(
      @JsonPropertyDescription("Name of the check. Example: CpuThrottled.") String name,
      @JsonPropertyDescription(
              "Error: the figures are meaningless. Warning: they may be off. Note: a fact to know; it does not lower the"
                  + " trust.")
          Severity severity,
      @JsonPropertyDescription("Target it concerns; absent if all.") String arm,
      @JsonPropertyDescription("What was seen, the limit, and what it means.") String message) {}

  /** How long the cluster was away when members died. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record FailoverFigures(
      @JsonPropertyDescription("Rows whose write the cluster acknowledged.") Long acknowledgedRows,
      @JsonPropertyDescription(
              "Those of them that some member did not have afterwards. More than 0 fails the run.")
          Long lostRows,
      @JsonPropertyDescription("Each event, in the order of time.") List<FailoverEvent> events) {}

  /** A member that died under a steady load of writes. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record FailoverEvent(
      @JsonPropertyDescription("Counts the events, from 1.") Integer number,
      @JsonPropertyDescription("Kill, Stop or Await.") FaultAction action,
      @JsonPropertyDescription("The member that it happened to.") String member,
      @JsonPropertyDescription(
              "Longest time without an acknowledged write around the event, milliseconds; as exact as the pause"
                  + " between two writes.")
          Long outageMillis,
      @JsonPropertyDescription("Writes that failed.") Long failedWrites,
      @JsonPropertyDescription("Writes that were acknowledged, but took more than 100 ms.")
          Long slowWrites,
      @JsonPropertyDescription("The longest of them, milliseconds.") Long slowestWriteMillis,
      @JsonPropertyDescription(
              "From the first sign of the event until every member was back and synced, milliseconds.")
          Long membershipMillis,
      @JsonPropertyDescription(
              "What the client saw: each error and how often, at most 5 different ones.")
          List<String> errors) {}

  /** Where the whole result document is. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record ResultRef(
      @JsonPropertyDescription(
              "Name of the ConfigMap, in the same namespace, with key result.json.")
          String configMap) {}

  /** An earlier run. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record PastRun(
      @JsonPropertyDescription("Number of the run.") Integer number,
      @JsonPropertyDescription("How it ended: Measured, or the reason of its failure.")
          String reason,
      @JsonPropertyDescription("Its summary.") String summary,
      @JsonPropertyDescription("When it ended.") String finishTime,
      @JsonPropertyDescription("ConfigMap of its result document, if it left one.")
          String configMap) {}
}
