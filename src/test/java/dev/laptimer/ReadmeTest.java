package dev.laptimer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.Verdict;
import dev.laptimer.result.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What people are promised is there, and what they can meet is explained. */
class ReadmeTest {

  private final String readme = read("README.md");

  @ParameterizedTest
  @EnumSource
  void everyReasonIsExplainedInTheTable(Reason reason) {
    assertThat(readme).containsPattern("(?m)^\\| `" + reason + "` \\| .{10,} \\| .+ \\|$");
  }

  @ParameterizedTest
  @EnumSource
  void everyVerdictIsExplained(Verdict verdict) {
    assertThat(readme).contains("`" + verdict + "`");
  }

  @Test
  void everyFileThatIsNamedExists() {
    var names = Pattern.compile("(?:k8s|helm)/[\\w./-]*\\w").matcher(readme).results();
    assertThat(names.map(name -> name.group()))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(Path.of(name)).exists());
  }

  @Test
  void everyMakeTargetThatIsNamedExists() {
    var makefile = read("Makefile");
    var targets = Pattern.compile("`?make ([a-z0-9-]+)").matcher(readme).results();
    assertThat(targets.map(target -> target.group(1)))
        .isNotEmpty()
        .allSatisfy(target -> assertThat(makefile).containsPattern("(?m)^" + target + ":"));
  }

  private static String read(String name) {
    try {
      return Files.readString(Path.of(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
