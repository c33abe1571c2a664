package dev.laptimer.api;

/** How a benchmark reaches the members of a cluster. */
public enum DbRoute {
  /** Through the cluster's Service, and so through its proxy if it has one, as applications do. */
  Service,

  /** Straight to the first member. */
  Member
}
