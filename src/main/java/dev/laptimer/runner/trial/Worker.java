package dev.laptimer.runner.trial;

import dev.laptimer.api.ExpiryMethod;
import dev.laptimer.api.Operation;
import dev.laptimer.client.Batch;
import dev.laptimer.client.CacheClient.Key;
import dev.laptimer.client.CacheOperation;
import dev.laptimer.client.ClientErrors;
import dev.laptimer.client.Outcome;
import dev.laptimer.client.Pipe;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * A share of the keys and the connections over which they go: the timed loop. Each connection has
 * one batch of operations on its way, of one operation unless they are pipelined. The clock is read
 * once for each batch, whose end is the start of the next on its connection; that time is the
 * latency of each of its operations. The loop makes no object of its own.
 */
final class Worker implements TimedWorker {

  private final Pipe pipe;
  private final Batch[] batches;
  private final Failures failures;
  private final Key[] keys;
  private final CacheValues values;
  private final KeySequence share;
  private final Expiry expiry;
  private final ReadShare reads;

  /** What is done besides what is timed is counted here, and for nothing. */
  private final Tally untimed = new Tally(Operation.Set);

  /** When each operation of each batch was due, in an open loop. */
  private final long[][] dues;

  /** Batches that are not on their way, a ring. */
  private final Batch[] idleBatches;

  private int idleFrom;
  private int next;
  private boolean written;
  private long writtenNanos;
  private long mixed;

  /**
   * @param depth most operations of a batch
   * @param share of the keys, in the order of their use
   * @param reads what of a Mix is read
   */
  Worker(
      Pipe pipe,
      int depth,
      ClientErrors errors,
      Key[] keys,
      CacheValues values,
      KeySequence share,
      Expiry expiry,
      ReadShare reads) {
    this.pipe = pipe;
    this.batches =
        IntStream.range(0, pipe.connections())
            .mapToObj(
                connection ->
                    new Batch(connection, depth, expiry.seconds(), expiry.method(), values.check()))
            .toArray(Batch[]::new);
    this.dues = new long[batches.length][depth];
    this.idleBatches = new Batch[batches.length];
    this.failures = new Failures(errors);
    this.keys = keys;
    this.values = values;
    this.share = share;
    this.expiry = expiry;
    this.reads = reads;
    this.mixed = (long) share.first() << Integer.SIZE;
  }

  /**
   * How long keys live; the same for all workers.
   *
   * @param seconds that are asked for; 0 for ever
   * @param method how it is given
   * @param shortestLifeNanos after which the server may drop a key, by its clock's granularity
   * @param setNanos when each key was set, on the clock of {@code epoch}; 0 if it is not set; empty
   *     if keys live for ever
   * @param epoch a time of {@link System#nanoTime} before any key is set
   * @param othersSet whether other processes set keys too, of which only this is known
   */
  record Expiry(
      int seconds,
      ExpiryMethod method,
      long shortestLifeNanos,
      long[] setNanos,
      long epoch,
      boolean othersSet) {

    static Expiry of(
        int seconds,
        ExpiryMethod method,
        long clockGranularityNanos,
        int keyCount,
        boolean othersSet) {
      return new Expiry(
          seconds,
          method,
          TimeUnit.SECONDS.toNanos(seconds) - clockGranularityNanos,
          new long[seconds == 0 ? 0 : keyCount],
          System.nanoTime(),
          othersSet);
    }

    private void set(int key, long nanos) {
      if (setNanos.length > 0) {
        setNanos[key] = nanos - epoch;
      }
    }

    private void deleted(int key) {
      if (setNanos.length > 0) {
        setNanos[key] = 0;
      }
    }

    /** When a key was set, by {@link System#nanoTime}; empty if it is not set. */
    OptionalLong setTime(int key) {
      return setNanos.length == 0 || setNanos[key] == 0
          ? OptionalLong.empty()
          : OptionalLong.of(epoch + setNanos[key]);
    }

    private boolean isOver(int key) {
      return setNanos.length > 0
          && (setNanos[key] != 0 || othersSet)
          && System.nanoTime() - epoch - setNanos[key] >= shortestLifeNanos;
    }
  }

  /** Keys are written anew when half of their time is over. */
  @Override
  public void prepare(Operation operation, BooleanSupplier stopped) {
    if (operation == Operation.Set) {
      written = false;
    } else if (!written || operation == Operation.Delete || isHalfOver()) {
      pass(Operation.Set, untimed, false, 0, stopped);
      written = true;
      writtenNanos = System.nanoTime();
    }
  }

  private boolean isHalfOver() {
    return expiry.seconds() > 0
        && System.nanoTime() - writtenNanos > TimeUnit.SECONDS.toNanos(expiry.seconds()) / 2;
  }

  @Override
  public void clear() {
    pass(Operation.Delete, untimed, false, 0, () -> false);
    written = false;
  }

  @Override
  public boolean hasWork() {
    return share.size() > 0;
  }

  @Override
  public void pass(
      Operation operation, Tally tally, boolean limited, long endNanos, BooleanSupplier stopped) {
    next = 0;
    int onTheirWay = 0;
    for (var batch : batches) {
      if (next < share.size()) {
        send(batch, operation, System.nanoTime());
        onTheirWay++;
      }
    }
    while (onTheirWay > 0) {
      var batch = pipe.await();
      long end = System.nanoTime();
      count(batch, operation, end, tally);
      boolean over = limited && end - endNanos >= 0;
      if (next < share.size() && !over && !stopped.getAsBoolean()) {
        send(batch, operation, end);
      } else {
        onTheirWay--;
      }
    }
  }

  private void send(Batch batch, Operation operation, long start) {
    batch.begin(start);
    while (next < share.size() && !batch.isFull()) {
      add(batch, operation, next++);
    }
    pipe.send(batch);
  }

  private void add(Batch batch, Operation operation, int position) {
    CacheOperation kind;
    int key;
    if (operation == Operation.Mix) {
      kind = reads.isRead(mixed++) ? CacheOperation.Get : CacheOperation.Set;
      key = share.keyOfMix(kind, position);
    } else {
      kind = CacheOperation.of(operation);
      key = share.key(kind, position);
    }
    batch.add(
        kind,
        key,
        keys[key],
        kind == CacheOperation.Set ? values.written(key) : values.expected(key));
  }

  @Override
  public int connections() {
    return batches.length;
  }

  /** What is due together goes as one batch, each operation with a time of its own. */
  @Override
  public void pass(Operation operation, Pace pace, Tally tally, BooleanSupplier stopped) {
    next = 0;
    idleFrom = 0;
    int idle = batches.length;
    System.arraycopy(batches, 0, idleBatches, 0, idle);
    while (idle < batches.length || !pace.isOver()) {
      long now = System.nanoTime();
      if (idle > 0 && pace.isDue(now)) {
        send(idleBatches[idleFrom], operation, now, pace, tally);
        idleFrom = (idleFrom + 1) % batches.length;
        idle--;
      } else if (idle == batches.length) {
        pace.await();
      } else {
        var batch =
            idle == 0 || pace.isOver() ? pipe.await() : pipe.await(pace.dueNanos(), pace.spins());
        if (batch != null) {
          count(batch, operation, System.nanoTime(), tally);
          idleBatches[(idleFrom + idle) % batches.length] = batch;
          idle++;
        }
      }
    }
  }

  private void send(Batch batch, Operation operation, long now, Pace pace, Tally tally) {
    batch.begin(now);
    var batchDues = dues[batch.connection()];
    while (pace.isDue(now) && !batch.isFull()) {
      long due = pace.dueNanos();
      batchDues[batch.size()] = due;
      next = next == share.size() ? 0 : next;
      add(batch, operation, next++);
      pace.sent(now);
      tally.sent(due, now);
    }
    pipe.send(batch);
  }

  private void count(Batch batch, Operation operation, long end, Tally tally) {
    int answered = 0;
    int answeredReads = 0;
    boolean disconnected = false;
    for (int i = 0; i < batch.size(); i++) {
      int key = batch.number(i);
      switch (batch.outcome(i)) {
        case Done -> {
          answered++;
          done(batch.operation(i), key, batch.startNanos());
        }
        case Miss -> {
          answered++;
          tally.miss(expiry.isOver(key));
          done(batch.operation(i), key, batch.startNanos());
        }
        case WrongValue -> {
          answered++;
          tally.wrongValue();
        }
        case Failed -> {
          failures.count(batch.error(i), batch.startNanos(), tally);
          disconnected |= ClientErrors.isConnectionError(batch.error(i));
        }
      }
      if (batch.outcome(i) != Outcome.Failed) {
        boolean read = batch.operation(i) == CacheOperation.Get;
        answeredReads += read ? 1 : 0;
        if (tally.sending() != null) {
          long due = dues[batch.connection()][i];
          tally.answered(due, batch.startNanos(), end);
          if (operation == Operation.Mix) {
            tally.answeredPart(read, end - due, 1);
          }
        }
      }
    }
    if (answered > 0) {
      failures.over();
      if (tally.sending() == null) {
        tally.answered(end - batch.startNanos(), answered);
      }
      if (tally.sending() == null && operation == Operation.Mix) {
        tally.answeredPart(true, end - batch.startNanos(), answeredReads);
        tally.answeredPart(false, end - batch.startNanos(), answered - answeredReads);
      }
    }
    if (disconnected) {
      Failures.pause();
    }
  }

  private void done(CacheOperation operation, int key, long start) {
    switch (operation) {
      case Set -> expiry.set(key, start);
      case Delete -> expiry.deleted(key);
      case Get -> {}
    }
  }
}
