package dev.laptimer.client.xmemcached;

import dev.laptimer.api.WireProtocol;
import dev.laptimer.client.CacheClient;
import dev.laptimer.client.Clients;
import dev.laptimer.client.Housekeeper;
import dev.laptimer.client.JarVersion;
import dev.laptimer.client.RefusedException;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Feature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import net.rubyeye.xmemcached.MemcachedClient;
import net.rubyeye.xmemcached.XMemcachedClientBuilder;
import net.rubyeye.xmemcached.command.BinaryCommandFactory;
import net.rubyeye.xmemcached.command.TextCommandFactory;
import net.rubyeye.xmemcached.exception.MemcachedException;

/**
 * Xmemcached, one connection with the library's own threads for the network; the caller waits for
 * each answer. Text or binary protocol, no login. It does not merge several gets into one, as it
 * would by default: that would change what is counted. The library connects anew by itself.
 */
public final class XmemcachedClient implements CacheClient {

  private static final long TIMEOUT_MILLIS = Clients.TIMEOUT.toMillis();

  /** A server's absence is noticed for this long at most after it is back. */
  private static final long RECONNECT_MILLIS = 1_000;

  private static final BytesTranscoder BYTES = new BytesTranscoder();

  private final MemcachedClient client;
  private final Housekeeper housekeeper;

  private XmemcachedClient(MemcachedClient client, Plan.Arm arm) {
    this.client = client;
    this.housekeeper = new Housekeeper(arm);
  }

  /** Connects. */
  public static XmemcachedClient open(Plan.Arm arm) {
    var address = new InetSocketAddress(arm.host(), arm.port());
    if (arm.credentialsDir() != null) {
      throw new IllegalArgumentException("Xmemcached cannot log in");
    }
    try {
      if (address.isUnresolved()) {
        throw new UnknownHostException(arm.host());
      }
      var client = builder(arm, address).build();
      client.setOptimizeGet(false);
      client.setEnableHeartBeat(false);
      if (client.getAvailableServers().isEmpty()) {
        client.shutdown();
        throw new ConnectException("no connection");
      }
      return new XmemcachedClient(client, arm);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static XMemcachedClientBuilder builder(Plan.Arm arm, InetSocketAddress address) {
    var builder = new XMemcachedClientBuilder(List.of(address));
    builder.setConnectionPoolSize(1);
    builder.setConnectTimeout(TIMEOUT_MILLIS);
    builder.setOpTimeout(TIMEOUT_MILLIS);
    builder.setHealSessionInterval(RECONNECT_MILLIS);
    builder.setCommandFactory(
        arm.protocol() == WireProtocol.Binary
            ? new BinaryCommandFactory()
            : new TextCommandFactory());
    return builder;
  }

  /** A call of the library. */
  private interface Call<T> {
    T answer() throws TimeoutException, InterruptedException, MemcachedException;
  }

  private static <T> T named(Call<T> call) {
    try {
      return call.answer();
    } catch (TimeoutException e) {
      throw new UncheckedIOException(new SocketTimeoutException(e.getMessage()));
    } catch (MemcachedException e) {
      throw named(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    }
  }

  /** The library says the one by the same exception as the other. */
  private static RuntimeException named(MemcachedException error) {
    var words = String.valueOf(error.getMessage());
    return words.contains("no available") || words.contains("has been closed")
        ? new UncheckedIOException(new IOException(words))
        : new RefusedException(words);
  }

  @Override
  public void set(Key key, byte[] value, int expirySeconds) {
    if (!named(() -> client.set(key.text(), expirySeconds, value, BYTES))) {
      throw new RefusedException("the set was refused");
    }
  }

  @Override
  public byte[] get(Key key) {
    return named(() -> client.get(key.text(), BYTES));
  }

  @Override
  public boolean delete(Key key) {
    return named(() -> client.delete(key.text()));
  }

  @Override
  public void ping() {
    named(client::getVersions);
  }

  @Override
  public void deleteAll(List<Key> keys) {
    housekeeper.client().deleteAll(keys);
  }

  @Override
  public String serverVersion() {
    return housekeeper.client().serverVersion();
  }

  @Override
  public Map<String, String> serverSettings() {
    return housekeeper.client().serverSettings();
  }

  @Override
  public Map<String, Long> serverCounters() {
    return housekeeper.client().serverCounters();
  }

  @Override
  public List<Feature> features(Key key) {
    return housekeeper.client().features(key);
  }

  @Override
  public void flush() {
    housekeeper.client().flush();
  }

  @Override
  public void close() {
    try {
      client.shutdown();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    housekeeper.close();
  }

  /** Version of Xmemcached, from its jar; null if it does not say. */
  public static String libraryVersion() {
    return JarVersion.of(MemcachedClient.class, "com.googlecode.xmemcached/xmemcached");
  }
}
