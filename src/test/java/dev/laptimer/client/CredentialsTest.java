package dev.laptimer.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialsTest {

  @TempDir private Path dir;

  @Test
  void noFolderIsNoLogin() {
    assertThat(Credentials.read(null)).isNull();
  }

  @Test
  void oneLineBreakAtTheEndIsNotPartOfThem() {
    var folder = Folder.of(dir, Map.of("username", "bench\r\n", "password", " pass word \n\n"));

    assertThat(Credentials.read(folder)).isEqualTo(new Credentials("bench", " pass word \n"));
  }

  @Test
  void theUsernameMayBeAbsent() {
    assertThat(Credentials.read(Folder.of(dir, Map.of("password", "secret"))))
        .isEqualTo(new Credentials(null, "secret"));
  }

  @Test
  void aPasswordThatIsAbsentIsNamed() {
    var folder = Folder.of(dir, Map.of("username", "bench"));

    assertThatThrownBy(() -> Credentials.read(folder))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage("there is no file " + folder + "/password");
  }

  @Test
  void theirTextDoesNotHoldThePassword() {
    assertThat(new Credentials("bench", "secret")).hasToString("Credentials[username=bench]");
  }
}
