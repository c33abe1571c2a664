package dev.laptimer.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code laptimer}, with stand-ins for Java and Maven. */
class LauncherTest {

  @TempDir private Path home;
  private Scripts scripts;
  private Path jar;

  @BeforeEach
  void cloneTheProject() throws IOException {
    scripts =
        new Scripts(home.resolve("bin"), "bash", "dirname", "readlink", "sed", "find", "touch");
    scripts.standIn("java", "[[ $* != *-version ]] || echo '    java.specification.version = 17'");
    scripts.standIn(
        "mvn", "[ -e '%1$s' ] || echo >'%1$s'".formatted(home.resolve("target/laptimer.jar")));
    Files.copy(Path.of("laptimer"), home.resolve("laptimer"), StandardCopyOption.COPY_ATTRIBUTES);
    Files.createDirectories(home.resolve("src/main"));
    Files.createDirectories(home.resolve("target"));
    Files.createDirectories(home.resolve("crds"));
    Files.createFile(home.resolve("pom.xml"));
    jar = home.resolve("target/laptimer.jar");
  }

  @Test
  void aCloneIsBuiltBeforeItIsStarted() throws Exception {
    var ended = launch();
    assertThat(ended)
        .isEqualTo(
            new Scripts.Ended(
                0, "Building Laptimer; this is needed once, and after a change of its sources.\n"));
    assertThat(programs()).isEqualTo(List.of("java", "mvn", "java"));
  }

  @Test
  void whatIsBuiltIsStartedAtOnceWithTheArgumentsAsTheyAre() throws Exception {
    launch();
    var before = scripts.calls().size();
    var ended = launch("run", "my file.yaml");
    assertThat(ended).isEqualTo(new Scripts.Ended(0, ""));
    assertThat(scripts.calls().subList(before, scripts.calls().size()))
        .last()
        .asString()
        .endsWith(
            " -cp %s:%s/target/lib/* dev.laptimer.Main run my file.yaml"
                .formatted(jar.toRealPath(), home.toRealPath()));
    assertThat(programs()).isEqualTo(List.of("java", "mvn", "java", "java", "java"));
  }

  @Test
  void whatIsOlderThanItsSourcesIsBuiltAgainAndOnlyOnce() throws Exception {
    launch();
    Files.setLastModifiedTime(jar, FileTime.from(Instant.EPOCH));
    launch();
    launch();
    assertThat(programs())
        .isEqualTo(List.of("java", "mvn", "java", "java", "mvn", "java", "java", "java"));
  }

  @Test
  void anOldJavaIsRefused() throws Exception {
    scripts.standIn("java", "echo '    java.specification.version = 11'");
    assertThat(launch())
        .isEqualTo(
            new Scripts.Ended(
                1,
                "laptimer: %s is Java 11; 17 or newer is needed\n"
                    .formatted(scripts.folder().resolve("java"))));
  }

  @Test
  void noJavaIsSaid() throws Exception {
    Files.delete(scripts.folder().resolve("java"));
    assertThat(launch())
        .isEqualTo(
            new Scripts.Ended(
                1,
                "laptimer: there is no java on the PATH; a JDK 17 or newer is needed (Debian, Ubuntu: apt-get install"
                    + " openjdk-17-jdk-headless)\n"));
  }

  @Test
  void noMavenIsSaid() throws Exception {
    Files.delete(scripts.folder().resolve("mvn"));
    assertThat(launch())
        .isEqualTo(
            new Scripts.Ended(
                1,
                "laptimer: Laptimer is not built, and there is no mvn on the PATH (Debian, Ubuntu: apt-get install"
                    + " maven)\n"));
  }

  @Test
  void aBuildThatFailsIsSaid() throws Exception {
    scripts.standIn("mvn", "echo '[ERROR] no network'; exit 1");
    assertThat(launch().output())
        .endsWith("[ERROR] no network\nlaptimer: the build failed; what Maven says is above\n");
  }

  @Test
  void javaHomeComesBeforeThePath() throws Exception {
    assertThat(scripts.run(Map.of("JAVA_HOME", "/nowhere"), home.resolve("laptimer").toString()))
        .isEqualTo(
            new Scripts.Ended(
                1, "laptimer: JAVA_HOME is /nowhere, but there is no bin/java in it\n"));
  }

  private Scripts.Ended launch(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(home.resolve("laptimer").toString()));
    command.addAll(List.of(arguments));
    return scripts.run(Map.of(), command.toArray(String[]::new));
  }

  private List<String> programs() throws IOException {
    return scripts.calls().stream().map(call -> call.split(" ")[0]).toList();
  }
}
