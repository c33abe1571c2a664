package dev.laptimer.client.jedis;

import dev.laptimer.api.ExpiryMethod;
import dev.laptimer.client.Batch;
import dev.laptimer.client.CacheOperation;
import dev.laptimer.client.Outcome;
import dev.laptimer.client.Pipe;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.params.SetParams;

/** Jedis's pipeline: commands are collected, sent together, and their replies read. */
final class JedisPipe implements Pipe {

  private final JedisClient client;
  private final Response<?>[] replies;
  private final Response<?>[] expireReplies;
  private Batch sent;

  JedisPipe(JedisClient client, int depth) {
    this.client = client;
    this.replies = new Response<?>[depth];
    this.expireReplies = new Response<?>[depth];
  }

  @Override
  public int connections() {
    return 1;
  }

  @Override
  public void send(Batch batch) {
    sent = batch;
  }

  /** Sends as well: Jedis writes when it is told to read. */
  @Override
  public Batch await() {
    try (var pipeline = client.connected().pipelined()) {
      for (int i = 0; i < sent.size(); i++) {
        replies[i] = add(pipeline, i);
        if (expiresApart(i)) {
          expireReplies[i] = pipeline.expire(sent.key(i).bytes(), sent.expirySeconds());
        }
      }
      pipeline.sync();
    } catch (RuntimeException e) {
      sent.failedFrom(0, e);
      return sent;
    }
    for (int i = 0; i < sent.size(); i++) {
      try {
        if (expiresApart(i)) {
          JedisClient.assertExpires(expireReplies[i].get());
        }
        sent.answered(i, outcome(i, replies[i].get()));
      } catch (RuntimeException e) {
        sent.failed(i, e);
      }
    }
    return sent;
  }

  private boolean expiresApart(int i) {
    return sent.operation(i) == CacheOperation.Set && sent.expiryMethod() == ExpiryMethod.Pipeline;
  }

  private Response<?> add(Pipeline pipeline, int i) {
    var key = sent.key(i).bytes();
    return switch (sent.operation(i)) {
      case Set ->
          sent.expirySeconds() == 0 || sent.expiryMethod() == ExpiryMethod.Pipeline
              ? pipeline.set(key, sent.value(i))
              : pipeline.set(
                  key, sent.value(i), SetParams.setParams().ex((long) sent.expirySeconds()));
      case Get -> pipeline.get(key);
      case Delete -> pipeline.del(key);
    };
  }

  private Outcome outcome(int i, Object reply) {
    return switch (sent.operation(i)) {
      case Set -> {
        JedisClient.assertSet(reply);
        yield Outcome.Done;
      }
      case Get -> sent.read(i, (byte[]) reply);
      case Delete -> reply.equals(1L) ? Outcome.Done : Outcome.Miss;
    };
  }
}
