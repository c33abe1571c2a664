package dev.laptimer.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The specs that must be refused, {@code src/test/resources/bad-specs}, each with what must be said
 * of it in comments: {@code # local:} for every problem that {@code laptimer run} names, and {@code
 * # server:} for what the API server's answer must have in it, unless that is the local message.
 */
public final class BadSpecs {

  /** A file and what must be said of it. */
  public record BadSpec(Path file, List<String> local, String server) {
    public String text() {
      return read(file);
    }

    @Override
    public String toString() {
      return file.getFileName().toString().replace(".yaml", "");
    }
  }

  private BadSpecs() {}

  public static Stream<BadSpec> all() {
    try (var files = Files.list(Path.of("src/test/resources/bad-specs"))) {
      return files.sorted().map(BadSpecs::badSpec).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static BadSpec badSpec(Path file) {
    var local = comments(file, "# local: ");
    var server = comments(file, "# server: ");
    return new BadSpec(
        file,
        local,
        server.isEmpty() ? local.get(0).substring(local.get(0).indexOf(": ") + 2) : server.get(0));
  }

  private static List<String> comments(Path file, String prefix) {
    return read(file)
        .lines()
        .filter(line -> line.startsWith(prefix))
        .map(line -> line.substring(prefix.length()))
        .toList();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
