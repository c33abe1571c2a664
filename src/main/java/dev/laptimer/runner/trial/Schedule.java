package dev.laptimer.runner.trial;

import dev.laptimer.api.Arrivals;
import dev.laptimer.runner.trial.Share.Range;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * When the operations of some of the connections are due, in nanoseconds since the start: fixed by
 * the seed before the first is sent, and rising. Those of all connections together are exactly as
 * many as the rate makes in the time. Makes no object while it is used.
 */
final class Schedule {

  /**
   * The operations of all connections.
   *
   * @param count how many
   * @param nanos the time in which they are due
   */
  record Load(long count, long nanos, Arrivals arrivals) {

    static Load of(long ratePerMinute, int seconds, Arrivals arrivals) {
      return new Load(
          Math.max(1, ratePerMinute * seconds / TimeUnit.MINUTES.toSeconds(1)),
          TimeUnit.SECONDS.toNanos(seconds),
          arrivals);
    }

    double perSecond() {
      return count * 1e9 / nanos;
    }

    /** How many of them are those of some of the connections. */
    long count(Range own, int connections) {
      long rest = count % connections;
      return count / connections * own.size()
          + Math.max(0, Math.min(own.to(), rest) - Math.min(own.from(), rest));
    }
  }

  private final Load load;
  private final Range own;
  private final int connections;
  private final long count;
  private final SplittableRandom random;
  private long made;
  private double position;
  private long next;

  /**
   * @param own connections, whose operations these are
   * @param connections how many there are
   */
  Schedule(Load load, Range own, int connections, long seed) {
    this.load = load;
    this.own = own;
    this.connections = connections;
    this.count = load.count(own, connections);
    this.random = new SplittableRandom(seed);
    this.next = count == 0 ? 0 : due();
  }

  /** Operations that it has in all. */
  long count() {
    return count;
  }

  /** The time in which they are due. */
  long nanos() {
    return load.nanos();
  }

  boolean isOver() {
    return made == count;
  }

  /** When the next one is due. */
  long nextNanos() {
    return next;
  }

  void advance() {
    made++;
    if (made < count) {
      next = due();
    }
  }

  private long due() {
    return switch (load.arrivals()) {
      case Even -> even();
      case Poisson -> poisson();
    };
  }

  /** Operation k of all is that of connection k modulo connections, at k / count of the time. */
  private long even() {
    long k = made / own.size() * connections + own.from() + made % own.size();
    long whole = load.nanos() / load.count();
    long rest = load.nanos() % load.count();
    return k * whole + Long.divideUnsigned(k * rest, load.count());
  }

  /**
   * Arrivals of a Poisson process of which it is known how many there are lie in their time like so
   * many uniform random numbers in order; each is made from the one before: the least of n numbers
   * in [0, 1) is 1 - u^(1/n) (L. Devroye, Non-Uniform Random Variate Generation, 1986, chapter V).
   */
  private long poisson() {
    double ofTheRest = -Math.expm1(Math.log(1 - random.nextDouble()) / (count - made));
    position += (1 - position) * ofTheRest;
    return Math.min(load.nanos() - 1, (long) (position * load.nanos()));
  }
}
