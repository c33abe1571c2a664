package dev.laptimer.runner.trial;

import dev.laptimer.client.CacheClient;
import dev.laptimer.client.CacheClient.Key;
import dev.laptimer.runner.trial.Worker.Expiry;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Asks the server how long it will keep a sample of the keys: a way to expire keys that leaves some
 * for ever, or drops them early, was not measured but done wrong. Keys that are gone are not
 * judged; those that are read are counted as misses.
 */
final class TimeToLiveCheck {

  static final int SAMPLE = 100;

  /** Redis rounds to the nearest second. */
  private static final long ROUNDING_SECONDS = 1;

  private TimeToLiveCheck() {}

  /** What is wrong, in words; empty if nothing is, or if the server cannot be asked. */
  static Optional<String> problem(CacheClient client, Key[] keys, Expiry expiry) {
    if (expiry.seconds() == 0) {
      return Optional.empty();
    }
    int sampled = Math.min(SAMPLE, keys.length);
    var wrong = new ArrayList<String>();
    for (int i = 0; i < sampled; i++) {
      int key = (int) ((long) keys.length * i / sampled);
      var set = expiry.setTime(key);
      if (set.isEmpty()) {
        continue;
      }
      var left = client.timeToLiveSeconds(keys[key]);
      if (left.isEmpty()) {
        return Optional.empty();
      }
      long age = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - set.getAsLong());
      problem(left.getAsLong(), expiry.seconds(), age).ifPresent(wrong::add);
    }
    return wrong.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%d of %d sampled keys do not have the time to live that was asked for; the first %s"
                .formatted(wrong.size(), sampled, wrong.get(0)));
  }

  /**
   * @param left what the server says: seconds, -1 for ever, -2 if the key is not there
   * @param asked for, seconds
   * @param age whole seconds since it was set
   */
  static Optional<String> problem(long left, int asked, long age) {
    if (left == -1) {
      return Optional.of("has none, %d s were asked for".formatted(asked));
    }
    long least = asked - age - 1 - ROUNDING_SECONDS;
    return left == -2 || left >= least && left <= asked
        ? Optional.empty()
        : Optional.of("has %d s left, %d s after it was set with %d s".formatted(left, age, asked));
  }
}
