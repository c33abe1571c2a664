package dev.laptimer.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Runs programs, on one core or wherever the kernel puts them. */
final class Commands {

  private Commands() {}

  /** Where a program shall run. */
  enum Placement {
    /** On the first core, with its server: strict hand-over, no wake-up of an idle core. */
    SAME_CORE,
    /** Wherever the kernel puts it. */
    FREE;

    List<String> prefix() {
      return this == SAME_CORE ? List.of("taskset", "-c", "0") : List.of();
    }
  }

  /** A program of the path, the first of its names that is there. */
  static String program(String debianPackage, String... names) {
    return Stream.of(names)
        .filter(Commands::isThere)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "there is no %s: apt-get install %s".formatted(names[0], debianPackage)));
  }

  private static boolean isThere(String name) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
  }

  /**
   * Runs a program to its end.
   *
   * @param input for its standard input
   * @return what it wrote to its standard output
   */
  static String run(Placement placement, List<String> command, String input) {
    var all = new ArrayList<>(placement.prefix());
    all.addAll(command);
    try {
      var process = new ProcessBuilder(all).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      try (var stdin = process.getOutputStream()) {
        stdin.write(input.getBytes(StandardCharsets.UTF_8));
        stdin.flush();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exitCode = process.waitFor();
        if (exitCode != 0) {
          throw new IllegalStateException("%s ended with %d: %s".formatted(all, exitCode, output));
        }
        return output;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
