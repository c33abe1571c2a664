package dev.laptimer.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Versions of libraries, as Maven wrote them into their jars. */
public final class JarVersion {

  private JarVersion() {}

  /**
   * The version of a class's jar; null if it does not say.
   *
   * @param artifact {@code groupId/artifactId}
   */
  public static String of(Class<?> type, String artifact) {
    try (var file = type.getResourceAsStream("/META-INF/maven/" + artifact + "/pom.properties")) {
      if (file == null) {
        return null;
      }
      var properties = new Properties();
      properties.load(file);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
