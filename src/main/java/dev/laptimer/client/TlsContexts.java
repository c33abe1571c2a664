package dev.laptimer.client;

import dev.laptimer.plan.Plan;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** TLS from PEM files, as they are mounted from Secrets. */
public final class TlsContexts {

  private static final Pattern PKCS8 =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");

  private TlsContexts() {}

  /**
   * A context that trusts and shows what the plan says.
   *
   * @throws InvalidTlsFileException that names the file which is wrong
   */
  public static SSLContext of(Plan.Tls tls) {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(
          tls.certificateDir() == null ? null : keyManagers(Path.of(tls.certificateDir())),
          tls.caFile() == null ? null : trustManagers(Path.of(tls.caFile())),
          null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new InvalidTlsFileException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  /** Parameters of every connection: the server's name is verified, always. */
  static SSLParameters parameters(SSLContext context) {
    var parameters = context.getDefaultSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    return parameters;
  }

  /** Says which file does not hold what it should. */
  public static final class InvalidTlsFileException extends RuntimeException {
    InvalidTlsFileException(String message, Exception cause) {
      super(message, cause);
    }
  }

  private static TrustManager[] trustManagers(Path file) throws GeneralSecurityException {
    var store = emptyStore();
    int number = 0;
    for (var certificate : certificates(file)) {
      store.setCertificateEntry("authority-" + number++, certificate);
    }
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static KeyManager[] keyManagers(Path dir) throws GeneralSecurityException {
    var chain = certificates(dir.resolve("tls.crt")).toArray(Certificate[]::new);
    var key = privateKey(dir.resolve("tls.key"), chain[0].getPublicKey().getAlgorithm());
    var store = emptyStore();
    store.setKeyEntry("client", key, new char[0], chain);
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, new char[0]);
    return factory.getKeyManagers();
  }

  private static Collection<? extends Certificate> certificates(Path file)
      throws CertificateException {
    Collection<? extends Certificate> certificates = List.of();
    try {
      certificates =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(
                  new ByteArrayInputStream(text(file).getBytes(StandardCharsets.UTF_8)));
    } catch (CertificateException e) {
      throw new InvalidTlsFileException(
          "%s holds no certificate in PEM: %s".formatted(file, e.getMessage()), e);
    }
    if (certificates.isEmpty()) {
      throw new InvalidTlsFileException(file + " holds no certificate in PEM", null);
    }
    return certificates;
  }

  /**
   * @param algorithm of the public key that belongs to it: RSA, EC, ...
   */
  private static PrivateKey privateKey(Path file, String algorithm)
      throws GeneralSecurityException {
    var pem = PKCS8.matcher(text(file));
    if (!pem.find()) {
      throw new InvalidTlsFileException(
          file
              + " must hold a private key in PEM, PKCS#8 and not encrypted (BEGIN PRIVATE KEY);"
              + " 'openssl pkcs8 -topk8 -nocrypt' converts others",
          null);
    }
    try {
      var bytes = Base64.getMimeDecoder().decode(pem.group(1));
      return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
    } catch (InvalidKeySpecException | IllegalArgumentException e) {
      // The exception's own words might quote the key
      throw new InvalidTlsFileException(
          "%s holds no %s key, as the certificate beside it needs".formatted(file, algorithm),
          null);
    }
  }

  private static KeyStore emptyStore() throws GeneralSecurityException {
    var store = KeyStore.getInstance("PKCS12");
    try {
      store.load(null, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return store;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new InvalidTlsFileException("there is no file " + file, e);
    } catch (IOException e) {
      throw new InvalidTlsFileException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }
}
