package dev.laptimer.client.lettuce;

import dev.laptimer.client.RefusedException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;

/** Tells the server's refusals from broken connections. Pure. */
final class LettuceErrors {

  private LettuceErrors() {}

  /**
   * A {@link RefusedException} with the server's words, or an {@link UncheckedIOException} with
   * what the connection came to.
   */
  static RuntimeException named(RedisException error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof RedisCommandExecutionException) {
        return new RefusedException(cause.getMessage());
      }
      if (cause instanceof RedisCommandTimeoutException) {
        return new UncheckedIOException(new SocketTimeoutException(cause.getMessage()));
      }
      if (cause instanceof IOException io) {
        return new UncheckedIOException(io);
      }
    }
    return new UncheckedIOException(new IOException(error.getMessage()));
  }
}
