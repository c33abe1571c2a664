package dev.laptimer.local;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.laptimer.api.CacheBenchmarkSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalSecretsTest {

  private static final CacheBenchmarkSpec SPEC =
      (CacheBenchmarkSpec)
          SpecFile.read(Path.of("k8s/samples/managed-endpoint.yaml"), null).benchmark().spec();

  @TempDir private Path folder;

  @Test
  void withoutAFolderTheFilesThatItMustHaveAreNamed() {
    assertThatThrownBy(() -> LocalSecrets.check(SPEC, null))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            """
            the endpoints need Secrets; give a folder that has them by --secrets DIR, with the files:
              DIR/cache-login/password
              DIR/cache-ca/ca.crt""");
  }

  @Test
  void whatIsMissingInTheFolderIsNamed() throws IOException {
    write("cache-login/password");
    assertThatThrownBy(() -> LocalSecrets.check(SPEC, folder))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "the endpoints need Secrets, and these files are not there or cannot be read:\n  "
                + folder
                + "/cache-ca/ca.crt");
  }

  @Test
  void aFolderThatHasThemAllWillDo() throws IOException {
    write("cache-login/password");
    write("cache-ca/ca.crt");
    assertThatCode(() -> LocalSecrets.check(SPEC, folder)).doesNotThrowAnyException();
  }

  private void write(String name) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "x");
  }
}
