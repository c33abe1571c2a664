package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The conditions of one status while it is put together. A condition keeps its transition time as
 * long as its status stays the same; each speaks of the generation of the spec that was looked at.
 */
public final class Conditions {

  public static final String READY = "Ready";
  public static final String SUCCEEDED = "Succeeded";
  public static final String FINISHED = "Finished";
  public static final String TARGET_READY = "TargetReady";
  public static final String TRUSTED = "Trusted";
  public static final String RECONCILING = "Reconciling";
  public static final String STALLED = "Stalled";
  public static final String SUSPENDED = "Suspended";

  public static final String TRUE = "True";
  public static final String FALSE = "False";
  public static final String UNKNOWN = "Unknown";

  private final List<Condition> previous;
  private final long generation;
  private final Instant now;
  private final List<Condition> conditions = new ArrayList<>();

  /**
   * @param previous conditions as they were before; null for none
   * @param generation of the spec that they speak of
   */
  public Conditions(List<Condition> previous, long generation, Instant now) {
    this.previous = previous == null ? List.of() : previous;
    this.generation = generation;
    this.now = now;
  }

  Conditions(Statuses.Context context) {
    this(
        context.previous() == null ? null : context.previous().conditions(),
        context.generation(),
        context.now());
  }

  /** Adds a condition. */
  public Conditions with(String type, String status, String reason, String message) {
    var before = find(previous, type);
    var since =
        before
            .filter(condition -> status.equals(condition.getStatus()))
            .map(Condition::getLastTransitionTime)
            .orElseGet(() -> now.truncatedTo(ChronoUnit.SECONDS).toString());
    conditions.add(
        new ConditionBuilder()
            .withType(type)
            .withStatus(status)
            .withObservedGeneration(generation)
            .withLastTransitionTime(since)
            .withReason(reason)
            .withMessage(Text.message(message))
            .build());
    return this;
  }

  /** Adds a condition as it was before, or as Unknown if there was none. */
  Conditions kept(String type, String reasonIfUnknown, String messageIfUnknown) {
    var before = find(previous, type).filter(c -> !UNKNOWN.equals(c.getStatus()));
    return before.isPresent()
        ? with(type, before.get().getStatus(), before.get().getReason(), before.get().getMessage())
        : with(type, UNKNOWN, reasonIfUnknown, messageIfUnknown);
  }

  public List<Condition> list() {
    return List.copyOf(conditions);
  }

  static Optional<Condition> find(BenchmarkStatus status, String type) {
    return status == null || status.conditions() == null
        ? Optional.empty()
        : find(status.conditions(), type);
  }

  private static Optional<Condition> find(List<Condition> conditions, String type) {
    return conditions.stream().filter(c -> type.equals(c.getType())).findFirst();
  }

  static boolean isTrue(BenchmarkStatus status, String type) {
    return find(status, type).filter(c -> TRUE.equals(c.getStatus())).isPresent();
  }
}
