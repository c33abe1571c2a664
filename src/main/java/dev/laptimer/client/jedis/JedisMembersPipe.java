package dev.laptimer.client.jedis;

import dev.laptimer.client.Batch;
import dev.laptimer.client.CacheOperation;
import dev.laptimer.client.Outcome;
import dev.laptimer.client.Pipe;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;

/**
 * Values as members of sets, by Jedis's pipeline: a Set is SADD with an EXPIRE on the whole set
 * right behind it, a Get is SISMEMBER, a Delete SREM. A member that is not there is a miss; another
 * value than the expected one cannot be told from it.
 */
final class JedisMembersPipe implements Pipe {

  private static final Long YES = 1L;

  private final JedisClient client;
  private final Response<?>[] replies;
  private final Response<?>[] expireReplies;
  private Batch sent;

  JedisMembersPipe(JedisClient client, int depth) {
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
      }
      pipeline.sync();
    } catch (RuntimeException e) {
      sent.failedFrom(0, e);
      return sent;
    }
    for (int i = 0; i < sent.size(); i++) {
      try {
        sent.answered(i, outcome(i, replies[i].get()));
      } catch (RuntimeException e) {
        sent.failed(i, e);
      }
    }
    return sent;
  }

  private Response<?> add(Pipeline pipeline, int i) {
    var set = sent.key(i).bytes();
    return switch (sent.operation(i)) {
      case Set -> {
        var added = pipeline.sadd(set, sent.value(i));
        expireReplies[i] = pipeline.expire(set, sent.expirySeconds());
        yield added;
      }
      case Get -> pipeline.sismember(set, sent.value(i));
      case Delete -> pipeline.srem(set, sent.value(i));
    };
  }

  private Outcome outcome(int i, Object reply) {
    if (sent.operation(i) == CacheOperation.Set) {
      // 0 if it was a member before
      JedisClient.assertExpires(expireReplies[i].get());
      return Outcome.Done;
    }
    return reply.equals(true) || reply.equals(YES) ? Outcome.Done : Outcome.Miss;
  }
}
