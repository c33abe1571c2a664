package dev.laptimer.client.raw;

import dev.laptimer.client.Batch;
import dev.laptimer.client.Clients;
import dev.laptimer.client.Pipe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Many connections in one thread: one system call tells which of them have an answer, one reads it,
 * one writes the next requests. A connection that broke is opened anew for its next batch.
 */
final class SelectorPipe implements Pipe {

  private static final int RECEIVED_BYTES = 64 << 10;

  /** How often it is looked for connections that wait too long: when idle for so long, ... */
  private static final long CHECK_MILLIS = 1_000;

  /** ... and when the selector was asked so often. */
  private static final int CHECK_SELECTS = 1 << 14;

  private final Connector connector;
  private final Selector selector;
  private final Lane[] lanes;

  /**
   * Lanes that can go on, a ring. A lane may be in it three times: told by the selector, by a
   * timeout and by a failure to send.
   */
  private final Lane[] ready;

  private int readyFrom;
  private int readyCount;
  private int selects;

  /** Made once, as each use of a lambda could make an object. */
  private final Consumer<SelectionKey> addReady = key -> addReady((Lane) key.attachment());

  SelectorPipe(Connector connector, Codec codec, int connections) throws IOException {
    this.connector = connector;
    this.selector = Selector.open();
    var received = ByteBuffer.allocateDirect(RECEIVED_BYTES);
    this.lanes =
        Stream.generate(() -> new Lane(codec, received)).limit(connections).toArray(Lane[]::new);
    this.ready = new Lane[3 * connections];
    try {
      for (var lane : lanes) {
        connect(lane);
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private void connect(Lane lane) throws IOException {
    var channel = connector.connect();
    channel.configureBlocking(false);
    lane.connected(channel, channel.register(selector, SelectionKey.OP_READ, lane));
  }

  @Override
  public int connections() {
    return lanes.length;
  }

  @Override
  public void send(Batch batch) {
    var lane = lanes[batch.connection()];
    lane.begin(batch);
    try {
      if (!lane.isConnected()) {
        connect(lane);
      }
      lane.write();
    } catch (IOException | RuntimeException e) {
      lane.failed(e);
      addReady(lane);
    }
  }

  @Override
  public Batch await() {
    Batch batch;
    do {
      while (readyCount == 0) {
        select(CHECK_MILLIS);
      }
      batch = nextAnswered();
    } while (batch == null);
    return batch;
  }

  /** A selector waits for whole milliseconds; what is left is waited awake, if that may be. */
  @Override
  public Batch await(long untilNanos, boolean spins) {
    while (true) {
      var batch = nextAnswered();
      if (batch != null) {
        return batch;
      }
      long rest = untilNanos - System.nanoTime();
      if (rest <= 0) {
        return null;
      }
      long millis = TimeUnit.NANOSECONDS.toMillis(rest);
      if (spins && millis <= 1) {
        Thread.onSpinWait();
        select(0);
      } else {
        select(Math.min(CHECK_MILLIS, Math.max(1, millis - 1)));
      }
    }
  }

  /** Null if no batch has all its answers yet. */
  private Batch nextAnswered() {
    while (readyCount > 0) {
      var lane = nextReady();
      if (lane.isIdle()) {
        // It was not asked anything, so that the server closed it, or is none
        lane.close();
        continue;
      }
      advance(lane);
      if (lane.isAnswered()) {
        return lane.take();
      }
    }
    return null;
  }

  private static void advance(Lane lane) {
    if (lane.isAnswered()) {
      return;
    }
    try {
      lane.write();
      lane.read();
    } catch (IOException | RuntimeException e) {
      lane.failed(e);
    }
  }

  /**
   * @param millis to wait for; 0 for not at all
   */
  private void select(long millis) {
    try {
      int count = millis == 0 ? selector.selectNow(addReady) : selector.select(addReady, millis);
      if (count == 0 && millis > 0 || ++selects == CHECK_SELECTS) {
        selects = 0;
        failOverdue();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void failOverdue() {
    long now = System.nanoTime();
    for (var lane : lanes) {
      if (!lane.isIdle() && now - lane.startNanos() > Clients.TIMEOUT.toNanos()) {
        lane.failed(noAnswer());
        addReady(lane);
      }
    }
  }

  static SocketTimeoutException noAnswer() {
    return new SocketTimeoutException(
        "no answer within %d s".formatted(Clients.TIMEOUT.toSeconds()));
  }

  private void addReady(Lane lane) {
    ready[(readyFrom + readyCount) % ready.length] = lane;
    readyCount++;
  }

  private Lane nextReady() {
    var lane = ready[readyFrom];
    readyFrom = (readyFrom + 1) % ready.length;
    readyCount--;
    return lane;
  }

  @Override
  public void close() {
    for (var lane : lanes) {
      lane.close();
    }
    try {
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
