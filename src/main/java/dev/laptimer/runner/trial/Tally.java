package dev.laptimer.runner.trial;

import dev.laptimer.api.Operation;
import dev.laptimer.result.Histograms;
import dev.laptimer.result.ResultDocument.MixPart;
import dev.laptimer.result.ResultDocument.MixResult;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** What one worker counted in one phase. Used by one thread at a time. */
final class Tally {

  /** Range and precision of all latencies: 1 us to 60 s, 3 digits. */
  private static final long LOWEST_NANOS = 1_000;

  static final long HIGHEST_NANOS = 60_000_000_000L;
  private static final int DIGITS = 3;

  /** Different errors that are counted apart; the rest is counted together. */
  private static final int MAX_MESSAGES = 10;

  private static final String OTHERS = "other errors";

  private final Histogram latencies = new Histogram(LOWEST_NANOS, HIGHEST_NANOS, DIGITS);

  /** Of a Mix apart; null for other operations. */
  private final Histogram reads;

  private final Histogram writes;
  private final Map<String, Long> errorsByMessage = new TreeMap<>();
  private long errors;
  private long misses;
  private long expiredMisses;
  private long wrongValues;
  private long overflows;
  private long retries;

  Tally(Operation operation) {
    boolean mix = operation == Operation.Mix;
    reads = mix ? latencies.copy() : null;
    writes = mix ? latencies.copy() : null;
  }

  /** The server answered so many operations, after so long. */
  void answered(long nanos, int operations) {
    if (nanos > HIGHEST_NANOS) {
      overflows += operations;
      latencies.recordValueWithCount(HIGHEST_NANOS, operations);
    } else {
      latencies.recordValueWithCount(nanos, operations);
    }
  }

  /** So many of the answered operations of a Mix were reads, or writes. */
  void answeredPart(boolean read, long nanos, int operations) {
    (read ? reads : writes).recordValueWithCount(Math.min(nanos, HIGHEST_NANOS), operations);
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
    overflows += other.overflows;
    retries += other.retries;
  }

  long operations() {
    return latencies.getTotalCount() + errors;
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
    return overflows;
  }

  long retries() {
    return retries;
  }

  Map<String, Long> errorsByMessage() {
    return Map.copyOf(errorsByMessage);
  }

  long percentileNanos(double percentile) {
    return latencies.getValueAtPercentile(percentile);
  }

  long meanNanos() {
    return Math.round(latencies.getMean());
  }

  long maxNanos() {
    return latencies.getMaxValue();
  }

  /** Reads and writes apart; null for operations that are no Mix. */
  MixResult mix() {
    return reads == null ? null : new MixResult(MixPart.of(reads), MixPart.of(writes));
  }

  /** See {@link Histograms}. */
  String encodedHistogram() {
    return Histograms.encode(latencies);
  }
}
