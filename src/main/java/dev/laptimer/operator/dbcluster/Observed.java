package dev.laptimer.operator.dbcluster;

import dev.laptimer.api.DbClusterSpec;
import dev.laptimer.api.DbClusterStatus;
import dev.laptimer.api.DbClusterStatus.RecoveryStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that a decision depends on.
 *
 * @param resourceUid UID of the DbCluster
 * @param previous the status as it was written last; null for none
 * @param channel null if there is none
 * @param channelVersion resource version of the channel's ConfigMap; null if there is none
 * @param replicas of the StatefulSet; null if there is none
 * @param members by ordinal, from 0 without gaps: all that are wanted, told to exist or exist
 * @param volumes identity of the data on each claim, by ordinal; empty text if it is not noted
 * @param template hash that a pod of today would have
 * @param freshUuid identity for a new cluster, should one be needed
 */
record Observed(
    Names names,
    String resourceUid,
    DbClusterSpec spec,
    DbClusterStatus previous,
    Channel channel,
    String channelVersion,
    Integer replicas,
    List<Member> members,
    Map<Integer, String> volumes,
    String template,
    String freshUuid,
    Instant now) {

  /**
   * One member.
   *
   * @param podUid null if it has no pod
   * @param ready as the kubelet sees it
   * @param position what it reported when it was prepared; null for nothing yet
   * @param report what it says of itself now; null if it does not answer
   * @param problem why it does not start, if that is known; null otherwise
   * @param graceSeconds within which its pod must have gone; null if it is not asked to go
   * @param created when its pod was made
   * @param since how long it has been in its state, by the last status
   */
  record Member(
      int ordinal,
      String podUid,
      Integer graceSeconds,
      boolean ready,
      String node,
      String template,
      PositionReport position,
      MemberReport report,
      String problem,
      Instant created,
      Instant since) {

    static Member absent(int ordinal) {
      return new Member(ordinal, null, null, false, null, null, null, null, null, null, null);
    }

    boolean terminating() {
      return graceSeconds != null;
    }

    boolean exists() {
      return podUid != null;
    }

    /** Reads and writes work there and it is not about to go. */
    boolean synced() {
      return exists() && !terminating() && report != null && report.synced();
    }

    boolean serves() {
      return exists() && report != null && report.serves();
    }

    boolean waiting() {
      return exists() && !terminating() && report != null && report.waiting();
    }
  }

  Member member(int ordinal) {
    return ordinal < members.size() ? members.get(ordinal) : Member.absent(ordinal);
  }

  /** The members that the StatefulSet keeps. */
  List<Member> kept() {
    int count = replicas == null ? 0 : replicas;
    return members.stream().filter(member -> member.ordinal() < count).toList();
  }

  boolean allSynced() {
    return !kept().isEmpty() && kept().stream().allMatch(Member::synced);
  }

  boolean anyServes() {
    return members.stream().anyMatch(Member::serves);
  }

  String epochToken() {
    return Channel.epochToken(resourceUid, channel.epoch());
  }

  Optional<RecoveryStatus> recovery() {
    return Optional.ofNullable(previous).map(DbClusterStatus::recovery);
  }

  /** Since when nobody has served; empty if somebody does. */
  Optional<Instant> downSince() {
    if (anyServes() || members.stream().anyMatch(member -> member.ready())) {
      return Optional.empty();
    }
    return Optional.of(recovery().map(RecoveryStatus::downSince).map(Instant::parse).orElse(now));
  }
}
