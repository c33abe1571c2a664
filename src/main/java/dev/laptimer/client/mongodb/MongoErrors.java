package dev.laptimer.client.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoServerException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoClient;
import dev.laptimer.client.RefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Says what the MongoDB driver throws as the other clients do: the driver's own texts quote whole
 * answers and the state of the cluster, so that no two of them are alike.
 */
final class MongoErrors {

  private MongoErrors() {}

  /**
   * The server's refusal as a {@link RefusedException}, all else as an {@link UncheckedIOException}
   * with the cause from the network.
   *
   * @param client whose last try to connect tells why it waited in vain; null for none
   */
  static RuntimeException named(MongoException error, MongoClient client) {
    var answer =
        causes(error)
            .filter(MongoServerException.class::isInstance)
            .map(MongoServerException.class::cast)
            .findFirst();
    if (answer.isPresent()) {
      return new RefusedException(words(answer.get()));
    }
    var inner = error instanceof MongoTimeoutException && client != null ? lastTry(client) : null;
    return new UncheckedIOException(
        causes(inner == null ? error : inner)
            .filter(IOException.class::isInstance)
            .map(IOException.class::cast)
            .reduce((outer, cause) -> cause)
            .orElseGet(() -> new IOException(firstSentence(error))));
  }

  /** The server's name of the error, its number, and its words. */
  static String words(MongoServerException error) {
    if (error instanceof MongoCommandException command) {
      return words(command.getErrorCodeName(), command.getErrorCode(), command.getErrorMessage());
    }
    if (error instanceof MongoWriteException write) {
      return words(
          Objects.toString(write.getError().getCategory()),
          write.getError().getCode(),
          write.getError().getMessage());
    }
    return words(error.getClass().getSimpleName(), error.getCode(), firstSentence(error));
  }

  private static String words(String name, int code, String message) {
    return "%s (%d): %s".formatted(name, code, message.lines().findFirst().orElse(""));
  }

  private static Throwable lastTry(MongoClient client) {
    return client.getClusterDescription().getServerDescriptions().stream()
        .map(server -> server.getException())
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private static String firstSentence(MongoException error) {
    var text = String.valueOf(error.getMessage());
    int end = text.indexOf(". ");
    return end < 0 ? text : text.substring(0, end);
  }

  private static Stream<Throwable> causes(Throwable error) {
    return Stream.iterate(error, Objects::nonNull, Throwable::getCause).limit(20);
  }
}
