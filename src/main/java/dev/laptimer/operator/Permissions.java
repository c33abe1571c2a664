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

  /** What it needs in every namespace whose benchmarks it runs. */
  public static final List<Rule> BENCHMARKS =
      List.of(
          new Rule("laptimer.dev", List.of("cachebenchmarks"), List.of("get", "list", "watch")),
          new Rule("laptimer.dev", List.of("cachebenchmarks/status"), List.of("patch")),
          new Rule("batch", List.of("jobs"), List.of("get", "list", "watch", "create", "delete")),
          new Rule(
              "apps", List.of("statefulsets"), List.of("get", "list", "watch", "create", "delete")),
          new Rule(
              "",
              List.of("services", "configmaps"),
              List.of("get", "list", "watch", "create", "delete")),
          // delete: a pod whose Job or StatefulSet was removed without it must not go on
          new Rule("", List.of("pods"), List.of("list", "watch", "delete")),
          new Rule("", List.of("pods/log"), List.of("get")),
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
