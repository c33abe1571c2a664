package dev.laptimer.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;

/** How a DbCluster is. The operator alone writes it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record DbClusterStatus(
    @JsonPropertyDescription(
            "Generation of the spec that this status speaks of; -1 until one was looked at.")
        Long observedGeneration,
    @JsonPropertyDescription(
            "Pending, Forming, Ready, Scaling, Updating, Degraded, Down, Recovering or Blocked. For people; programs"
                + " read the conditions.")
        DbClusterState state,
    @JsonPropertyDescription("How it is, and what it waits for, in one line.") String summary,
    @JsonPropertyDescription(
            "Ready (all members and the proxy), Available (reads and writes work), Bootstrapped; with a benchmark"
                + " BenchmarkFinished (its run ended in whatever way) and BenchmarkSucceeded; and, only while they are"
                + " true, Reconciling and Stalled.")
        List<Condition> conditions,
    @JsonPropertyDescription("Members that are synced and members that are wanted. Example: 3/3.")
        String ready,
    @JsonPropertyDescription("Whether there is a majority of members that serves.") Boolean primary,
    @JsonPropertyDescription("Number of members that see each other in the cluster.") Integer size,
    @JsonPropertyDescription("Identity of the data; a volume with another one is never let in.")
        String clusterUuid,
    @JsonPropertyDescription("Every member, by ordinal.") List<Member> members,
    @JsonPropertyDescription("The proxy, if there is one.") ProxyStatus proxy,
    @JsonPropertyDescription("Where clients connect to.") Endpoint endpoint,
    @JsonPropertyDescription("Secret with the passwords of the users.") String usersSecretName,
    @JsonPropertyDescription("Image of the members.") String image,
    @JsonPropertyDescription("What the operator keeps for a recovery.") RecoveryStatus recovery,
    @JsonPropertyDescription("What you should know and perhaps change, at most 8.")
        List<String> warnings,
    @JsonPropertyDescription("What became of the benchmark, if the spec has one.")
        BenchmarkStatus benchmark) {

  /** The same cluster with what became of its benchmark, and the conditions of both. */
  public DbClusterStatus withBenchmark(BenchmarkStatus newest, List<Condition> all) {
    return new DbClusterStatus(
        observedGeneration,
        state,
        summary,
        all,
        ready,
        primary,
        size,
        clusterUuid,
        members,
        proxy,
        endpoint,
        usersSecretName,
        image,
        recovery,
        warnings,
        newest);
  }

  /** One member. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Member(
      @JsonPropertyDescription("Name of its pod.") String name,
      @JsonPropertyDescription(
              "Absent, Pending, Starting, Waiting, Joining, Joined, Donor, Synced, NonPrimary, Draining, Failed or"
                  + " Unknown.")
          DbMemberState state,
      @JsonPropertyDescription(
              "Number of the last write that it has (Galera's seqno), at most a minute old.")
          Long position,
      @JsonPropertyDescription("Node that it runs on.") String node,
      @JsonPropertyDescription("When it came into this state.") String since,
      @JsonPropertyDescription("Why it is not synced, where that is known.") String message) {}

  /** The proxy. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record ProxyStatus(
      @JsonPropertyDescription("Pods that are ready and pods that are wanted. Example: 2/2.")
          String ready,
      @JsonPropertyDescription("Image of the proxy.") String image,
      @JsonPropertyDescription("Secret with the login of the statistics page, if there is one.")
          String statsSecretName) {}

  /** Where clients connect to. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Endpoint(
      @JsonPropertyDescription("DNS name, within the Kubernetes cluster.") String host,
      @JsonPropertyDescription("TCP port.") Integer port) {}

  /** What the operator keeps for a recovery. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record RecoveryStatus(
      @JsonPropertyDescription(
              "Counts the formations of the cluster: the first one and each recovery.")
          Integer epoch,
      @JsonPropertyDescription(
              "Number of the last write that a healthy member was seen to have; a recovery from less is refused.")
          Long lastPosition,
      @JsonPropertyDescription("Since when no member has served, if none does.")
          String downSince) {}
}
