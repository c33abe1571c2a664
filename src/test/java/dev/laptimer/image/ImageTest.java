package dev.laptimer.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.ClientName;
import dev.laptimer.api.DbBenchmarkSpec;
import dev.laptimer.api.Documents;
import dev.laptimer.plan.DbPlanner;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Planner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The image in target/laptimer-image.tar; {@code make image} runs this at its end. */
@Tag("image")
class ImageTest {

  @TempDir private static Path folder;

  private static ImageArchive archive;
  private static UnpackedImage image;

  @BeforeAll
  static void unpack() throws IOException {
    archive = ImageArchive.read(Path.of("target/laptimer-image.tar"));
    image = archive.unpack(folder.resolve("root"));
  }

  @Test
  void runsTheOperatorAsANumericUserUnlessToldOtherwise() {
    assertThat(archive.config().user()).isEqualTo("10001:10001");
    assertThat(archive.config().cmd()).containsExactly("operator");
    assertThat(archive.config().env())
        .allMatch(variable -> variable.matches("(PATH|[A-Z_]*HOME|LANG|LC_ALL|JAVA_VERSION)=.*"));
  }

  @Test
  void isTheVersionThatWasBuilt() throws Exception {
    assertThat(run(List.of("-XX:AOTMode=on"), "--version"))
        .isEqualTo("laptimer " + builtVersion() + "\n");
  }

  /** Old classes in a cache would be run instead of new ones in a jar: look where they are from. */
  @Test
  void takesItsClassesFromTheCacheThatWasMadeWithThem() throws Exception {
    var log = folder.resolve("classes.log");
    run(List.of("-XX:AOTMode=on", "-Xlog:class+load:file=" + log), "operator", "--help");
    var loaded = Files.readAllLines(log);
    assertThat(loaded)
        .anyMatch(line -> line.matches(".*dev\\.laptimer\\.operator\\.OperatorProgram .*"))
        .filteredOn(line -> line.matches(".*dev\\.laptimer\\.operator\\.\\w+ .*"))
        .allMatch(line -> line.contains("source: shared objects file"));
    assertThat(loaded.stream().filter(line -> line.contains("shared objects file")).count())
        .isGreaterThan(loaded.size() * 9L / 10);
  }

  @Test
  void passesItsArgumentsOn() throws Exception {
    assertThat(run(List.of(), "runner", "--help")).startsWith("Usage: laptimer runner");
  }

  @Test
  void runsOnJava25() throws Exception {
    assertThat(run(List.of("-XshowSettings:properties"), "--version"))
        .contains("java.specification.version = 25\n");
  }

  /** A runtime without the modules of a driver fails in words that nobody understands. */
  @ParameterizedTest
  @EnumSource(names = {"MariaDbConnectorJ", "MySqlConnectorJ"})
  void canTalkToDatabases(ClientName driver) throws Exception {
    var spec =
        Documents.yaml()
            .readValue(
                "{variants: [{name: v, client: %s}], rounds: 1, startTimeoutSeconds: 5}"
                    .formatted(driver),
                DbBenchmarkSpec.class);
    int closedPort;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closedPort = socket.getLocalPort();
    }
    var run = Files.createDirectories(folder.resolve(driver.name()));
    var member = new Plan.Member("db-0", "127.0.0.1", closedPort);
    Files.writeString(run.resolve("root"), "secret");
    Files.writeString(run.resolve("spec.json"), Documents.toJson(spec));
    Files.writeString(
        run.resolve("plan.json"),
        Documents.toJson(
            DbPlanner.plan(
                spec,
                new DbPlanner.Run(
                    "db",
                    1,
                    42,
                    new Planner.Address(member.host(), member.port()),
                    List.of(member),
                    run.toString()))));

    assertThat(
            output(
                List.of(),
                1,
                "runner",
                "--spec",
                run.resolve("spec.json").toString(),
                "--plan",
                run.resolve("plan.json").toString()))
        .contains("ConnectionRefused: ");
  }

  @Test
  void givesNobodyMoreRights() throws IOException {
    try (var files = Files.walk(image.root())) {
      assertThat(files)
          .filteredOn(file -> !Files.isSymbolicLink(file))
          .noneMatch(file -> (mode(file) & 06000) != 0)
          .filteredOn(file -> file.startsWith(image.root().resolve("app")))
          .noneMatch(file -> permissions(file).contains(PosixFilePermission.OTHERS_WRITE));
    }
  }

  private static int mode(Path file) {
    try {
      return (int) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<PosixFilePermission> permissions(Path file) {
    try {
      return Files.getPosixFilePermissions(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String builtVersion() throws IOException {
    var properties = new Properties();
    try (var file = Files.newInputStream(Path.of("target/maven-archiver/pom.properties"))) {
      properties.load(file);
    }
    return properties.getProperty("version");
  }

  private static String run(List<String> options, String... arguments) throws Exception {
    return output(options, 0, arguments);
  }

  private static String output(List<String> options, int exitCode, String... arguments)
      throws Exception {
    var command = new ArrayList<>(image.command(arguments));
    command.addAll(1, options);
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(output).isEqualTo(exitCode);
    return output;
  }
}
