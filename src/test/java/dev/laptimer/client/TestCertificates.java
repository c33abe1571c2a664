package dev.laptimer.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An authority and certificates of its own, made by openssl. */
public final class TestCertificates {

  private final Path dir;

  private TestCertificates(Path dir) {
    this.dir = dir;
  }

  /** A new authority, in a folder. */
  public static TestCertificates authority(Path dir) {
    var certificates = new TestCertificates(dir);
    certificates.openssl(
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
            + " -subj /CN=test-authority -keyout ca.key -out ca.crt");
    return certificates;
  }

  /** The authority's certificate. */
  public Path caFile() {
    return dir.resolve("ca.crt");
  }

  /**
   * A certificate of the authority, with its key: {@code NAME.crt} and {@code NAME.key}.
   *
   * @param newKey options of {@code openssl req} for the key, for example {@code rsa:2048}
   * @param alternativeName for example {@code IP:127.0.0.1}
   */
  public void issue(String name, String newKey, String alternativeName) {
    openssl(
        "req -newkey %s -nodes -subj /CN=%s -addext subjectAltName=%s -keyout %s.key -out %s.csr"
            .formatted(newKey, name, alternativeName, name, name));
    openssl(
        ("x509 -req -in %s.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2"
                + " -copy_extensions copy -out %s.crt")
            .formatted(name, name));
  }

  public Path certificate(String name) {
    return dir.resolve(name + ".crt");
  }

  public Path key(String name) {
    return dir.resolve(name + ".key");
  }

  /** A folder with {@code tls.crt} and {@code tls.key}, as a Secret of a certificate is mounted. */
  public String secret(String name) {
    try {
      return Folder.of(
          dir,
          Map.of(
              "tls.crt", Files.readString(certificate(name)),
              "tls.key", Files.readString(key(name))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param arguments separated by blanks
   */
  public void openssl(String arguments) {
    var command = new ArrayList<>(List.of("openssl"));
    command.addAll(List.of(arguments.split(" ")));
    try {
      var process =
          new ProcessBuilder(command).directory(dir.toFile()).redirectErrorStream(true).start();
      var output = new String(process.getInputStream().readAllBytes());
      if (process.waitFor() != 0) {
        throw new IllegalStateException(command + ": " + output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
