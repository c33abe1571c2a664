package dev.laptimer.client.lettuce;

import dev.laptimer.client.CacheClient;
import dev.laptimer.client.Clients;
import dev.laptimer.client.Credentials;
import dev.laptimer.client.Housekeeper;
import dev.laptimer.client.JarVersion;
import dev.laptimer.client.Pipe;
import dev.laptimer.client.RefusedException;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Feature;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SetArgs;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Lettuce, its API of bytes, one connection, RESP2, TCP_NODELAY, Java's own sockets. Network
 * threads are the library's and shared by all connections of the process. A depth of 1 uses the
 * synchronous API, a greater one the asynchronous with flushing by hand. The library connects anew
 * by itself; meanwhile operations fail at once.
 */
public final class LettuceClient implements CacheClient {

  /** Threads and timers; the library wants them to be shared. */
  private static final class Shared {
    private static final ClientResources RESOURCES = DefaultClientResources.create();
  }

  private final RedisClient client;
  private final StatefulRedisConnection<byte[], byte[]> connection;
  private final RedisCommands<byte[], byte[]> commands;
  private final Housekeeper housekeeper;
  private int expirySeconds;
  private SetArgs setArgs;

  private LettuceClient(
      RedisClient client, StatefulRedisConnection<byte[], byte[]> connection, Plan.Arm arm) {
    this.client = client;
    this.connection = connection;
    this.commands = connection.sync();
    this.housekeeper = new Housekeeper(arm);
  }

  /** Connects and, if the arm has credentials, logs in. */
  public static LettuceClient open(Plan.Arm arm) {
    var client = RedisClient.create(Shared.RESOURCES, uri(arm));
    try {
      client.setOptions(options(arm));
      return new LettuceClient(client, client.connect(ByteArrayCodec.INSTANCE), arm);
    } catch (RedisException e) {
      shutdown(client);
      throw LettuceErrors.named(e);
    }
  }

  private static RedisURI uri(Plan.Arm arm) {
    var uri =
        RedisURI.Builder.redis(arm.host(), arm.port())
            .withTimeout(Clients.TIMEOUT)
            .withSsl(arm.tls() != null);
    var credentials = Credentials.read(arm.credentialsDir());
    if (credentials != null) {
      var login =
          RedisCredentials.just(credentials.username(), credentials.password().toCharArray());
      uri.withAuthentication(RedisCredentialsProvider.from(() -> login));
    }
    return uri.build();
  }

  private static ClientOptions options(Plan.Arm arm) {
    var options =
        ClientOptions.builder()
            .protocolVersion(ProtocolVersion.RESP2)
            .maintNotificationsConfig(MaintNotificationsConfig.disabled())
            .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
            .socketOptions(
                SocketOptions.builder()
                    .connectTimeout(Clients.TIMEOUT)
                    .tcpNoDelay(true)
                    .keepAlive(true)
                    .build());
    if (arm.tls() != null) {
      options.sslOptions(sslOptions(arm.tls()));
    }
    return options.build();
  }

  private static SslOptions sslOptions(Plan.Tls tls) {
    var options = SslOptions.builder().jdkSslProvider();
    if (tls.caFile() != null) {
      options.trustManager(new File(tls.caFile()));
    }
    if (tls.certificateDir() != null) {
      options.keyManager(
          new File(tls.certificateDir(), "tls.crt"),
          new File(tls.certificateDir(), "tls.key"),
          new char[0]);
    }
    return options.build();
  }

  @Override
  public Pipe pipe(int depth) {
    return depth == 1 ? CacheClient.super.pipe(depth) : new LettucePipe(connection, depth);
  }

  @Override
  public void set(Key key, byte[] value, int expirySeconds) {
    try {
      var reply =
          expirySeconds == 0
              ? commands.set(key.bytes(), value)
              : commands.set(key.bytes(), value, args(expirySeconds));
      if (!"OK".equals(reply)) {
        throw new RefusedException("SET answered " + reply);
      }
    } catch (RedisException e) {
      throw LettuceErrors.named(e);
    }
  }

  /** Made once, as every Set of a run has the same. */
  private SetArgs args(int expirySeconds) {
    if (this.expirySeconds != expirySeconds) {
      this.expirySeconds = expirySeconds;
      setArgs = SetArgs.Builder.ex(expirySeconds);
    }
    return setArgs;
  }

  @Override
  public byte[] get(Key key) {
    try {
      return commands.get(key.bytes());
    } catch (RedisException e) {
      throw LettuceErrors.named(e);
    }
  }

  @Override
  public boolean delete(Key key) {
    try {
      return commands.del(key.bytes()) == 1;
    } catch (RedisException e) {
      throw LettuceErrors.named(e);
    }
  }

  @Override
  public void ping() {
    try {
      commands.ping();
    } catch (RedisException e) {
      throw LettuceErrors.named(e);
    }
  }

  @Override
  public void deleteAll(List<Key> keys) {
    housekeeper.client().deleteAll(keys);
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
    connection.close();
    shutdown(client);
    housekeeper.close();
  }

  private static void shutdown(RedisClient client) {
    client.shutdown(Duration.ZERO, Clients.TIMEOUT);
  }

  /** Version of Lettuce, from its jar; null if it does not say. */
  public static String libraryVersion() {
    var version = JarVersion.of(RedisClient.class, "io.lettuce/lettuce-core");
    return version == null ? null : version.replace(".RELEASE", "");
  }
}
