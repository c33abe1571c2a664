package dev.laptimer.client.jedis;

import dev.laptimer.result.Feature;
import dev.laptimer.result.Feature.Answer;
import dev.laptimer.result.Feature.Name;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a server of the Redis family can do, judged by what it says. Pure.
 *
 * @param info fields of INFO; empty if it is refused
 * @param config settings of CONFIG GET; those that are refused or not there are absent
 * @param commands those asked by COMMAND INFO that the server knows; null if that is refused
 * @param pipelined whether two PINGs that were sent together were both answered
 */
record RedisFeatures(
    Map<String, String> info, Map<String, String> config, Set<String> commands, boolean pipelined) {

  /** Settings that are asked for. */
  static final List<String> SETTINGS =
      List.of("save", "maxmemory-policy", "maxmemory", "proto-max-bulk-len", "tls-port");

  /** Commands that are asked for. */
  static final List<String> COMMANDS = List.of("pexpire", "multi");

  List<Feature> list() {
    return List.of(
        command(Name.TimeToLive, "pexpire", "milliseconds"),
        persistence(),
        replication(),
        clustering(),
        command(Name.Transactions, "multi", "MULTI"),
        eviction(),
        maxValueSize(),
        Feature.of(
            Name.Pipelining,
            pipelined ? Answer.Yes : Answer.Unknown,
            "two PINGs sent together: " + (pipelined ? "both answered" : "not both answered")),
        tls());
  }

  private Feature command(Name name, String command, String detail) {
    var asked = "COMMAND INFO " + command + ": ";
    if (commands == null) {
      return Feature.of(name, Answer.Unknown, asked + "refused");
    }
    return commands.contains(command)
        ? Feature.yes(name, detail, asked + "known")
        : Feature.of(name, Answer.No, asked + "not known");
  }

  private Feature persistence() {
    var log = info.get("aof_enabled");
    var save = config.get("save");
    var evidence = "INFO: aof_enabled %s; CONFIG: save %s".formatted(told(log), told(save));
    if ("1".equals(log)) {
      return Feature.yes(Name.Persistence, "append-only file", evidence);
    }
    if (save != null && !save.isEmpty()) {
      return Feature.yes(Name.Persistence, "snapshots", evidence);
    }
    return Feature.of(
        Name.Persistence, "0".equals(log) && save != null ? Answer.Off : Answer.Unknown, evidence);
  }

  private Feature replication() {
    var role = info.get("role");
    var replicas = info.get("connected_slaves");
    var evidence = "INFO: role %s, connected_slaves %s".formatted(told(role), told(replicas));
    if (role == null || replicas == null) {
      return Feature.of(Name.Replication, Answer.Unknown, evidence);
    }
    if (role.equals("slave")) {
      return Feature.yes(Name.Replication, "a replica", evidence);
    }
    return replicas.equals("0")
        ? Feature.of(Name.Replication, Answer.Off, evidence)
        : Feature.yes(Name.Replication, replicas + " connected", evidence);
  }

  private Feature clustering() {
    var enabled = info.get("cluster_enabled");
    var answer = enabled == null ? Answer.Unknown : enabled.equals("1") ? Answer.Yes : Answer.Off;
    return Feature.of(Name.Clustering, answer, "INFO: cluster_enabled " + told(enabled));
  }

  private Feature eviction() {
    var policy = config.getOrDefault("maxmemory-policy", info.get("maxmemory_policy"));
    var limit = config.getOrDefault("maxmemory", info.get("maxmemory"));
    var evidence = "maxmemory-policy %s, maxmemory %s".formatted(told(policy), told(limit));
    if (policy == null || limit == null) {
      return Feature.of(Name.Eviction, Answer.Unknown, evidence);
    }
    return policy.equals("noeviction") || limit.equals("0")
        ? Feature.of(Name.Eviction, Answer.Off, evidence)
        : Feature.yes(Name.Eviction, policy, evidence);
  }

  private Feature maxValueSize() {
    var limit = config.get("proto-max-bulk-len");
    var evidence = "CONFIG: proto-max-bulk-len " + told(limit);
    return limit == null
        ? Feature.of(Name.MaxValueSize, Answer.Unknown, evidence)
        : Feature.yes(Name.MaxValueSize, Feature.size(Long.parseLong(limit)), evidence);
  }

  private Feature tls() {
    var port = config.get("tls-port");
    return Feature.of(
        Name.Tls,
        port == null ? Answer.Unknown : port.equals("0") ? Answer.Off : Answer.Yes,
        "CONFIG: tls-port " + told(port));
  }

  private static String told(String value) {
    return value == null ? "not told" : value.isEmpty() ? "(empty)" : value;
  }
}
