package dev.laptimer.client.lettuce;

import dev.laptimer.client.Batch;
import dev.laptimer.client.Clients;
import dev.laptimer.client.Outcome;
import dev.laptimer.client.Pipe;
import dev.laptimer.client.RefusedException;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.concurrent.TimeUnit;

/**
 * Lettuce's asynchronous API with flushing by hand: commands are collected, written together, and
 * their futures waited for.
 */
final class LettucePipe implements Pipe {

  private final StatefulRedisConnection<byte[], byte[]> connection;
  private final RedisAsyncCommands<byte[], byte[]> commands;
  private final RedisFuture<?>[] replies;
  private Batch sent;
  private int accepted;
  private RedisException refused;

  /** The connection flushes by hand while a batch is sent, and by itself at other times. */
  LettucePipe(StatefulRedisConnection<byte[], byte[]> connection, int depth) {
    this.connection = connection;
    this.commands = connection.async();
    this.replies = new RedisFuture<?>[depth];
  }

  @Override
  public int connections() {
    return 1;
  }

  @Override
  public void send(Batch batch) {
    sent = batch;
    refused = null;
    accepted = 0;
    connection.setAutoFlushCommands(false);
    try {
      while (accepted < batch.size()) {
        replies[accepted] = command(batch, accepted);
        accepted++;
      }
    } catch (RedisException e) {
      refused = e;
    }
    connection.flushCommands();
    connection.setAutoFlushCommands(true);
  }

  private RedisFuture<?> command(Batch batch, int i) {
    var key = batch.key(i).bytes();
    return switch (batch.operation(i)) {
      case Set ->
          batch.expirySeconds() == 0
              ? commands.set(key, batch.value(i))
              : commands.set(key, batch.value(i), SetArgs.Builder.ex(batch.expirySeconds()));
      case Get -> commands.get(key);
      case Delete -> commands.del(key);
    };
  }

  @Override
  public Batch await() {
    for (int i = 0; i < accepted; i++) {
      try {
        var reply =
            LettuceFutures.awaitOrCancel(
                replies[i], Clients.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        sent.answered(i, outcome(i, reply));
      } catch (RedisException e) {
        sent.failed(i, LettuceErrors.named(e));
      } catch (RuntimeException e) {
        sent.failed(i, e);
      }
    }
    if (refused != null) {
      sent.failedFrom(accepted, LettuceErrors.named(refused));
    }
    return sent;
  }

  private Outcome outcome(int i, Object reply) {
    return switch (sent.operation(i)) {
      case Set -> {
        if (!"OK".equals(reply)) {
          throw new RefusedException("SET answered " + reply);
        }
        yield Outcome.Done;
      }
      case Get -> sent.read(i, (byte[]) reply);
      case Delete -> reply.equals(1L) ? Outcome.Done : Outcome.Miss;
    };
  }
}
