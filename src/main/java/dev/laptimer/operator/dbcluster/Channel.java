package dev.laptimer.operator.dbcluster;

import java.util.Map;
import java.util.TreeMap;

/**
 * What the operator tells the members, kept in a ConfigMap whose keys every start of a member's
 * container reads as its environment. It is also where the operator keeps where it stands, so that
 * it may be stopped at any moment.
 *
 * @param epoch counts the formations of the cluster, from 1: the first one and each recovery
 * @param bootMember ordinal of the one member that may begin the cluster in this epoch; null if
 *     none may
 * @param clusterUuid identity of the data
 * @param size number of members that there are or that are just being made
 * @param joined members 0 to {@code joined - 1} have been synced at some time: their volumes must
 *     not be empty
 */
record Channel(Mode mode, int epoch, Integer bootMember, String clusterUuid, int size, int joined) {

  /** What a member does when it starts. */
  enum Mode {
    /** Member 0 makes a new cluster if its volume is empty. */
    INIT,
    /** Joins the others. */
    RUN,
    /** Reports its position and waits. */
    RECOVER
  }

  /** A cluster that does not exist yet: only member 0 is made until it runs. */
  static Channel ofNewCluster(String clusterUuid) {
    return new Channel(Mode.INIT, 1, 0, clusterUuid, 1, 0);
  }

  Channel running() {
    return new Channel(Mode.RUN, epoch, null, clusterUuid, size, Math.max(joined, 1));
  }

  Channel withSize(int newSize) {
    return new Channel(mode, epoch, bootMember, clusterUuid, newSize, Math.min(joined, newSize));
  }

  Channel withAllJoined() {
    return new Channel(mode, epoch, bootMember, clusterUuid, size, size);
  }

  Channel recovering(int members) {
    return new Channel(Mode.RECOVER, epoch + 1, null, clusterUuid, members, joined);
  }

  Channel bootingFrom(int ordinal) {
    return new Channel(Mode.RUN, epoch, ordinal, clusterUuid, size, joined);
  }

  /**
   * The epoch as the members see it: never the same for two resources of one name, as a kept volume
   * remembers the epoch that it began last.
   */
  static String epochToken(String resourceUid, int epoch) {
    return resourceUid.substring(0, Math.min(8, resourceUid.length())) + "-" + epoch;
  }

  /** Keys of the ConfigMap that the members read. */
  Map<String, String> toData(Names names, String resourceUid) {
    var data = new TreeMap<String, String>();
    data.put("MODE", mode.name().toLowerCase(java.util.Locale.ROOT));
    data.put("EPOCH", epochToken(resourceUid, epoch));
    data.put("BOOT_POD", bootMember == null ? "none" : names.member(bootMember));
    data.put("CLUSTER_UUID", clusterUuid);
    data.put("SIZE", Integer.toString(size));
    data.put("epoch", Integer.toString(epoch));
    data.put("bootMember", bootMember == null ? "none" : Integer.toString(bootMember));
    data.put("joined", Integer.toString(joined));
    return data;
  }

  static Channel ofData(Map<String, String> data) {
    var boot = data.get("bootMember");
    return new Channel(
        Mode.valueOf(data.get("MODE").toUpperCase(java.util.Locale.ROOT)),
        Integer.parseInt(data.get("epoch")),
        "none".equals(boot) ? null : Integer.valueOf(boot),
        data.get("CLUSTER_UUID"),
        Integer.parseInt(data.get("SIZE")),
        Integer.parseInt(data.get("joined")));
  }
}
