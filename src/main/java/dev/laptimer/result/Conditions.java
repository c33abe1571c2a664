package dev.laptimer.result;

import dev.laptimer.api.CacheBenchmarkStatus;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The conditions of one status while it is put together. A condition keeps its transition time as
 * long as its status stays the same; each speaks of the generation of the spec that was looked at.
 */
final class Conditions {

  static final String READY = "Ready";
  static final String SUCCEEDED = "Succeeded";
  static final String FINISHED = "Finished";
  static final String TARGET_READY = "TargetReady";
  static final String TRUSTED = "Trusted";
  static final String RECONCILING = "Reconciling";
  static final String STALLED = "Stalled";
  static final String SUSPENDED = "Suspended";

  static final String TRUE = "True";
  static final String FALSE = "False";
  static final String UNKNOWN = "Unknown";

  private final Statuses.Context context;
  private final List<Condition> conditions = new ArrayList<>();

  Conditions(Statuses.Context context) {
    this.context = context;
  }

  /** Adds a condition. */
  Conditions with(String type, String status, String reason, String message) {
    var before = find(context.previous(), type);
    var since =
        before
            .filter(condition -> status.equals(condition.getStatus()))
            .map(Condition::getLastTransitionTime)
            .orElseGet(() -> context.now().truncatedTo(ChronoUnit.SECONDS).toString());
    conditions.add(
        new ConditionBuilder()
            .withType(type)
            .withStatus(status)
            .withObservedGeneration(context.generation())
            .withLastTransitionTime(since)
            .withReason(reason)
            .withMessage(Text.message(message))
            .build());
    return this;
  }

  /** Adds a condition as it was before, or as Unknown if there was none. */
  Conditions kept(String type, String reasonIfUnknown, String messageIfUnknown) {
    var before = find(context.previous(), type).filter(c -> !UNKNOWN.equals(c.getStatus()));
    return before.isPresent()
        ? with(type, before.get().getStatus(), before.get().getReason(), before.get().getMessage())
        : with(type, UNKNOWN, reasonIfUnknown, messageIfUnknown);
  }

  List<Condition> list() {
    return List.copyOf(conditions);
  }

  static Optional<Condition> find(CacheBenchmarkStatus status, String type) {
    return status == null || status.conditions() == null
        ? Optional.empty()
        : status.conditions().stream().filter(c -> type.equals(c.getType())).findFirst();
  }

  static boolean isTrue(CacheBenchmarkStatus status, String type) {
    return find(status, type).filter(c -> TRUE.equals(c.getStatus())).isPresent();
  }
}
