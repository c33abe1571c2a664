package dev.laptimer.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/** Shell scripts under test: what they call are stand-ins in a folder that is their whole PATH. */
final class Scripts {

  /** What a script said and how it ended. */
  record Ended(int exitCode, String output) {}

  private final Path folder;

  /** A folder with the named programs of this machine in it, and no others. */
  Scripts(Path folder, String... programs) throws IOException {
    this.folder = Files.createDirectories(folder);
    for (var program : programs) {
      write(program, "exec '%s' \"$@\"".formatted(realProgram(program)));
    }
  }

  Path folder() {
    return folder;
  }

  /** Puts a stand-in there that writes its name and arguments to {@code calls}, then does more. */
  void standIn(String program, String more) throws IOException {
    write(program, "echo \"%s $*\" >>'%s'\n%s".formatted(program, callsFile(), more));
  }

  private void write(String program, String text) throws IOException {
    var file = folder.resolve(program);
    Files.writeString(file, "#!%s\n%s\n".formatted(realProgram("bash"), text));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  List<String> calls() throws IOException {
    return Files.exists(callsFile()) ? Files.readAllLines(callsFile()) : List.of();
  }

  Ended run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().put("PATH", folder.toString());
    builder.environment().putAll(environment);
    var process = builder.start();
    process.getOutputStream().close();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }

  private Path callsFile() {
    return folder.resolve("calls");
  }

  static Path realProgram(String name) {
    for (var place : System.getenv("PATH").split(":")) {
      var program = Path.of(place, name);
      if (Files.isExecutable(program)) {
        return program;
      }
    }
    throw new IllegalArgumentException("the test needs " + name);
  }
}
