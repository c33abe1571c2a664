package dev.laptimer.client.raw;

import dev.laptimer.client.Batch;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/**
 * One connection and the batch that is on its way over it. All requests of a batch are written at
 * once, as far as they fit a buffer; replies are compared where they were read into.
 */
final class Lane {

  private static final int OUT_BYTES = 16 << 10;
  private static final int IN_BYTES = 16 << 10;

  private final Codec codec;

  /** What was just read; shared by all lanes of a thread. */
  private final ByteBuffer received;

  private byte[] out = new byte[OUT_BYTES];
  private ByteBuffer toSend = ByteBuffer.allocateDirect(OUT_BYTES).limit(0);
  private byte[] in = new byte[IN_BYTES];
  private int inFrom;
  private int inTo;
  private SocketChannel channel;
  private SelectionKey key;
  private Batch batch;
  private int encoded;
  private boolean blocked;
  private int answered;

  Lane(Codec codec, ByteBuffer received) {
    this.codec = codec;
    this.received = received;
  }

  /**
   * Uses a new connection, after {@link #close} of the one before.
   *
   * @param key by which a selector watches for answers; null for a blocking channel
   */
  void connected(SocketChannel channel, SelectionKey key) {
    this.channel = channel;
    this.key = key;
    toSend.clear().limit(0);
    blocked = false;
    inFrom = 0;
    inTo = 0;
  }

  boolean isConnected() {
    return channel != null;
  }

  /** Whether no batch is on its way. */
  boolean isIdle() {
    return batch == null;
  }

  /** A batch to be sent by {@link #write}. */
  void begin(Batch batch) {
    this.batch = batch;
    encoded = 0;
    answered = 0;
  }

  boolean isAnswered() {
    return answered == batch.size();
  }

  /** When the batch on its way began, by {@link System#nanoTime}. */
  long startNanos() {
    return batch.startNanos();
  }

  /** Hands the answered batch back; the lane is idle then. */
  Batch take() {
    var taken = batch;
    batch = null;
    return taken;
  }

  /**
   * Writes what is left of the requests. If the connection takes no more for now, the selector
   * tells when it does.
   */
  void write() throws IOException {
    while (encoded < batch.size() || toSend.hasRemaining()) {
      if (!toSend.hasRemaining()) {
        encode();
      }
      channel.write(toSend);
      if (toSend.hasRemaining() && key != null) {
        key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        blocked = true;
        return;
      }
    }
    if (blocked) {
      key.interestOps(SelectionKey.OP_READ);
      blocked = false;
    }
  }

  private void encode() {
    int end = 0;
    while (encoded < batch.size() && (end == 0 || end + mostBytes(encoded) <= out.length)) {
      if (mostBytes(encoded) > out.length) {
        out = new byte[mostBytes(encoded)];
        toSend = ByteBuffer.allocateDirect(out.length);
      }
      end = codec.write(batch, encoded, out, end);
      encoded++;
    }
    toSend.clear().put(out, 0, end).flip();
  }

  private int mostBytes(int i) {
    return batch.key(i).bytes().length + batch.value(i).length + Codec.REQUEST_OVERHEAD_BYTES;
  }

  /**
   * Reads what is there and gives outcomes; on a blocking channel waits for it.
   *
   * @throws Codec.NotTheProtocolException if it cannot be understood
   */
  void read() throws IOException {
    received.clear();
    int count = channel.read(received);
    if (count < 0) {
      throw new EOFException("the server closed the connection");
    }
    makeRoom(count);
    received.flip().get(in, inTo, count);
    inTo += count;
    while (answered < batch.size()) {
      int end = codec.read(batch, answered, in, inFrom, inTo);
      if (end == Codec.INCOMPLETE) {
        return;
      }
      inFrom = end;
      answered++;
    }
    if (inFrom < inTo) {
      throw new Codec.NotTheProtocolException("the server answered more than it was asked");
    }
    inFrom = 0;
    inTo = 0;
  }

  private void makeRoom(int count) {
    if (inTo + count <= in.length) {
      return;
    }
    int length = inTo - inFrom;
    var roomy = length + count <= in.length ? in : Arrays.copyOf(in, 2 * (length + count));
    System.arraycopy(in, inFrom, roomy, 0, length);
    in = roomy;
    inFrom = 0;
    inTo = length;
  }

  /** Gives up the connection; the operations without an answer have failed. */
  void failed(Exception error) {
    batch.failedFrom(
        answered,
        error instanceof IOException io ? new UncheckedIOException(io) : (RuntimeException) error);
    answered = batch.size();
    close();
  }

  void close() {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // It is given up
      }
      channel = null;
    }
  }
}
