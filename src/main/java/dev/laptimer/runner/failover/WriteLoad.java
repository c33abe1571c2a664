package dev.laptimer.runner.failover;

import dev.laptimer.client.ClientErrors;
import dev.laptimer.client.sql.Connector;
import dev.laptimer.runner.failover.Observed.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * A steady load of single-row inserts: an open loop, in which each write has a time of its own that
 * does not wait for the writes before it. Whichever writer is free takes the next one, so that a
 * writer whose member does not answer holds up none but its own; and the writers lose patience at
 * different times, so that while nothing answers some writer connects anew every now and then.
 */
final class WriteLoad implements AutoCloseable {

  static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(500);
  static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(2);

  /** Between a failed write and the next try of the same writer. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final int HISTOGRAM_DIGITS = 2;

  private final String insert;
  private final ClientErrors errors;
  private final long intervalNanos;
  private final long startNanos = System.nanoTime();
  private final AtomicLong nextId = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean ended;

  // guarded by this
  private final BitSet acknowledged = new BitSet();
  private final BitSet failed = new BitSet();
  private final Histogram sendDelays = new Histogram(HISTOGRAM_DIGITS);
  private long[] acknowledgedNanos = new long[1024];
  private int acknowledgements;
  private List<Write> notable = new ArrayList<>();
  private long lastAcknowledgedNanos = System.nanoTime();
  private long lastFailureNanos = System.nanoTime();
  private String servedBy;
  private boolean measuringDelay;

  private WriteLoad(String table, ClientErrors errors, int writesPerSecond) {
    this.insert = "INSERT INTO " + table + " (id) VALUES (?)";
    this.errors = errors;
    this.intervalNanos = TimeUnit.SECONDS.toNanos(1) / writesPerSecond;
  }

  /**
   * Starts to write, from id 0.
   *
   * @param table with a column {@code id}
   * @param connector to where is written; the timeouts are set here
   * @param errors names what goes wrong
   */
  static WriteLoad start(
      String table,
      Connector connector,
      ClientErrors errors,
      int writesPerSecond,
      int connections) {
    var load = new WriteLoad(table, errors, writesPerSecond);
    for (int i = 0; i < connections; i++) {
      var writer = new Writer(connector.within(timeout(i, connections)), load.insert);
      var thread = new Thread(() -> load.write(writer), "writer-" + i);
      thread.setDaemon(true);
      load.threads.add(thread);
    }
    load.threads.forEach(Thread::start);
    return load;
  }

  /** How long a writer waits for a connection or an answer: each another time. */
  static Duration timeout(int writer, int writers) {
    long spread = LONGEST_TIMEOUT.minus(SHORTEST_TIMEOUT).toMillis();
    return writers == 1
        ? SHORTEST_TIMEOUT.plusMillis(spread / 2)
        : SHORTEST_TIMEOUT.plusMillis(spread * writer / (writers - 1));
  }

  private void write(Writer writer) {
    try (writer) {
      while (!ended) {
        long id = nextId.getAndIncrement();
        long intended = startNanos + id * intervalNanos;
        awaitNanos(intended);
        if (ended) {
          return;
        }
        long sent = System.nanoTime();
        String error = null;
        try {
          writer.insert(id);
        } catch (WriteFailedException e) {
          error = errors.text(e.getCause());
        }
        record(
            new Write(id, intended, System.nanoTime(), error), sent - intended, writer.servedBy());
        if (error != null) {
          awaitNanos(System.nanoTime() + PAUSE_NANOS);
        }
      }
    }
  }

  private void awaitNanos(long time) {
    long rest;
    while (!ended && (rest = time - System.nanoTime()) > 0) {
      LockSupport.parkNanos(this, rest);
    }
  }

  private synchronized void record(Write write, long delayNanos, String member) {
    if (measuringDelay) {
      sendDelays.recordValue(Math.max(0, delayNanos));
    }
    if (write.failed()) {
      failed.set(index(write.id()));
      lastFailureNanos = write.endNanos();
      notable.add(write);
      return;
    }
    acknowledged.set(index(write.id()));
    servedBy = member;
    // Of two that were acknowledged at once either may come here first
    lastAcknowledgedNanos = Math.max(lastAcknowledgedNanos, write.endNanos());
    if (acknowledgements == acknowledgedNanos.length) {
      acknowledgedNanos = Arrays.copyOf(acknowledgedNanos, 2 * acknowledgements);
    }
    acknowledgedNanos[acknowledgements++] = lastAcknowledgedNanos;
    if (write.nanos() > EventFigures.SLOW_NANOS) {
      notable.add(write);
    }
  }

  /** The longest run at the highest rate has fewer. */
  private static int index(long id) {
    return Math.toIntExact(id);
  }

  /** Forgets the times of the writes until now; their ids stay known. */
  synchronized void mark() {
    acknowledgements = 0;
    notable = new ArrayList<>();
  }

  /** Whether each write is to count for {@link #sendDelayNanos()}, from now on. */
  synchronized void measureDelay(boolean measure) {
    measuringDelay = measure;
  }

  /** How late the writes were sent while nothing happened, 99th percentile. */
  synchronized long sendDelayNanos() {
    return sendDelays.getValueAtPercentile(99);
  }

  /** True if no write failed within this time, and one was acknowledged in half of it. */
  synchronized boolean isWell(long nanos) {
    long now = System.nanoTime();
    return now - lastFailureNanos > nanos && now - lastAcknowledgedNanos < nanos / 2;
  }

  /** True if a write failed since {@link #mark()}. */
  synchronized boolean hasFailures() {
    return notable.stream().anyMatch(Write::failed);
  }

  /** The member that acknowledged the latest write; null if there was none. */
  synchronized String servedBy() {
    return servedBy;
  }

  /** Times of the acknowledgements since {@link #mark()}, in order. */
  synchronized long[] acknowledgedNanos() {
    return Arrays.copyOf(acknowledgedNanos, acknowledgements);
  }

  /** Writes since {@link #mark()} that failed or were slow. */
  synchronized List<Write> notable() {
    return List.copyOf(notable);
  }

  /** Ids of all writes that were acknowledged. */
  synchronized BitSet acknowledged() {
    return (BitSet) acknowledged.clone();
  }

  /** Ids of all writes that failed: whether they were done is not known. */
  synchronized BitSet failed() {
    return (BitSet) failed.clone();
  }

  /** Ends the load; every write that was sent is known afterwards. */
  @Override
  public void close() {
    ended = true;
    threads.forEach(LockSupport::unpark);
    boolean interrupted = false;
    for (var thread : threads) {
      boolean over = false;
      while (!over) {
        try {
          thread.join();
          over = true;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
