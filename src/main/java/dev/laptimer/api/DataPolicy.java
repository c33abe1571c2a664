package dev.laptimer.api;

/** What becomes of the data of a cluster when the cluster is deleted. */
public enum DataPolicy {
  Keep,
  Delete
}
