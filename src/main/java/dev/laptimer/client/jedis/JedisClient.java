package dev.laptimer.client.jedis;

import dev.laptimer.api.ExpiryMethod;
import dev.laptimer.client.CacheClient;
import dev.laptimer.client.Clients;
import dev.laptimer.client.Credentials;
import dev.laptimer.client.JarVersion;
import dev.laptimer.client.Pipe;
import dev.laptimer.client.RefusedException;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Feature;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.SetParams;

/**
 * Jedis, its API of bytes, one connection, RESP2 (what servers begin with), TCP_NODELAY. A
 * connection that broke is opened anew by the next operation.
 */
public final class JedisClient implements CacheClient {

  private static final String[] NONE = {};

  private final JedisSockets sockets;
  private final JedisClientConfig config;
  private Jedis jedis;
  private int expirySeconds;
  private SetParams setParams;

  public JedisClient(Plan.Arm arm) {
    this.sockets = new JedisSockets(arm);
    this.config = config(arm);
    this.jedis = new Jedis(sockets, config);
  }

  private static JedisClientConfig config(Plan.Arm arm) {
    var config =
        DefaultJedisClientConfig.builder()
            // No HELLO, which older servers and some managed ones do not know
            .serverDefaultProtocol()
            .autoNegotiateProtocol(false)
            .socketTimeoutMillis((int) Clients.TIMEOUT.toMillis())
            .clientSetInfoConfig(ClientSetInfoConfig.DISABLED);
    var credentials = Credentials.read(arm.credentialsDir());
    if (credentials != null) {
      config.user(credentials.username()).password(credentials.password());
    }
    return config.build();
  }

  @Override
  public Pipe pipe(int depth) {
    return depth == 1 ? CacheClient.super.pipe(depth) : new JedisPipe(this, depth);
  }

  @Override
  public Pipe membersPipe(int depth) {
    return new JedisMembersPipe(this, depth);
  }

  @Override
  public void set(Key key, byte[] value, int expirySeconds) {
    var connected = connected();
    var reply =
        expirySeconds == 0
            ? connected.set(key.bytes(), value)
            : connected.set(key.bytes(), value, params(expirySeconds));
    assertSet(reply);
  }

  @Override
  public void set(Key key, byte[] value, int expirySeconds, ExpiryMethod method) {
    switch (method) {
      case WithSet -> set(key, value, expirySeconds);
      case Separate -> {
        set(key, value, 0);
        assertExpires(connected().expire(key.bytes(), expirySeconds));
      }
      case Transaction -> {
        try (var transaction = connected().multi()) {
          var set = transaction.set(key.bytes(), value);
          var expire = transaction.expire(key.bytes(), expirySeconds);
          transaction.exec();
          assertSet(set.get());
          assertExpires(expire.get());
        }
      }
      case SetMembers ->
          throw new IllegalArgumentException("members of sets go through their own pipe");
      case Pipeline -> {
        try (var pipeline = connected().pipelined()) {
          var set = pipeline.set(key.bytes(), value);
          var expire = pipeline.expire(key.bytes(), expirySeconds);
          pipeline.sync();
          assertSet(set.get());
          assertExpires(expire.get());
        }
      }
    }
  }

  static void assertSet(Object reply) {
    if (!"OK".equals(reply)) {
      throw new RefusedException("SET answered " + reply);
    }
  }

  static void assertExpires(Object reply) {
    if (!reply.equals(1L)) {
      throw new RefusedException("EXPIRE answered " + reply);
    }
  }

  /** Made once, as every Set of a run has the same. */
  private SetParams params(int expirySeconds) {
    if (this.expirySeconds != expirySeconds) {
      this.expirySeconds = expirySeconds;
      setParams = SetParams.setParams().ex(expirySeconds);
    }
    return setParams;
  }

  @Override
  public byte[] get(Key key) {
    return connected().get(key.bytes());
  }

  @Override
  public boolean delete(Key key) {
    return connected().del(key.bytes()) == 1;
  }

  @Override
  public void deleteAll(List<Key> keys) {
    try (var pipeline = connected().pipelined()) {
      // One command a key: a DEL of many keys fails where they are spread over the shards of a
      // cluster
      var replies = keys.stream().map(key -> pipeline.del(key.bytes())).toList();
      pipeline.sync();
      replies.forEach(reply -> reply.get());
    }
  }

  @Override
  public void ping() {
    connected().ping();
  }

  @Override
  public OptionalLong timeToLiveSeconds(Key key) {
    return permitted(jedis -> OptionalLong.of(jedis.ttl(key.bytes())), OptionalLong.empty());
  }

  @Override
  public String serverVersion() {
    var server = permitted(jedis -> jedis.info("server"), "");
    return RedisInfo.version(server);
  }

  @Override
  public Map<String, String> serverSettings() {
    var settings = new TreeMap<String, String>();
    for (var name : RedisInfo.SETTINGS) {
      settings.putAll(permitted(jedis -> jedis.configGet(name), Map.of()));
    }
    return settings;
  }

  @Override
  public Map<String, Long> serverCounters() {
    return RedisInfo.counters(permitted(jedis -> jedis.info("all"), ""));
  }

  @Override
  public List<Feature> features(Key key) {
    var config = new TreeMap<String, String>();
    for (var name : RedisFeatures.SETTINGS) {
      config.putAll(permitted(jedis -> jedis.configGet(name), Map.of()));
    }
    return new RedisFeatures(
            RedisInfo.fields(permitted(jedis -> jedis.info(), "")),
            config,
            permitted(JedisClient::knownCommands, null),
            answersTogether())
        .list();
  }

  /** Those of {@link RedisFeatures#COMMANDS} that the server knows; it gives nothing for others. */
  private static Set<String> knownCommands(Jedis jedis) {
    var names = RedisFeatures.COMMANDS;
    var arguments = Stream.concat(Stream.of("INFO"), names.stream()).toArray(String[]::new);
    var answers = (List<?>) jedis.sendCommand(Protocol.Command.COMMAND, arguments);
    return IntStream.range(0, names.size())
        .filter(i -> answers.get(i) instanceof List<?> known && !known.isEmpty())
        .mapToObj(names::get)
        .collect(Collectors.toSet());
  }

  private boolean answersTogether() {
    try (var pipeline = connected().pipelined()) {
      pipeline.sendCommand(Protocol.Command.PING, NONE);
      pipeline.sendCommand(Protocol.Command.PING, NONE);
      return pipeline.syncAndReturnAll().size() == 2;
    }
  }

  @Override
  public void flush() {
    connected().flushAll();
  }

  @Override
  public void close() {
    jedis.close();
  }

  /** Managed services refuse some commands, and that is fine. */
  private <T> T permitted(Function<Jedis, T> question, T otherwise) {
    try {
      return question.apply(connected());
    } catch (JedisDataException e) {
      return otherwise;
    }
  }

  Jedis connected() {
    if (jedis.isBroken()) {
      closeBroken();
      jedis = new Jedis(sockets, config);
    }
    return jedis;
  }

  private void closeBroken() {
    try {
      jedis.close();
    } catch (JedisConnectionException e) {
      // It is broken, that is why it is closed
    }
  }

  /** Version of Jedis, from its jar; null if it does not say. */
  public static String libraryVersion() {
    return JarVersion.of(Jedis.class, "redis.clients/jedis");
  }
}
