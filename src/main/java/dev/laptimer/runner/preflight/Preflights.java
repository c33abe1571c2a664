package dev.laptimer.runner.preflight;

import dev.laptimer.client.sql.RunDatabase;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument.Preflight;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Checks an arm's server as often as is fit: a server that was started for the run may still be on
 * its way, one that somebody else runs should be there.
 */
public final class Preflights {

  /** What may pass by itself. */
  private static final Set<Reason> TRANSIENT =
      Set.of(
          Reason.NameNotResolved,
          Reason.ConnectionRefused,
          Reason.ConnectTimeout,
          Reason.ServerNotReady);

  private static final long ENDPOINT_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(3);

  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private Preflights() {}

  /**
   * Checks an arm until all is well, until it fails for good, or until the time is over.
   *
   * @param database the run's own; null for caches
   * @param ownPatienceNanos how long to wait for a server that was started for the run, or for the
   *     members of a cluster that may just heal
   * @param stopped whether to give up between two attempts
   */
  public static Preflight check(
      Plan plan,
      Plan.Arm arm,
      RunDatabase database,
      long ownPatienceNanos,
      BooleanSupplier stopped) {
    long start = System.nanoTime();
    long patience = arm.owned() || database != null ? ownPatienceNanos : ENDPOINT_PATIENCE_NANOS;
    Supplier<Preflight> check =
        () ->
            database == null
                ? new Preflighter(plan, arm).check()
                : new DatabasePreflighter(plan, arm, database).check();
    var found = check.get();
    while (isTransient(found)
        && System.nanoTime() - start + PAUSE_NANOS < patience
        && !stopped.getAsBoolean()) {
      LockSupport.parkNanos(PAUSE_NANOS);
      found = check.get();
    }
    return found;
  }

  private static boolean isTransient(Preflight found) {
    var failure = found.failure();
    return failure != null
        && (TRANSIENT.contains(Reason.valueOf(failure.reason()))
            // Of a Redis that still reads its data
            || failure.message().contains("LOADING "));
  }
}
