package dev.laptimer.local;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The programs of this machine, and how those that are missing come to it. */
final class Programs {

  private static final String INSTALLER = "/install-debian-packages";

  private final String searchPath;

  /**
   * @param searchPath folders, separated as in the environment variable PATH
   */
  Programs(String searchPath) {
    this.searchPath = searchPath == null ? "" : searchPath;
  }

  /** Those of the programs that are not on this machine. */
  List<Program> missing(Collection<Program> programs) {
    return programs.stream().filter(program -> path(program).isEmpty()).toList();
  }

  /** Where a program is. */
  Optional<Path> path(Program program) {
    return Stream.concat(
            Stream.of(searchPath.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> executable(folder, program.name()))
                .filter(Objects::nonNull),
            program.places().stream().filter(Files::isReadable))
        .findFirst();
  }

  /** What to tell somebody whose machine lacks these programs. */
  static String howToInstall(List<Program> missing) {
    var programs = missing.stream().map(Program::name).collect(Collectors.joining(" and "));
    return """
        %s %s not on this machine. Either
          - run this again with --install, as root on Debian or Ubuntu;
          - or install by hand: sudo apt-get install %s%s"""
        .formatted(programs, missing.size() == 1 ? "is" : "are", packages(missing), hints(missing));
  }

  /**
   * Installs the Debian packages of the programs, if there are any; what apt-get says goes to the
   * standard error output.
   *
   * @throws IOException if that did not work; the message says what to do
   */
  void install(List<Program> missing) throws IOException, InterruptedException {
    if (missing.isEmpty()) {
      return;
    }
    var command =
        Stream.concat(Stream.of("bash", "-c", installer(), "install"), names(missing)).toList();
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
            "the installation of %s ended with exit code %d; what it said is above. By hand: sudo apt-get install %s%s"
                .formatted(packages(missing), exitCode, packages(missing), hints(missing)));
      }
    } finally {
      process.destroy();
    }
  }

  private static Path executable(String folder, String program) {
    try {
      var path = Path.of(folder, program);
      return Files.isRegularFile(path) && Files.isExecutable(path) ? path : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static String hints(List<Program> missing) {
    return missing.stream()
        .map(Program::hint)
        .filter(Objects::nonNull)
        .distinct()
        .map(hint -> "\n" + hint)
        .collect(Collectors.joining());
  }

  private static String packages(List<Program> missing) {
    return names(missing).collect(Collectors.joining(" "));
  }

  private static Stream<String> names(List<Program> missing) {
    return missing.stream().map(Program::debianPackage).distinct();
  }

  private static String installer() {
    try (var script = Programs.class.getResourceAsStream(INSTALLER)) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
