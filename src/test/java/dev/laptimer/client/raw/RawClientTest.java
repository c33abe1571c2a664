package dev.laptimer.client.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.laptimer.api.ClientName;
import dev.laptimer.api.ExpiryMethod;
import dev.laptimer.api.WireProtocol;
import dev.laptimer.client.Batch;
import dev.laptimer.client.CacheClient.Key;
import dev.laptimer.client.CacheOperation;
import dev.laptimer.client.ClientErrors;
import dev.laptimer.client.Outcome;
import dev.laptimer.client.Pipe;
import dev.laptimer.plan.Plan;
import dev.laptimer.runner.Plans;
import dev.laptimer.runner.ServerProcess;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Our own codec, with real servers. */
class RawClientTest {

  @ParameterizedTest
  @CsvSource({
    "redis, 1, 1",
    "redis, 1, 16",
    "redis, 50, 1",
    "redis, 50, 16",
    "memcached, 1, 1",
    "memcached, 50, 16"
  })
  void anOperationMakesNoObjectInSteadyState(String engine, int connections, int depth) {
    try (var server = engine.equals("redis") ? ServerProcess.redis() : ServerProcess.memcached();
        var client = new RawClient(arm(engine, server), connections)) {
      var pipe = client.pipe(depth);
      var load = Load.of(connections, depth, 128);
      load.roundTrips(pipe, 4_000 / connections);

      var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      long before = threads.getCurrentThreadAllocatedBytes();
      load.roundTrips(pipe, 2_000 / connections);
      long bytes = threads.getCurrentThreadAllocatedBytes() - before;

      // Of 4,000 batches. What asking costs is let through; and, with many sockets, an Integer that
      // the JDK's selector makes of a number above 127 each time that such a socket is ready
      int selector = connections == 1 ? 0 : 4 * 16;
      assertThat(bytes / 4_000.0).as("bytes for each batch").isLessThan(1 + selector);
    }
  }

  @ParameterizedTest
  @CsvSource({"redis, 1, 20", "redis, 5, 20", "memcached, 1, 20", "memcached, 5, 20"})
  void largeValuesGoInPieces(String engine, int connections, int depth) {
    try (var server = engine.equals("redis") ? ServerProcess.redis() : ServerProcess.memcached();
        var client = new RawClient(arm(engine, server), connections)) {
      Load.of(connections, depth, 500_000).roundTrips(client.pipe(depth), 2);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5})
  void oneOfManyIsRefusedAndTheOthersAreNot(int connections) {
    try (var server = ServerProcess.memcached();
        var client = new RawClient(arm("memcached", server), connections)) {
      var pipe = client.pipe(3);
      var batch = new Batch(0, 3, 0, ExpiryMethod.WithSet, null);
      batch.begin(System.nanoTime());
      batch.add(CacheOperation.Set, 0, Key.of("small"), new byte[10]);
      batch.add(CacheOperation.Set, 1, Key.of("large"), new byte[2_000_000]);
      batch.add(CacheOperation.Set, 2, Key.of("after"), new byte[10]);
      pipe.send(batch);

      assertThat(pipe.await()).isSameAs(batch);
      assertThat(IntStream.range(0, 3).mapToObj(batch::outcome))
          .containsExactly(Outcome.Done, Outcome.Failed, Outcome.Done);
      assertThat(batch.error(1)).hasMessage("SERVER_ERROR object too large for cache");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5})
  void aServerThatNeverAnswersIsAnErrorAfterTheTimeout(int connections) throws Exception {
    try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var client = new RawClient(Plans.redis(silent.getLocalPort()), connections)) {
      var pipe = client.pipe(2);
      var load = Load.of(1, 2, 10);
      var batch = load.batches()[0];
      load.send(pipe, batch, CacheOperation.Get);

      assertThat(pipe.await()).isSameAs(batch);
      assertThat(new ClientErrors(null).text(batch.error(1)))
          .isEqualTo("SocketTimeoutException: no answer within 5 s");
      assertThat(ClientErrors.isConnectionError(batch.error(0))).isTrue();
    }
  }

  @Test
  void whatItCannotDoIsSaidBeforeItConnects() {
    var arm = Plans.withTls(Plans.redis(1), new Plan.Tls(null, null));
    assertThatThrownBy(() -> new RawClient(arm, 1)).hasMessage("Raw has no TLS");
  }

  private static Plan.Arm arm(String engine, ServerProcess server) {
    return engine.equals("redis")
        ? Plans.withClient(Plans.redis(server.port()), ClientName.Raw, null)
        : Plans.withClient(Plans.memcached(server.port()), ClientName.Raw, WireProtocol.Text);
  }

  /** A batch for each connection, all with the same keys and the same value. */
  private record Load(Batch[] batches, Key[] keys, byte[] value) {

    static Load of(int connections, int depth, int valueBytes) {
      var value = new byte[valueBytes];
      Arrays.fill(value, (byte) 'v');
      return new Load(
          IntStream.range(0, connections)
              .mapToObj(connection -> new Batch(connection, depth, 100, ExpiryMethod.WithSet, null))
              .toArray(Batch[]::new),
          IntStream.range(0, depth)
              .mapToObj(i -> Key.of("key%04d".formatted(i)))
              .toArray(Key[]::new),
          value);
    }

    void send(Pipe pipe, Batch batch, CacheOperation operation) {
      batch.begin(System.nanoTime());
      for (int i = 0; i < keys.length; i++) {
        batch.add(operation, i, keys[i], value);
      }
      pipe.send(batch);
    }

    /** So many times a Set and then a Get of every key by every connection, all at once. */
    void roundTrips(Pipe pipe, int times) {
      for (int time = 0; time < times; time++) {
        roundTrip(pipe, CacheOperation.Set);
        roundTrip(pipe, CacheOperation.Get);
      }
    }

    private void roundTrip(Pipe pipe, CacheOperation operation) {
      for (var batch : batches) {
        send(pipe, batch, operation);
      }
      for (int answered = 0; answered < batches.length; answered++) {
        var batch = pipe.await();
        for (int i = 0; i < batch.size(); i++) {
          if (batch.outcome(i) != Outcome.Done) {
            throw new AssertionError(operation + " ended as " + batch.outcome(i), batch.error(i));
          }
        }
      }
    }
  }
}
