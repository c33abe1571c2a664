package dev.laptimer.api;

/** What a member of a database cluster is doing. */
public enum DbMemberState {
  /** Has no pod. */
  Absent,
  /** Its pod waits for a node, a volume or an image. */
  Pending,
  /** Its server starts or looks for the others. */
  Starting,
  /** Waits for the operator, which compares the positions of all members. */
  Waiting,
  /** Takes a copy of the data, or the changes it missed, from another member. */
  Joining,
  /** Has the data and catches up. */
  Joined,
  /** Gives a copy to another member; it serves. */
  Donor,
  /** Serves. */
  Synced,
  /** Runs without a majority of the members: it refuses reads and writes. */
  NonPrimary,
  /** Stops soon and takes no new connections. */
  Draining,
  /** Does not start; its message says why. */
  Failed,
  /** Has a pod that does not answer. */
  Unknown
}
