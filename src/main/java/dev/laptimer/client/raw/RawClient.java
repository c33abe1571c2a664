package dev.laptimer.client.raw;

import dev.laptimer.api.EngineName;
import dev.laptimer.api.ExpiryMethod;
import dev.laptimer.client.Batch;
import dev.laptimer.client.CacheClient;
import dev.laptimer.client.CacheOperation;
import dev.laptimer.client.Housekeeper;
import dev.laptimer.client.Outcome;
import dev.laptimer.client.Pipe;
import dev.laptimer.client.RefusedException;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Feature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Laptimer's own client: the least that can be done between a key and a checked answer. Plain TCP;
 * RESP2 for Redis and Valkey, with a login where asked for; the text protocol for Memcached,
 * without. All of its connections are driven by one thread. In steady state an operation makes no
 * object.
 */
public final class RawClient implements CacheClient {

  private static final byte[] NOTHING = {};

  private final Pipe pipe;
  private final Housekeeper housekeeper;

  /**
   * Connects.
   *
   * @param connections number of them, all driven by one thread
   * @throws UncheckedIOException if it cannot connect
   * @throws RefusedException if it cannot log in
   */
  public RawClient(Plan.Arm arm, int connections) {
    var connector = new Connector(arm);
    var codec = arm.engine() == EngineName.Memcached ? new MemcachedCodec() : new RedisCodec();
    try {
      this.pipe =
          connections == 1
              ? new SinglePipe(connector, codec)
              : new SelectorPipe(connector, codec, connections);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.housekeeper = new Housekeeper(arm);
  }

  @Override
  public Pipe pipe(int depth) {
    return pipe;
  }

  @Override
  public void set(Key key, byte[] value, int expirySeconds) {
    answer(CacheOperation.Set, key, value, expirySeconds);
  }

  @Override
  public byte[] get(Key key) {
    // Values are only compared, not kept, unless they are not the expected one
    var answer = answer(CacheOperation.Get, key, NOTHING, 0);
    return switch (answer.outcome(0)) {
      case Miss -> null;
      case WrongValue -> answer.wrongValue(0);
      case Done, Failed -> NOTHING;
    };
  }

  @Override
  public boolean delete(Key key) {
    return answer(CacheOperation.Delete, key, NOTHING, 0).outcome(0) == Outcome.Done;
  }

  /** One operation outside of the timed loop. */
  private Batch answer(CacheOperation operation, Key key, byte[] value, int expirySeconds) {
    var batch = new Batch(0, 1, expirySeconds, ExpiryMethod.WithSet, null);
    batch.begin(System.nanoTime());
    batch.add(operation, 0, key, value);
    pipe.send(batch);
    pipe.await();
    if (batch.outcome(0) == Outcome.Failed) {
      throw batch.error(0);
    }
    return batch;
  }

  @Override
  public void deleteAll(List<Key> keys) {
    housekeeper.client().deleteAll(keys);
  }

  @Override
  public void ping() {
    housekeeper.client().ping();
  }

  @Override
  public OptionalLong timeToLiveSeconds(Key key) {
    return housekeeper.client().timeToLiveSeconds(key);
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
    pipe.close();
    housekeeper.close();
  }

  /** Version of Laptimer; null where it does not run from its jar. */
  public static String libraryVersion() {
    return RawClient.class.getPackage().getImplementationVersion();
  }
}
