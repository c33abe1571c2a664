package dev.laptimer.runner.trial;

import dev.laptimer.api.ClientName;
import dev.laptimer.api.ExpiryMethod;
import dev.laptimer.api.KeyOrder;
import dev.laptimer.api.Operation;
import dev.laptimer.client.CacheClient.Key;
import dev.laptimer.client.CacheOperation;
import dev.laptimer.client.ClientErrors;
import dev.laptimer.client.Clients;
import dev.laptimer.runner.Plans;
import dev.laptimer.runner.trial.Worker.Expiry;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import redis.clients.jedis.Jedis;

/**
 * The timed loop beside one that records and checks nothing, lap by lap in turn, on a Redis; one
 * connection. Prints for each operation its name, both rates, ours first, and the median of the
 * ratios of the rates of each turn.
 */
public final class Loops {

  /** Laps of some 10 ms, so that what else the machine does meets both sides of a turn alike. */
  private static final int KEYS = 500;

  private static final int VALUE_BYTES = 128;
  private static final int WARM_UP_LAPS = 100;
  private static final int LAPS = 200;

  private Loops() {}

  /** One lap of something. */
  private interface Lap {
    void run() throws IOException;
  }

  /** What records nothing. */
  private interface Bare extends AutoCloseable {
    void lap(CacheOperation operation) throws IOException;

    @Override
    void close() throws IOException;
  }

  /**
   * @param arguments client, port, and whether ours is the first in each turn
   */
  public static void main(String[] arguments) throws IOException {
    var client = ClientName.valueOf(arguments[0]);
    int port = Integer.parseInt(arguments[1]);
    boolean oursFirst = Boolean.parseBoolean(arguments[2]);
    var arm = Plans.withClient(Plans.redis(port), client, null);
    var plan = Plans.of(arm).keys(KEYS).valueSizeBytes(VALUE_BYTES).plan();
    var keys = new KeySpace(plan, plan.workload()).keys(client);
    var values = new Values(plan.seed(), plan.workload());
    try (var ours = Clients.open(arm);
        var bare =
            client == ClientName.Jedis
                ? new BareJedis(port, keys, values)
                : new BareSocket(port, keys, values)) {
      var share =
          KeySequence.split(KeyOrder.Sequential, KEYS, new Share.Range(0, KEYS), 1, plan.seed())
              .get(0);
      var errors = new ClientErrors(null);
      var expiry = Expiry.of(0, ExpiryMethod.WithSet, 0, KEYS, false);
      var worker =
          new Worker(
              ours.pipe(1), 1, errors, keys, values, share, expiry, new ReadShare(plan.seed(), 50));
      var tally = new Tally(Operation.Get);
      for (var operation : new CacheOperation[] {CacheOperation.Set, CacheOperation.Get}) {
        Lap recorded =
            () -> worker.pass(Operation.valueOf(operation.name()), tally, false, 0, () -> false);
        Lap unrecorded = () -> bare.lap(operation);
        compare(operation, recorded, unrecorded, oursFirst);
      }
      if (tally.errors() + tally.misses() + tally.wrongValues() > 0) {
        throw new IllegalStateException("errors, misses or wrong values");
      }
    }
  }

  private static void compare(CacheOperation operation, Lap ours, Lap theirs, boolean oursFirst)
      throws IOException {
    var oursNanos = new long[LAPS];
    var theirsNanos = new long[LAPS];
    for (int lap = -WARM_UP_LAPS; lap < LAPS; lap++) {
      boolean first = oursFirst == (lap % 2 == 0);
      long one = nanos(first ? ours : theirs);
      long other = nanos(first ? theirs : ours);
      if (lap >= 0) {
        oursNanos[lap] = first ? one : other;
        theirsNanos[lap] = first ? other : one;
      }
    }
    var ratios = new double[LAPS];
    Arrays.setAll(ratios, lap -> (double) theirsNanos[lap] / oursNanos[lap]);
    Arrays.sort(ratios);
    System.out.printf(
        "%s %.0f %.0f %.5f%n",
        operation, rate(oursNanos), rate(theirsNanos), ratios[ratios.length / 2]);
  }

  private static long nanos(Lap lap) throws IOException {
    long start = System.nanoTime();
    lap.run();
    return System.nanoTime() - start;
  }

  /** By the median lap. */
  private static double rate(long[] nanos) {
    Arrays.sort(nanos);
    return KEYS * 1e9 / nanos[nanos.length / 2];
  }

  private static final class BareJedis implements Bare {

    private final Jedis jedis;
    private final Key[] keys;
    private final Values values;

    private BareJedis(int port, Key[] keys, Values values) {
      this.jedis = new Jedis("127.0.0.1", port);
      this.keys = keys;
      this.values = values;
    }

    @Override
    public void lap(CacheOperation operation) {
      for (int i = 0; i < KEYS; i++) {
        if (operation == CacheOperation.Set) {
          jedis.set(keys[i].bytes(), values.written(i));
        } else {
          jedis.get(keys[i].bytes());
        }
      }
    }

    @Override
    public void close() {
      jedis.close();
    }
  }

  /** Requests made beforehand; a reply is so and so many bytes. */
  private static final class BareSocket implements Bare {

    private static final int SET_REPLY_BYTES = "+OK\r\n".length();
    private static final int GET_REPLY_BYTES = ("$128\r\n\r\n").length() + VALUE_BYTES;

    private final SocketChannel channel;
    private final ByteBuffer[] sets = new ByteBuffer[KEYS];
    private final ByteBuffer[] gets = new ByteBuffer[KEYS];
    private final ByteBuffer reply = ByteBuffer.allocateDirect(4096);

    private BareSocket(int port, Key[] keys, Values values) throws IOException {
      this.channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      for (int i = 0; i < KEYS; i++) {
        var key = keys[i].text();
        var value = new String(values.written(i), StandardCharsets.US_ASCII);
        sets[i] =
            request(
                "*3\r\n$3\r\nSET\r\n$%d\r\n%s\r\n$%d\r\n%s\r\n"
                    .formatted(key.length(), key, value.length(), value));
        gets[i] = request("*2\r\n$3\r\nGET\r\n$%d\r\n%s\r\n".formatted(key.length(), key));
      }
    }

    private static ByteBuffer request(String text) {
      var bytes = text.getBytes(StandardCharsets.US_ASCII);
      return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    @Override
    public void lap(CacheOperation operation) throws IOException {
      var requests = operation == CacheOperation.Set ? sets : gets;
      int replyBytes = operation == CacheOperation.Set ? SET_REPLY_BYTES : GET_REPLY_BYTES;
      for (var request : requests) {
        channel.write(request.rewind());
        reply.clear();
        while (reply.position() < replyBytes) {
          if (channel.read(reply) < 0) {
            throw new EOFException();
          }
        }
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
