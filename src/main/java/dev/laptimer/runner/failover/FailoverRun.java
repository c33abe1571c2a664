package dev.laptimer.runner.failover;

import dev.laptimer.api.FaultAction;
import dev.laptimer.client.ClientErrors;
import dev.laptimer.client.Credentials;
import dev.laptimer.client.sql.Connector;
import dev.laptimer.client.sql.SqlException;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.FaultRequest;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument.FailoverEvent;
import dev.laptimer.result.ResultDocument.FailoverResult;
import dev.laptimer.result.ResultDocument.Failure;
import dev.laptimer.runner.RunListener;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * The events of a plan, one after the other, under one load. Each begins when all is well: every
 * member synced, no write failed for {@value #STEADY_SECONDS} s. Then the fault is asked for at the
 * member of the latest acknowledged write, and the event goes on until all is well again. At the
 * end every acknowledged row is looked for on every member. Made for one call of {@link #run}.
 */
public final class FailoverRun {

  private static final int STEADY_SECONDS = 3;
  private static final long STEADY_NANOS = TimeUnit.SECONDS.toNanos(STEADY_SECONDS);
  private static final long WELL_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Plan plan;
  private final Plan.Failover failover;
  private final RunListener listener;
  private final BooleanSupplier stopped;
  private final IntConsumer eventsDone;
  private final ClientErrors errors;
  private final Connector connector;
  private final String table;
  private final List<FailoverEvent> events = new ArrayList<>();
  private WriteLoad load;
  private MembersWatch watch;

  /**
   * How it ended.
   *
   * @param result null if nothing was measured
   * @param failure null if all went well
   */
  public record Ended(FailoverResult result, Failure failure) {}

  /**
   * @param listener is asked for the faults
   * @param stopped true once it is to end soon
   * @param eventsDone hears how many events are over
   */
  public FailoverRun(
      Plan plan, RunListener listener, BooleanSupplier stopped, IntConsumer eventsDone) {
    this.plan = plan;
    this.failover = plan.cluster().failover();
    this.listener = listener;
    this.stopped = stopped;
    this.eventsDone = eventsDone;
    var arm = plan.arm(failover.arm());
    this.errors = new ClientErrors(Credentials.read(arm.credentialsDir()));
    this.connector = Connector.of(arm);
    this.table = plan.cluster().database() + ".failover_rows";
  }

  /** Runs all events, or until one fails, or until it is stopped. */
  public Ended run() {
    try {
      makeTable();
      var failure = underLoad();
      return rows(failure);
    } catch (SqlException e) {
      return new Ended(
          null, new Failure(Reason.TargetFailed.name(), "failover: " + errors.text(e)));
    }
  }

  private void makeTable() {
    try (var client = connector.open()) {
      client.execute("CREATE TABLE " + table + " (id BIGINT NOT NULL PRIMARY KEY) ENGINE=InnoDB");
    }
  }

  /** Null if every event was seen to its end. */
  private Failure underLoad() {
    try (var members = MembersWatch.start(plan.cluster().members(), connector);
        var writes =
            WriteLoad.start(
                table, connector, errors, failover.writesPerSecond(), failover.connections())) {
      watch = members;
      load = writes;
      for (int i = 0; i < failover.events().size() && !stopped.getAsBoolean(); i++) {
        var failure = event(i + 1, failover.events().get(i));
        if (failure != null) {
          return failure;
        }
        eventsDone.accept(i + 1);
      }
      return null;
    }
  }

  private Failure event(int number, FaultAction action) {
    load.measureDelay(true);
    var steady = awaitSteady();
    load.measureDelay(false);
    if (stopped.getAsBoolean()) {
      return null;
    }
    var what = "event %d (%s)".formatted(number, action);
    if (steady.isEmpty()) {
      return timedOut(
          "%s: the cluster was not well for %d s before it".formatted(what, STEADY_SECONDS));
    }
    long deadline = deadline();
    var asked = Instant.now();
    long askedNanos = System.nanoTime();
    if (action == FaultAction.Await) {
      listener.eventAwaited(number);
    } else {
      listener.faultWanted(new FaultRequest(number, action, load.servedBy()));
    }
    boolean broken = await(deadline, watch::wasBroken);
    if (stopped.getAsBoolean()) {
      return null;
    }
    if (!broken) {
      return new Failure(
          Reason.FaultNotSeen.name(),
          "%s: within `eventTimeoutSeconds` (%d) no member was seen to go%s; %s"
              .formatted(
                  what,
                  failover.eventTimeoutSeconds(),
                  load.hasFailures() ? ", though writes failed" : "",
                  watch.text()));
    }
    boolean healed = await(deadline, () -> watch.isFull() && load.isWell(WELL_NANOS));
    if (stopped.getAsBoolean()) {
      return null;
    }
    if (!healed) {
      return timedOut(what + ": the cluster was not well again");
    }
    events.add(
        EventFigures.of(
            new Observed(
                number,
                action,
                steady.getAsLong(),
                askedNanos,
                System.nanoTime(),
                load.acknowledgedNanos(),
                load.notable(),
                watch.changes(),
                plan.cluster().members().size()),
            asked));
    return null;
  }

  private Failure timedOut(String what) {
    return new Failure(
        Reason.FailoverTimedOut.name(),
        "%s within `eventTimeoutSeconds` (%d); %s; writes %s"
            .formatted(
                what,
                failover.eventTimeoutSeconds(),
                watch.text(),
                load.isWell(WELL_NANOS) ? "work" : "do not work"));
  }

  /**
   * Waits until all was well for a while. What is seen from the begin of that while on counts for
   * the event.
   *
   * @return begin of that while; empty if it did not come in time, or was stopped
   */
  private OptionalLong awaitSteady() {
    long deadline = deadline();
    while (await(deadline, () -> watch.isFull() && load.isWell(WELL_NANOS))) {
      long begin = System.nanoTime();
      load.mark();
      watch.mark();
      if (!await(begin + STEADY_NANOS, () -> watch.wasBroken() || load.hasFailures())) {
        return stopped.getAsBoolean() ? OptionalLong.empty() : OptionalLong.of(begin);
      }
    }
    return OptionalLong.empty();
  }

  /** Waits for a condition; false if it did not come true before the deadline, or was stopped. */
  private boolean await(long deadline, BooleanSupplier condition) {
    while (System.nanoTime() - deadline < 0 && !stopped.getAsBoolean()) {
      if (condition.getAsBoolean()) {
        return true;
      }
      LockSupport.parkNanos(this, POLL_NANOS);
    }
    return false;
  }

  private long deadline() {
    return System.nanoTime() + TimeUnit.SECONDS.toNanos(failover.eventTimeoutSeconds());
  }

  /** What became of the rows; unless an event failed, then some member may not be there to ask. */
  private Ended rows(Failure failure) {
    var acknowledged = load.acknowledged();
    if (failure != null || stopped.getAsBoolean()) {
      return new Ended(
          new FailoverResult(
              acknowledged.cardinality(), null, null, sendDelayMicros(), List.copyOf(events)),
          failure);
    }
    var check =
        RowCheck.of(plan.cluster().members(), table, connector, acknowledged, load.failed());
    var result =
        new FailoverResult(
            acknowledged.cardinality(),
            (long) check.lost().cardinality(),
            check.unknownRows(),
            sendDelayMicros(),
            List.copyOf(events));
    return new Ended(
        result,
        check.lost().isEmpty()
            ? null
            : new Failure(
                Reason.AcknowledgedWritesLost.name(),
                "%d of %d rows whose write was acknowledged are not on every member: %s"
                    .formatted(
                        check.lost().cardinality(), acknowledged.cardinality(), check.lostText())));
  }

  private long sendDelayMicros() {
    return TimeUnit.NANOSECONDS.toMicros(load.sendDelayNanos());
  }
}
