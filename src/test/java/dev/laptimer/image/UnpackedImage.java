package dev.laptimer.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * An image's file system in a folder of this machine, whose program is started from there: the same
 * Java runtime, options, jars and AOT cache as in a container, without one.
 */
public record UnpackedImage(Path root, ImageArchive.Config config) {

  /** The command line of a container with these arguments, on the paths of this machine. */
  public List<String> command(String... arguments) throws IOException {
    var command = new ArrayList<String>();
    for (var word : config.entrypoint()) {
      command.addAll(command.isEmpty() ? List.of(executable(word).toString()) : expand(word));
    }
    command.addAll(arguments.length == 0 ? config.cmd() : List.of(arguments));
    return command;
  }

  /** Bytes of all files as a node keeps them: what {@code docker images} shows. */
  public long bytes() throws IOException {
    try (var files = Files.walk(root)) {
      return files
          .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  private Path executable(String name) {
    return config.env().stream()
        .filter(variable -> variable.startsWith("PATH="))
        .flatMap(path -> Arrays.stream(path.substring("PATH=".length()).split(":")))
        .map(folder -> here(folder + "/" + name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no " + name + " on the image's PATH"));
  }

  /** An argument file ({@code @/app/...}) becomes the arguments in it. */
  private List<String> expand(String word) throws IOException {
    if (!word.startsWith("@/")) {
      return List.of(word);
    }
    return Files.readAllLines(here(word.substring(1))).stream()
        .filter(line -> !line.startsWith("#"))
        .flatMap(line -> Stream.of(line.strip().split("\\s+")))
        .filter(argument -> !argument.isEmpty())
        .map(argument -> argument.replace("/app/", here("/app/") + "/"))
        .toList();
  }

  private Path here(String pathInImage) {
    return root.resolve(pathInImage.substring(1));
  }
}
