package dev.laptimer.operator.dbcluster;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * What a running member says of itself, as {@code check.sh} answers it.
 *
 * @param phase Waiting, Copying, Starting, Running, Silent (does not answer any more) or Draining
 * @param state Galera's word for it: Synced, Donor/Desynced, Joined, ...
 * @param clusterStatus Primary or not; empty while the server does not answer
 * @param position number of the last write that it has; -1 if unknown
 * @param serves true if reads and writes work there
 * @param refused users, divided by blanks, whose password is not the one in the users' Secret; null
 *     or empty for none
 * @param view true if it has noted with whom it was together, so that they can find each other
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record MemberReport(
    String phase,
    String state,
    String clusterStatus,
    String connected,
    int size,
    String uuid,
    long position,
    boolean serves,
    String refused,
    boolean view) {

  boolean primary() {
    return "Primary".equals(clusterStatus);
  }

  boolean waiting() {
    return "Waiting".equals(phase);
  }

  boolean copying() {
    return "Copying".equals(phase);
  }

  /** It can only join others: alone with its like it never serves. */
  boolean needsOthers() {
    return "Starting".equals(phase) && !view;
  }

  boolean synced() {
    return serves && "Synced".equals(state);
  }
}
