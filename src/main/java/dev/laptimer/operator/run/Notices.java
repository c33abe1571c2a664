package dev.laptimer.operator.run;

import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.RunState;
import dev.laptimer.operator.run.Decision.Notice;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.Objects;
import java.util.Optional;

/** What people are told when a status changes: every change of state, and of what holds it up. */
final class Notices {

  private Notices() {}

  static Optional<Notice> ofChange(BenchmarkStatus before, BenchmarkStatus after) {
    return before != null
            && before.state() == after.state()
            && Objects.equals(reason(before), reason(after))
            && Objects.equals(number(before), number(after))
        ? Optional.empty()
        : Optional.of(isResumed(before, after) ? resumed(after) : of(after));
  }

  private static boolean isResumed(BenchmarkStatus before, BenchmarkStatus after) {
    return before != null && before.state() == RunState.Suspended && isEnd(after.state());
  }

  private static Notice resumed(BenchmarkStatus status) {
    return new Notice(
        false, "Resumed", "the last run is still the one wanted: " + status.summary());
  }

  private static Notice of(BenchmarkStatus status) {
    var reason = reason(status);
    return switch (status.state()) {
      case Pending -> new Notice(false, reason, status.summary());
      case Deploying ->
          reason.equals("Deploying")
              ? new Notice(false, "RunDeploying", status.summary())
              : new Notice(true, reason, message(status));
      case Running -> new Notice(false, "RunStarted", status.summary());
      case Finished -> new Notice(false, "RunSucceeded", status.summary());
      case Failed -> new Notice(true, reason, message(status));
      case Suspended -> new Notice(false, "Suspended", status.summary());
    };
  }

  /** The reason that condition Ready gives. */
  static String reason(BenchmarkStatus status) {
    return ready(status).map(Condition::getReason).orElse("");
  }

  /** The message that it gives, which is longer than the summary. */
  private static String message(BenchmarkStatus status) {
    return ready(status).map(Condition::getMessage).orElse(status.summary());
  }

  private static Optional<Condition> ready(BenchmarkStatus status) {
    return status.conditions() == null
        ? Optional.empty()
        : status.conditions().stream()
            .filter(condition -> "Ready".equals(condition.getType()))
            .findFirst();
  }

  static boolean isEnd(RunState state) {
    return state == RunState.Finished || state == RunState.Failed;
  }

  private static Integer number(BenchmarkStatus status) {
    return status.run() == null ? null : status.run().number();
  }
}
