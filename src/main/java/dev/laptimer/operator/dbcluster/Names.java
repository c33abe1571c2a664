package dev.laptimer.operator.dbcluster;

import dev.laptimer.api.DbCluster;

/** Names of the objects of a cluster. A cluster's own name has at most 40 characters. */
record Names(String namespace, String cluster) {

  static Names of(DbCluster cluster) {
    return new Names(cluster.getMetadata().getNamespace(), cluster.getMetadata().getName());
  }

  /** StatefulSet of the members, and Service that clients connect to. */
  String members() {
    return cluster;
  }

  String member(int ordinal) {
    return cluster + "-" + ordinal;
  }

  String memberClaim(int ordinal) {
    return "data-" + member(ordinal);
  }

  /** Headless Service: gives each member a name of its own. */
  String membersService() {
    return cluster + "-members";
  }

  /** DNS name of the headless Service, to which a member's name is put in front. */
  String membersHost() {
    return membersService() + "." + namespace + ".svc";
  }

  String clientHost() {
    return cluster + "." + namespace + ".svc";
  }

  String config() {
    return cluster + "-config";
  }

  String channel() {
    return cluster + "-channel";
  }

  String users() {
    return cluster + "-users";
  }

  String proxy() {
    return cluster + "-proxy";
  }

  /** Headless Service: by it the proxies find each other. */
  String proxies() {
    return cluster + "-proxies";
  }

  String proxiesHost() {
    return proxies() + "." + namespace + ".svc";
  }

  String stats() {
    return cluster + "-stats";
  }
}
