package dev.laptimer.client.raw;

import dev.laptimer.client.Batch;
import dev.laptimer.client.Clients;
import dev.laptimer.client.Pipe;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * One connection, blocking: one system call writes, one waits and reads. A third for a timeout
 * would cost a tenth of the round trip; another thread closes a connection that waits too long
 * instead. A connection that broke is opened anew for the next batch.
 */
final class SinglePipe implements Pipe {

  private static final int RECEIVED_BYTES = 64 << 10;
  private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long NOT_WAITING = Long.MIN_VALUE;

  private final Connector connector;
  private final Lane lane;

  /** Since when, for {@link #watch}; written without a barrier, as it need not know at once. */
  private final AtomicLong waitingSince = new AtomicLong(NOT_WAITING);

  private volatile SocketChannel channel;
  private volatile boolean timedOut;
  private volatile boolean closed;

  SinglePipe(Connector connector, Codec codec) throws IOException {
    this.connector = connector;
    this.lane = new Lane(codec, ByteBuffer.allocateDirect(RECEIVED_BYTES));
    connect();
    var watch = new Thread(this::watch, "raw-timeout");
    watch.setDaemon(true);
    watch.start();
  }

  private void connect() throws IOException {
    timedOut = false;
    channel = connector.connect();
    lane.connected(channel, null);
  }

  @Override
  public int connections() {
    return 1;
  }

  @Override
  public void send(Batch batch) {
    lane.begin(batch);
    waitingSince.lazySet(batch.startNanos());
    try {
      if (!lane.isConnected()) {
        connect();
      }
      lane.write();
    } catch (IOException | RuntimeException e) {
      failed(e);
    }
  }

  @Override
  public Batch await() {
    while (!lane.isAnswered()) {
      try {
        lane.read();
      } catch (IOException | RuntimeException e) {
        failed(e);
      }
    }
    waitingSince.lazySet(NOT_WAITING);
    return lane.take();
  }

  private void failed(Exception error) {
    lane.failed(timedOut ? SelectorPipe.noAnswer() : error);
  }

  private void watch() {
    while (!closed) {
      LockSupport.parkNanos(CHECK_NANOS);
      long since = waitingSince.get();
      if (since != NOT_WAITING && System.nanoTime() - since > Clients.TIMEOUT.toNanos()) {
        timedOut = true;
        try {
          channel.close();
        } catch (IOException e) {
          // It is given up
        }
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    lane.close();
  }
}
