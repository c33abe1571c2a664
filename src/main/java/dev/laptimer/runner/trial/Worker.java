package dev.laptimer.runner.trial;

import dev.laptimer.api.Operation;
import dev.laptimer.client.CacheClient;
import dev.laptimer.client.CacheClient.Key;
import dev.laptimer.client.ClientErrors;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * One connection and its share of the keys: the timed loop. It reads the clock once for each
 * operation, whose end is the start of the next, and makes no object of its own.
 */
final class Worker {

  /** A server that fails without pause for so long, or so often, has failed. */
  private static final long MAX_FAILING_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final int MAX_FAILURES = 1_000;

  /** Between attempts to reach a server that is away. */
  private static final long RECONNECT_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final CacheClient client;
  private final ClientErrors errors;
  private final Key[] keys;
  private final Values values;
  private final int from;
  private final int to;
  private final Expiry expiry;

  /** When each key of the share was set, on the clock of {@code epoch}; 0 if it is not set. */
  private final long[] setNanos;

  private final long epoch = System.nanoTime();
  private int failures;
  private long failingSince;

  /**
   * @param from number of the first key of the share
   * @param to number after its last
   */
  Worker(
      CacheClient client,
      ClientErrors errors,
      Key[] keys,
      Values values,
      int from,
      int to,
      Expiry expiry) {
    this.client = client;
    this.errors = errors;
    this.keys = keys;
    this.values = values;
    this.from = from;
    this.to = to;
    this.expiry = expiry;
    this.setNanos = new long[expiry.seconds() == 0 ? 0 : to - from];
  }

  /**
   * How long keys live.
   *
   * @param seconds that are asked for; 0 for ever
   * @param shortestLifeNanos after which the server may drop a key, by its clock's granularity
   */
  record Expiry(int seconds, long shortestLifeNanos) {}

  /** Says that a server failed for good, with the last error's words. */
  static final class TargetFailedException extends RuntimeException {
    TargetFailedException(String message) {
      super(message);
    }
  }

  /** False where there are more connections than keys. */
  boolean hasKeys() {
    return from < to;
  }

  /**
   * One pass over the share.
   *
   * @param endNanos time of the clock at which to stop before the last key; see {@code limited}
   * @param limited false to ignore {@code endNanos}
   * @param stopped whether another worker has failed
   * @throws TargetFailedException if the server fails for good
   */
  void pass(
      Operation operation, Tally tally, boolean limited, long endNanos, BooleanSupplier stopped) {
    long start = System.nanoTime();
    for (int key = from; key < to && !stopped.getAsBoolean(); key++) {
      boolean answered = isAnswered(operation, key, start, tally);
      long end = System.nanoTime();
      if (answered) {
        tally.answered(end - start);
      }
      if (limited && end - endNanos >= 0) {
        return;
      }
      start = end;
    }
  }

  private boolean isAnswered(Operation operation, int key, long start, Tally tally) {
    try {
      switch (operation) {
        case Set -> set(key, start);
        case Get -> get(key, tally);
        case Delete -> delete(key, tally);
        default -> throw new IllegalArgumentException(operation + " is not done to caches");
      }
      failures = 0;
      return true;
    } catch (RuntimeException e) {
      failed(e, start, tally);
      return false;
    }
  }

  private void set(int key, long start) {
    client.set(keys[key], values.of(key), expiry.seconds());
    if (setNanos.length > 0) {
      setNanos[key - from] = start - epoch;
    }
  }

  private void get(int key, Tally tally) {
    var value = client.get(keys[key]);
    if (value == null) {
      tally.miss(isExpired(key));
    } else if (!Arrays.equals(value, values.of(key))) {
      tally.wrongValue();
    }
  }

  private void delete(int key, Tally tally) {
    if (!client.delete(keys[key])) {
      tally.miss(isExpired(key));
    }
    if (setNanos.length > 0) {
      setNanos[key - from] = 0;
    }
  }

  private boolean isExpired(int key) {
    if (setNanos.length == 0 || setNanos[key - from] == 0) {
      return false;
    }
    long age = System.nanoTime() - epoch - setNanos[key - from];
    return age >= expiry.shortestLifeNanos();
  }

  private void failed(RuntimeException error, long start, Tally tally) {
    var text = errors.text(error);
    tally.error(text);
    if (failures++ == 0) {
      failingSince = start;
    }
    long failingNanos = System.nanoTime() - failingSince;
    if (failures >= MAX_FAILURES || failingNanos >= MAX_FAILING_NANOS) {
      throw new TargetFailedException(
          "%d operations in a row failed within %.1f s, the last with: %s"
              .formatted(failures, failingNanos / 1e9, text));
    }
    if (ClientErrors.isConnectionError(error)) {
      LockSupport.parkNanos(RECONNECT_PAUSE_NANOS);
    }
  }
}
