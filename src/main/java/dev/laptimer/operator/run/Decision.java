package dev.laptimer.operator.run;

import dev.laptimer.api.BenchmarkStatus;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What is to be done now, in this order. Doing it twice is as good as doing it once.
 *
 * @param create objects that are missing
 * @param delete objects that are to go
 * @param status the whole status; null to leave it as it is
 * @param notices of what changes by that
 * @param lookAgain when to look again if nothing happens before; null for not at all
 * @param fault to be done to a member's pod; null for none
 * @param forget true if the status is to go: nothing is left of any run
 */
public record Decision(
    List<HasMetadata> create,
    List<HasMetadata> delete,
    BenchmarkStatus status,
    List<Notice> notices,
    Duration lookAgain,
    PodFault fault,
    boolean forget) {

  static final Duration AT_ONCE = Duration.ofMillis(50);
  static final Duration SOON = Duration.ofSeconds(2);
  static final Duration NOW_AND_THEN = Duration.ofSeconds(5);

  /** Nothing to do. */
  static final Decision NOTHING = delete(List.of(), null);

  /** Leaves the status as it is. */
  static Decision delete(List<HasMetadata> objects, Duration lookAgain) {
    return new Decision(List.of(), objects, null, List.of(), lookAgain, null, false);
  }

  /** Writes a status if it differs, with a notice of what changes by it. */
  static Decision write(
      Situation situation, BenchmarkStatus status, List<Notice> notices, Duration lookAgain) {
    var before = situation.status();
    if (status.equals(before)) {
      return delete(List.of(), lookAgain);
    }
    var all = new ArrayList<>(notices);
    Notices.ofChange(before, status).ifPresent(all::add);
    return new Decision(
        List.of(),
        Past.droppedResults(situation, status),
        status,
        List.copyOf(all),
        lookAgain,
        null,
        false);
  }

  /**
   * The status that there is once this is done.
   *
   * @param before null for none
   */
  public BenchmarkStatus statusAfter(BenchmarkStatus before) {
    return forget ? null : status == null ? before : status;
  }

  Decision creating(List<HasMetadata> objects) {
    return new Decision(objects, delete, status, notices, lookAgain, fault, forget);
  }

  /** With more to delete. */
  Decision deleting(List<HasMetadata> objects) {
    var all = new ArrayList<>(delete);
    all.addAll(objects);
    return new Decision(create, List.copyOf(all), status, notices, lookAgain, fault, forget);
  }

  Decision doing(PodFault wanted) {
    return new Decision(create, delete, status, notices, lookAgain, wanted, forget);
  }

  Decision forgetting() {
    return new Decision(create, delete, status, notices, lookAgain, fault, true);
  }

  /**
   * A member's pod that is to be deleted, that one and no other of its name.
   *
   * @param graceSeconds that it gets; null for what it asks for itself
   */
  public record PodFault(String namespace, String pod, String uid, Integer graceSeconds) {}

  /** An event to be emitted for people. */
  public record Notice(boolean warning, String reason, String message) {}
}
