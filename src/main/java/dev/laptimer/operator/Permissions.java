package dev.laptimer.operator;

import java.util.List;

/**
 * All that the operator may do, and no more than its code does. The roles of the chart are compared
 * with it.
 */
public final class Permissions {

  private Permissions() {}

  /** Verbs on resources of one API group; the core group is "". */
  public record Rule(String apiGroup, List<String> resources, List<String> verbs) {}

  /** What it needs in every namespace whose benchmarks and clusters it runs. */
  public static final List<Rule> BENCHMARKS =
      List.of(
          new Rule(
              "laptimer.dev",
              List.of("cachebenchmarks", "dbclusters"),
              List.of("get", "list", "watch")),
          new Rule(
              "laptimer.dev",
              List.of("cachebenchmarks/status", "dbclusters/status"),
              List.of("patch")),
          new Rule("batch", List.of("jobs"), List.of("get", "list", "watch", "create", "delete")),
          new Rule(
              "apps",
              List.of("statefulsets", "deployments"),
              List.of("get", "list", "watch", "create", "patch", "delete")),
          new Rule(
              "",
              List.of("services"),
              List.of("get", "list", "watch", "create", "patch", "delete")),
          // update: what a cluster's members are told is written over what was read, and nothing
          // else
          new Rule(
              "",
              List.of("configmaps"),
              List.of("get", "list", "watch", "create", "update", "patch", "delete")),
          // delete: a pod whose Job or StatefulSet was removed without it must not go on
          new Rule("", List.of("pods"), List.of("get", "list", "watch", "delete")),
          new Rule("", List.of("pods/log"), List.of("get")),
          new Rule("", List.of("persistentvolumeclaims"), List.of("list")),
          // A cluster's passwords are made once; what is in a Secret is never read
          new Rule("", List.of("secrets"), List.of("create")),
          new Rule(
              "policy",
              List.of("poddisruptionbudgets"),
              List.of("get", "create", "patch", "delete")),
          new Rule("", List.of("events"), List.of("list", "create", "patch")));

  /** What it needs in its own namespace when several operators elect a leader. */
  public static final List<Rule> LEADER_ELECTION =
      List.of(
          // patch: what the client renews a lease with; update: what the framework wants to be
          // allowed
          new Rule(
              "coordination.k8s.io",
              List.of("leases"),
              List.of("get", "create", "update", "patch")));
}
