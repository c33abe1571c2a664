package dev.laptimer.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * How to log in.
 *
 * @param username null to give a password only
 */
public record Credentials(String username, String password) {

  /**
   * Reads files {@code password} and, if it is there, {@code username} of a folder; or, from the
   * passwords of a database cluster's users, that of {@code root}. A line break at their end is not
   * part of them.
   *
   * @param dir null for no login
   * @return null for no login
   * @throws UncheckedIOException that names the file which cannot be read
   */
  public static Credentials read(String dir) {
    if (dir == null) {
      return null;
    }
    var root = Path.of(dir, "root");
    if (Files.exists(root)) {
      return new Credentials("root", text(root));
    }
    var username = Path.of(dir, "username");
    return new Credentials(
        Files.exists(username) ? text(username) : null, text(Path.of(dir, "password")));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file).replaceFirst("\\R\\z", "");
    } catch (NoSuchFileException e) {
      throw new UncheckedIOException("there is no file " + file, e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** Keeps the password out of logs. */
  @Override
  public String toString() {
    return "Credentials[username=" + username + "]";
  }
}
