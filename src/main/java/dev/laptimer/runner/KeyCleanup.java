package dev.laptimer.runner;

import dev.laptimer.client.CacheClient;
import dev.laptimer.client.CacheClient.Key;
import dev.laptimer.client.ClientErrors;
import dev.laptimer.client.Clients;
import dev.laptimer.client.Credentials;
import dev.laptimer.plan.Plan;
import dev.laptimer.runner.trial.KeySpace;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Deletes the run's own keys from a server that somebody else runs, and nothing else, by a
 * connection of its own. Bounded in time; what could not be deleted is said.
 */
final class KeyCleanup {

  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

  private static final int BATCH_KEYS = 1_000;

  /** A server that is away may come back, but does not so in most cases. */
  private static final int MAX_FAILURES = 5;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final Plan.Arm arm;
  private final KeySpace keys;
  private final int expirySeconds;
  private final ClientErrors errors;
  private CacheClient client;

  KeyCleanup(Plan plan, Plan.Arm arm) {
    this.arm = arm;
    this.keys = new KeySpace(plan, plan.workload(arm));
    this.expirySeconds = plan.workload(arm).expirySeconds();
    this.errors = new ClientErrors(Credentials.read(arm.credentialsDir()));
  }

  /**
   * Deletes all keys of the run; does nothing to a server that was started for the run.
   *
   * @return how many keys may be left and why, in words; empty if none is
   */
  Optional<String> run() {
    if (arm.owned()) {
      return Optional.empty();
    }
    try {
      return deleteAll();
    } finally {
      disconnect();
    }
  }

  private Optional<String> deleteAll() {
    long start = System.nanoTime();
    int done = 0;
    int failures = 0;
    while (done < keys.count()) {
      var batch = batch(done);
      try {
        if (connected().deleteAllOfTheRun()) {
          return Optional.empty();
        }
        connected().deleteAll(batch);
        done += batch.size();
        failures = 0;
      } catch (RuntimeException e) {
        disconnect();
        if (!ClientErrors.isConnectionError(e) || ++failures == MAX_FAILURES) {
          return left(done, errors.text(e));
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      if (done < keys.count() && System.nanoTime() - start > LIMIT_NANOS) {
        return left(done, "deleting takes longer than 20 s");
      }
    }
    return Optional.empty();
  }

  private List<Key> batch(int from) {
    int to = Math.min(keys.count(), from + BATCH_KEYS);
    return IntStream.range(from, to).mapToObj(keys::key).toList();
  }

  private CacheClient connected() {
    if (client == null) {
      client = Clients.open(arm);
    }
    return client;
  }

  private void disconnect() {
    if (client != null) {
      try {
        client.close();
      } catch (RuntimeException e) {
        // It is given up; the reason is in what failed before
      }
      client = null;
    }
  }

  private Optional<String> left(int done, String why) {
    var end =
        expirySeconds == 0 ? "" : "; they expire %d s after they were set".formatted(expirySeconds);
    return Optional.of(
        "up to %d keys '%s...' may be left at '%s' (%s)%s"
            .formatted(keys.count() - done, keys.prefix(), arm.name(), why, end));
  }
}
