package dev.laptimer.api;

/** Where a database cluster stands, for people. Programs read the conditions. */
public enum DbClusterState {
  /** Something that it needs is missing. */
  Pending,
  /** It comes up for the first time. */
  Forming,
  /** All members are synced. */
  Ready,
  /** Members are being added or removed. */
  Scaling,
  /** Members are restarted one by one, with a new configuration or image. */
  Updating,
  /** It serves, with fewer members than wanted. */
  Degraded,
  /** No member serves; they may find each other without help. */
  Down,
  /** All members were down; the most advanced one is looked for and started first. */
  Recovering,
  /** Going on alone could lose data; the summary says what to do. */
  Blocked
}
