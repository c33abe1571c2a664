package dev.laptimer.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.laptimer.client.TlsContexts.InvalidTlsFileException;
import dev.laptimer.plan.Plan.Tls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsContextsTest {

  @TempDir private Path dir;

  @Test
  void nothingGivenIsTheRuntimesOwnList() {
    assertThat(TlsContexts.of(new Tls(null, null)).getProtocol()).isEqualTo("TLS");
  }

  @Test
  void theNameOfTheServerIsAlwaysVerified() {
    var context = TlsContexts.of(new Tls(null, null));

    assertThat(TlsContexts.parameters(context).getEndpointIdentificationAlgorithm())
        .isEqualTo("HTTPS");
  }

  @Test
  void aFileMayHoldManyAuthoritiesAndTextBetweenThem() throws IOException {
    var one = Files.readString(TestCertificates.authority(dir).caFile());
    var file = Files.writeString(dir.resolve("many.crt"), "# first\n" + one + "# second\n" + one);

    assertThat(TlsContexts.of(new Tls(file.toString(), null))).isNotNull();
  }

  @Test
  void aFileThatIsAbsentIsNamed() {
    assertInvalid(new Tls(dir + "/absent.crt", null), "there is no file " + dir + "/absent.crt");
  }

  @Test
  void aFileThatIsEmptyIsNamed() {
    var file = Folder.of(dir, Map.of("ca.crt", "")) + "/ca.crt";

    assertInvalid(new Tls(file, null), file + " holds no certificate in PEM");
  }

  @Test
  void aKeyInAnotherFormIsNamedAndHowToConvertIt() throws IOException {
    var certificates = TestCertificates.authority(dir);
    certificates.issue("client", "rsa:2048", "DNS:client");
    certificates.openssl("rsa -in client.key -traditional -out client.key");
    var secret = certificates.secret("client");

    assertInvalid(
        new Tls(null, secret),
        secret + "/tls.key must hold a private key in PEM, PKCS#8 and not encrypted");
  }

  @Test
  void aKeyThatDoesNotBelongToTheCertificateIsNamedAndNotQuoted() throws IOException {
    var certificates = TestCertificates.authority(dir);
    certificates.issue("client", "rsa:2048", "DNS:client");
    certificates.issue("other", "ec -pkeyopt ec_paramgen_curve:prime256v1", "DNS:other");
    var secret =
        Folder.of(
            dir,
            Map.of(
                "tls.crt", Files.readString(certificates.certificate("client")),
                "tls.key", Files.readString(certificates.key("other"))));

    assertInvalid(
        new Tls(null, secret),
        secret + "/tls.key holds no RSA key, as the certificate beside it needs");
  }

  private static void assertInvalid(Tls tls, String words) {
    assertThatThrownBy(() -> TlsContexts.of(tls))
        .isInstanceOf(InvalidTlsFileException.class)
        .hasMessageStartingWith(words);
  }
}
