package dev.laptimer.client.spymemcached;

import dev.laptimer.api.WireProtocol;
import dev.laptimer.client.CacheClient;
import dev.laptimer.client.Clients;
import dev.laptimer.client.Credentials;
import dev.laptimer.client.RefusedException;
import dev.laptimer.client.Sockets;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Feature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.spy.memcached.ConnectionFactory;
import net.spy.memcached.ConnectionFactoryBuilder;
import net.spy.memcached.ConnectionFactoryBuilder.Protocol;
import net.spy.memcached.ConnectionObserver;
import net.spy.memcached.FailureMode;
import net.spy.memcached.MemcachedClient;
import net.spy.memcached.OperationTimeoutException;
import net.spy.memcached.auth.AuthDescriptor;
import net.spy.memcached.auth.PlainCallbackHandler;
import net.spy.memcached.internal.OperationFuture;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;

/**
 * Spymemcached, one connection with its own thread for the network; the caller waits for each
 * answer. Text or binary protocol; a login is SASL PLAIN. The library connects anew by itself;
 * meanwhile operations are cancelled at once.
 */
public final class SpymemcachedClient implements CacheClient {

  static {
    // Its own logger writes to stderr
    System.setProperty("net.spy.log.LoggerImpl", "net.spy.memcached.compat.log.SLF4JLogger");
  }

  private static final long TIMEOUT_MILLIS = Clients.TIMEOUT.toMillis();

  /** A server's absence is noticed for this long at most after it is back. */
  private static final int MAX_RECONNECT_DELAY_SECONDS = 1;

  private static final RawTranscoder RAW = new RawTranscoder();

  private static final Set<String> SETTINGS =
      Set.of(
          "evictions",
          "hash_algorithm",
          "item_size_max",
          "lru_maintainer_thread",
          "maxbytes",
          "maxconns",
          "num_threads",
          "tcp_backlog");

  private static final Set<String> COUNTERS =
      Set.of(
          "bytes",
          "bytes_read",
          "bytes_written",
          "cmd_flush",
          "cmd_get",
          "cmd_set",
          "curr_connections",
          "curr_items",
          "delete_hits",
          "delete_misses",
          "evictions",
          "expired_unfetched",
          "get_expired",
          "get_hits",
          "get_misses",
          "rejected_connections",
          "total_connections",
          "total_items",
          "uptime");

  private final Plan.Arm arm;
  private final MemcachedClient client;

  private SpymemcachedClient(Plan.Arm arm, MemcachedClient client) {
    this.arm = arm;
    this.client = client;
  }

  /** Connects and, if the arm has credentials, logs in. */
  public static SpymemcachedClient open(Plan.Arm arm) {
    var credentials = Credentials.read(arm.credentialsDir());
    var connected = new CountDownLatch(1);
    try {
      // The library tells neither why it cannot connect nor why a login is refused
      try (var socket = Sockets.connect(arm)) {
        if (credentials != null) {
          SaslLogin.verify(socket, credentials);
        }
      }
      // Resolved here, as the library resolves names with other words
      var address = new InetSocketAddress(arm.host(), arm.port());
      var client =
          new MemcachedClient(factory(arm.protocol(), credentials, connected), List.of(address));
      if (!connected.await(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)) {
        client.shutdown();
        throw new OperationTimeoutException("no connection after " + TIMEOUT_MILLIS + " ms");
      }
      return new SpymemcachedClient(arm, client);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static ConnectionFactory factory(
      WireProtocol protocol, Credentials credentials, CountDownLatch connected) {
    var builder =
        new ConnectionFactoryBuilder()
            .setDaemon(true)
            .setProtocol(protocol == WireProtocol.Binary ? Protocol.BINARY : Protocol.TEXT)
            .setFailureMode(FailureMode.Cancel)
            .setMaxReconnectDelay(MAX_RECONNECT_DELAY_SECONDS)
            .setOpTimeout(TIMEOUT_MILLIS)
            .setUseNagleAlgorithm(false)
            .setInitialObservers(List.of(new FirstConnection(connected)));
    if (credentials != null) {
      var username = credentials.username() == null ? "" : credentials.username();
      builder.setAuthDescriptor(
          new AuthDescriptor(
              new String[] {"PLAIN"}, new PlainCallbackHandler(username, credentials.password())));
    }
    return builder.build();
  }

  private record FirstConnection(CountDownLatch connected) implements ConnectionObserver {
    @Override
    public void connectionEstablished(SocketAddress address, int reconnects) {
      connected.countDown();
    }

    @Override
    public void connectionLost(SocketAddress address) {}
  }

  @Override
  public void set(Key key, byte[] value, int expirySeconds) {
    var future = client.set(key.text(), expirySeconds, value, RAW);
    if (!await(future)) {
      throw refused(future.getStatus());
    }
  }

  @Override
  public byte[] get(Key key) {
    var future = client.asyncGet(key.text(), RAW);
    var value = await(future);
    if (value == null && !isMiss(future.getStatus())) {
      throw refused(future.getStatus());
    }
    return value;
  }

  /** The text protocol answers a miss by success without a value. */
  private static boolean isMiss(OperationStatus status) {
    return status.isSuccess() || status.getStatusCode() == StatusCode.ERR_NOT_FOUND;
  }

  @Override
  public boolean delete(Key key) {
    return deleted(client.delete(key.text()));
  }

  private static boolean deleted(OperationFuture<Boolean> future) {
    boolean deleted = await(future);
    if (!deleted && future.getStatus().getStatusCode() != StatusCode.ERR_NOT_FOUND) {
      throw refused(future.getStatus());
    }
    return deleted;
  }

  @Override
  public void deleteAll(List<Key> keys) {
    keys.stream()
        .map(key -> client.delete(key.text()))
        .toList()
        .forEach(SpymemcachedClient::deleted);
  }

  @Override
  public void ping() {
    serverVersion();
  }

  @Override
  public String serverVersion() {
    return client.getVersions().values().stream()
        .findFirst()
        .orElseThrow(() -> new OperationTimeoutException("no answer to 'version'"));
  }

  @Override
  public Map<String, String> serverSettings() {
    var settings = new TreeMap<>(stats("settings"));
    settings.keySet().retainAll(SETTINGS);
    return settings;
  }

  @Override
  public Map<String, Long> serverCounters() {
    return MemcachedStats.counters(stats(null), COUNTERS);
  }

  private Map<String, String> stats(String kind) {
    var all = kind == null ? client.getStats() : client.getStats(kind);
    return all.values().stream().findFirst().orElse(Map.of());
  }

  @Override
  public List<Feature> features(Key key) {
    return MemcachedFeatures.ask(arm, stats("settings"), key.text()).list();
  }

  @Override
  public void flush() {
    var future = client.flush();
    if (!await(future)) {
      throw refused(future.getStatus());
    }
  }

  @Override
  public void close() {
    client.shutdown();
  }

  private static <T> T await(Future<T> future) {
    try {
      return future.get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new OperationTimeoutException("no answer after " + TIMEOUT_MILLIS + " ms");
    } catch (ExecutionException e) {
      throw unwrapped(e);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static RuntimeException unwrapped(ExecutionException e) {
    var cause = e.getCause();
    return cause instanceof CancellationException
        ? new OperationTimeoutException("not connected")
        : new RefusedException(cause.getMessage());
  }

  private static RefusedException refused(OperationStatus status) {
    return new RefusedException(status.getMessage());
  }

  private static CancellationException interrupted() {
    Thread.currentThread().interrupt();
    return new CancellationException("interrupted");
  }

  /** Version of Spymemcached, from its jar; null if it does not say. */
  public static String libraryVersion() {
    return MemcachedClient.class.getPackage().getImplementationVersion();
  }
}
