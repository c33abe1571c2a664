package dev.laptimer.engine.galera;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The files that members and proxy are started with, as they are in the program. */
public final class GaleraFiles {

  private GaleraFiles() {}

  /** The text of a file. */
  public static String text(String name) {
    try (var stream = GaleraFiles.class.getResourceAsStream("/galera/" + name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
