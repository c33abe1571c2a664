package dev.laptimer.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Certificates for tests, made by the JDK's keytool. */
final class Certificates {

  private static final String PASSWORD = "changeit";
  private static final String KEYTOOL =
      Path.of(System.getProperty("java.home"), "bin", "keytool").toString();

  private Certificates() {}

  /**
   * A certificate with its key.
   *
   * @param pem the certificate
   * @param key its private key, PKCS#8, PEM
   */
  record Certificate(String pem, String key) {}

  /** Issues certificates. */
  record Authority(Path store, String pem) {

    /** A certificate for a DNS name, valid for a day. */
    Certificate issue(String commonName, String dnsName) {
      var mine = store.resolveSibling(commonName + ".p12");
      var request = store.resolveSibling(commonName + ".csr").toString();
      var answer = store.resolveSibling(commonName + ".crt").toString();
      keytool(
          mine,
          "-genkeypair",
          "-alias",
          "it",
          "-keyalg",
          "EC",
          "-groupname",
          "secp256r1",
          "-dname",
          "CN=" + commonName);
      keytool(mine, "-certreq", "-alias", "it", "-file", request);
      keytool(
          store,
          "-gencert",
          "-alias",
          "it",
          "-infile",
          request,
          "-outfile",
          answer,
          "-rfc",
          "-validity",
          "1",
          "-ext",
          "san=dns:" + dnsName,
          "-ext",
          "eku=serverAuth,clientAuth");
      return new Certificate(read(Path.of(answer)), privateKey(mine));
    }
  }

  static Authority authority(String commonName) {
    try {
      var store = Files.createTempDirectory("laptimer-e2e-ca").resolve("ca.p12");
      keytool(
          store,
          "-genkeypair",
          "-alias",
          "it",
          "-keyalg",
          "RSA",
          "-validity",
          "1",
          "-dname",
          "CN=" + commonName,
          "-ext",
          "bc:critical=ca:true");
      var pem = store.resolveSibling("ca.crt");
      keytool(store, "-exportcert", "-alias", "it", "-rfc", "-file", pem.toString());
      return new Authority(store, read(pem));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String privateKey(Path store) {
    try {
      var keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
      var key = keys.getKey("it", PASSWORD.toCharArray());
      return "-----BEGIN PRIVATE KEY-----\n"
          + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded())
          + "\n-----END PRIVATE KEY-----\n";
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void keytool(Path store, String... arguments) {
    var command = new ArrayList<>(List.of(KEYTOOL));
    command.addAll(List.of(arguments));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
    var result = Cluster.run("", command);
    if (result.exitCode() != 0) {
      throw new IllegalStateException(String.join(" ", command) + ": " + result.output());
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
