package dev.laptimer.operator.dbcluster;

import dev.laptimer.api.DbClusterState;

/**
 * Where a cluster stands and the one thing to do next.
 *
 * @param reason in one word, for conditions
 * @param message in a sentence, for people
 * @param stalled true if it will not go on without help, or has taken longer than it may
 */
record Decision(Step step, DbClusterState state, String reason, String message, boolean stalled) {

  /** The one thing to do. */
  sealed interface Step {

    /** Nothing but to look again. */
    record Wait() implements Step {}

    /** Tell the members something else. */
    record WriteChannel(Channel channel) implements Step {}

    /** Have so many members; makes the StatefulSet if there is none. */
    record Scale(int replicas) implements Step {}

    /** Have a member start anew. */
    record DeletePod(int ordinal, String podUid) implements Step {}
  }

  static Decision of(Step step, DbClusterState state, String reason, String message) {
    return new Decision(step, state, reason, message, false);
  }

  static Decision wait(DbClusterState state, String reason, String message) {
    return of(new Step.Wait(), state, reason, message);
  }

  static Decision blocked(String reason, String message) {
    return new Decision(new Step.Wait(), DbClusterState.Blocked, reason, message, true);
  }

  Decision stalledIf(boolean tooLong) {
    return new Decision(step, state, reason, message, stalled || tooLong);
  }
}
