package dev.laptimer.runner.failover;

import java.util.Map;

/**
 * What a member says of itself.
 *
 * @param state such as {@code Synced}, {@code Donor/Desynced}, {@code Joined}; or why there is no
 *     answer
 * @param primary whether it is part of the component that may write
 * @param ready whether it takes statements
 * @param size members that it counts; 0 if it does not answer
 */
public record MemberState(String state, boolean primary, boolean ready, int size) {

  static final String QUERY =
      "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_cluster_size', 'wsrep_cluster_status',"
          + " 'wsrep_local_state_comment', 'wsrep_ready')";

  private static final String SYNCED = "Synced";

  /** A member that does not answer. */
  static MemberState silent(String why) {
    return new MemberState(why, false, false, 0);
  }

  static MemberState of(Map<String, String> status) {
    return new MemberState(
        status.getOrDefault("wsrep_local_state_comment", ""),
        "Primary".equals(status.get("wsrep_cluster_status")),
        "ON".equals(status.get("wsrep_ready")),
        Integer.parseInt(status.getOrDefault("wsrep_cluster_size", "0")));
  }

  public boolean answers() {
    return size > 0;
  }

  /** Synced with the component that may write, and taking statements. */
  public boolean isSynced() {
    return primary && ready && SYNCED.equals(state);
  }

  /** Takes reads and writes: a member that gives a full copy does too, as mariabackup copies. */
  public boolean serves() {
    return primary && ready && (SYNCED.equals(state) || state.startsWith("Donor"));
  }
}
