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

    /**
     * Have a member start anew.
     *
     * @param graceSeconds that it gets to stop; null for what it asks for itself
     */
    record DeletePod(int ordinal, String podUid, Integer graceSeconds) implements Step {

      /**
       * A server that looks for the others does not hear that it should stop, and has nothing to
       * lose: it does not get the minutes that one gets which serves.
       */
      static final int GRACE_WITHOUT_SERVICE = 10;

      static DeletePod of(Observed.Member member) {
        return new DeletePod(
            member.ordinal(),
            member.podUid(),
            member.serves() ? null : Integer.valueOf(GRACE_WITHOUT_SERVICE));
      }
    }
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
