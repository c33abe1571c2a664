package dev.laptimer.local;

import dev.laptimer.engine.Engine;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The programs of the engines on this machine, and how those that are missing come to it. */
final class Programs {

  private static final String INSTALLER = "/install-debian-packages";

  private final String searchPath;

  /**
   * @param searchPath folders, separated as in the environment variable PATH
   */
  Programs(String searchPath) {
    this.searchPath = searchPath == null ? "" : searchPath;
  }

  /** The engines whose program is not on this machine. */
  List<Engine> missing(Collection<Engine> engines) {
    return engines.stream().filter(engine -> !isInstalled(program(engine))).toList();
  }

  /** What to tell somebody whose machine lacks the programs of these engines. */
  static String howToInstall(List<Engine> missing) {
    var programs = missing.stream().map(Programs::program).collect(Collectors.joining(" and "));
    return """
        %s %s not on this machine. Either
          - run this again with --install, as root on Debian or Ubuntu;
          - or install by hand: sudo apt-get install %s"""
        .formatted(programs, missing.size() == 1 ? "is" : "are", packages(missing));
  }

  /**
   * Installs the Debian packages of the engines; what apt-get says goes to the standard error
   * output.
   *
   * @throws IOException if that did not work; the message says what to do
   */
  void install(List<Engine> missing) throws IOException, InterruptedException {
    var command =
        Stream.concat(
                Stream.of("bash", "-c", installer(), "install"),
                missing.stream().map(Engine::debianPackage))
            .toList();
    var builder = new ProcessBuilder(command);
    builder.environment().put("PATH", searchPath);
    var process =
        builder
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      int exitCode = process.waitFor();
      if (exitCode != 0 || !missing(missing).isEmpty()) {
        throw new IOException(
            "the installation of %s ended with exit code %d; what it said is above. By hand: sudo apt-get install %s"
                .formatted(packages(missing), exitCode, packages(missing)));
      }
    } finally {
      process.destroy();
    }
  }

  private boolean isInstalled(String program) {
    return Stream.of(searchPath.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> executable(folder, program))
        .anyMatch(Objects::nonNull);
  }

  private static Path executable(String folder, String program) {
    try {
      var path = Path.of(folder, program);
      return Files.isRegularFile(path) && Files.isExecutable(path) ? path : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static String program(Engine engine) {
    return engine.command(new Engine.Listen("127.0.0.1", 0, "/", false, false), Map.of()).get(0);
  }

  private static String packages(List<Engine> missing) {
    return missing.stream().map(Engine::debianPackage).collect(Collectors.joining(" "));
  }

  private static String installer() {
    try (var script = Programs.class.getResourceAsStream(INSTALLER)) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
