package dev.laptimer.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Folders as Secrets are mounted: a file for each key. */
public final class Folder {

  private Folder() {}

  /** Writes files into a new folder below another. */
  public static String of(Path parent, Map<String, String> files) {
    try {
      var dir = Files.createTempDirectory(parent, "secret");
      for (var file : files.entrySet()) {
        Files.writeString(dir.resolve(file.getKey()), file.getValue());
      }
      return dir.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
