package dev.laptimer.runner.trial;

import dev.laptimer.api.Operation;
import dev.laptimer.result.Histograms;
import dev.laptimer.result.ResultDocument.Latencies;
import dev.laptimer.result.ResultDocument.MixPart;
import dev.laptimer.result.ResultDocument.MixResult;
import java.util.Map;
import java.util.TreeMap;

/** What one worker counted in one phase. Used by one thread at a time. */
final class Tally {

  /** Different errors that are counted apart; the rest is counted together. */
  private static final int MAX_MESSAGES = 10;

  private static final String OTHERS = "other errors";

  private final Times latencies = new Times();

  /** Of a Mix apart; null for other operations. */
  private final Times reads;

  private final Times writes;
  private final Map<String, Long> errorsByMessage = new TreeMap<>();
  private long errors;
  private long misses;
  private long expiredMisses;
  private long wrongValues;
  private long retries;
  private long hottestThreadNanos;

  /** Null for a closed loop. */
  private Sending sending;

  /** For a closed loop. */
  Tally(Operation operation) {
    boolean mix = operation == Operation.Mix;
    reads = mix ? new Times() : null;
    writes = mix ? new Times() : null;
  }

  /** For an open loop. */
  static Tally ofOpenLoop(Operation operation) {
    var tally = new Tally(operation);
    tally.sending = new Sending();
    return tally;
  }

  /** How the operations of an open loop were sent. */
  static final class Sending {

    private final Times service = new Times();
    private final Times delays = new Times();
    private long lastNanos = Long.MIN_VALUE;
    private boolean beyondReach;

    private void add(Sending other) {
      service.add(other.service);
      delays.add(other.delays);
      lastNanos = Math.max(lastNanos, other.lastNanos);
      beyondReach |= other.beyondReach;
    }

    /** From when operations were sent to their checked replies. */
    Times service() {
      return service;
    }

    /** From when operations were due to when they were sent. */
    Times delays() {
      return delays;
    }

    /** When the last one was sent, since the start of the phase. */
    long lastNanos() {
      return lastNanos;
    }

    /** Whether operations were left out, as the backlog was too long. */
    boolean isBeyondReach() {
      return beyondReach;
    }
  }

  /** Null for a closed loop. */
  Sending sending() {
    return sending;
  }

  /** An operation of an open loop was sent. */
  void sent(long due, long now) {
    sending.delays.record(now - due, 1);
  }

  /** The server answered an operation of an open loop. */
  void answered(long due, long sent, long end) {
    latencies.record(end - due, 1);
    sending.service.record(end - sent, 1);
  }

  /** Nothing more is sent. */
  void allSent(long lastNanos, boolean beyondReach) {
    sending.lastNanos = lastNanos;
    sending.beyondReach = beyondReach;
  }

  /** The server answered so many operations, after so long. */
  void answered(long nanos, int operations) {
    latencies.record(nanos, operations);
  }

  /** So many of the answered operations of a Mix were reads, or writes. */
  void answeredPart(boolean read, long nanos, int operations) {
    (read ? reads : writes).record(nanos, operations);
  }

  void error(String message) {
    errors++;
    count(message, 1);
  }

  void miss(boolean expired) {
    misses++;
    if (expired) {
      expiredMisses++;
    }
  }

  void wrongValue() {
    wrongValues++;
  }

  /** An operation was begun anew within its own time. */
  void retry() {
    retries++;
  }

  private void count(String message, long times) {
    boolean known =
        errorsByMessage.containsKey(message) || errorsByMessage.size() < MAX_MESSAGES - 1;
    errorsByMessage.merge(known ? message : OTHERS, times, Long::sum);
  }

  /** Adds what another worker counted. */
  void add(Tally other) {
    latencies.add(other.latencies);
    if (reads != null) {
      reads.add(other.reads);
      writes.add(other.writes);
    }
    other.errorsByMessage.forEach(this::count);
    errors += other.errors;
    misses += other.misses;
    expiredMisses += other.expiredMisses;
    wrongValues += other.wrongValues;
    if (other.sending != null) {
      if (sending == null) {
        sending = new Sending();
      }
      sending.add(other.sending);
    }
    retries += other.retries;
    hottestThreadNanos = Math.max(hottestThreadNanos, other.hottestThreadNanos);
  }

  long operations() {
    return latencies.histogram().getTotalCount() + errors;
  }

  long errors() {
    return errors;
  }

  long misses() {
    return misses;
  }

  long expiredMisses() {
    return expiredMisses;
  }

  long wrongValues() {
    return wrongValues;
  }

  long overflows() {
    return latencies.overflows();
  }

  long retries() {
    return retries;
  }

  Map<String, Long> errorsByMessage() {
    return Map.copyOf(errorsByMessage);
  }

  Latencies latencies() {
    return latencies.latencies();
  }

  long percentileNanos(double percentile) {
    return latencies.histogram().getValueAtPercentile(percentile);
  }

  /** The thread that counted used so much CPU. */
  void threadUsed(long cpuNanos) {
    hottestThreadNanos = cpuNanos;
  }

  /** CPU time of the thread that used the most of it. */
  long hottestThreadNanos() {
    return hottestThreadNanos;
  }

  long meanNanos() {
    return Math.round(latencies.histogram().getMean());
  }

  long maxNanos() {
    return latencies.histogram().getMaxValue();
  }

  /** Reads and writes apart; null for operations that are no Mix. */
  MixResult mix() {
    return reads == null
        ? null
        : new MixResult(MixPart.of(reads.histogram()), MixPart.of(writes.histogram()));
  }

  /** See {@link Histograms}. */
  String encodedHistogram() {
    return Histograms.encode(latencies.histogram());
  }
}
