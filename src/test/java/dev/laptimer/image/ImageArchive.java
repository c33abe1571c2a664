package dev.laptimer.image;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A docker archive, as jib's {@code buildTar} and {@code docker save} write it.
 *
 * @param file where it is
 * @param name the image's name with its tag
 * @param layers files inside the archive, lowest first
 * @param config how a container of the image is started
 */
public record ImageArchive(Path file, String name, List<String> layers, Config config) {

  private static final JsonMapper JSON = new JsonMapper();

  /**
   * How a container is started, in the words of the image specification.
   *
   * @param env {@code NAME=value}
   * @param entrypoint first part of the command line
   * @param cmd second part, which a container's arguments replace
   * @param user {@code uid:gid}
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Config(
      @JsonProperty("Env") List<String> env,
      @JsonProperty("Entrypoint") List<String> entrypoint,
      @JsonProperty("Cmd") List<String> cmd,
      @JsonProperty("User") String user) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Manifest(
      @JsonProperty("Config") String config,
      @JsonProperty("RepoTags") List<String> repoTags,
      @JsonProperty("Layers") List<String> layers) {}

  /** Reads what the archive says of itself. */
  public static ImageArchive read(Path file) throws IOException {
    var manifest =
        JSON.readValue(entry(file, "manifest.json"), new TypeReference<List<Manifest>>() {}).get(0);
    var config =
        JSON.treeToValue(
            JSON.readTree(entry(file, manifest.config())).required("config"), Config.class);
    return new ImageArchive(file, manifest.repoTags().get(0), manifest.layers(), config);
  }

  /** Bytes of the archive, whose layers are compressed: about what a node pulls from a registry. */
  public long compressedBytes() throws IOException {
    return Files.size(file);
  }

  /** Lays the image's file system out in a folder, which is emptied first. */
  public UnpackedImage unpack(Path root) throws IOException {
    delete(root);
    Files.createDirectories(root);
    var layerFile = Files.createTempFile("laptimer-layer", ".tar");
    try {
      for (var layer : layers) {
        Files.write(layerFile, entry(file, layer));
        for (var name : tar("-tf", layerFile.toString()).lines().toList()) {
          removeWhatIsWhitedOut(root, Path.of(name));
        }
        tar("-xpf", layerFile.toString(), "--exclude=.wh.*", "-C", root.toString());
      }
    } finally {
      Files.delete(layerFile);
    }
    return new UnpackedImage(root, config);
  }

  /** A layer deletes {@code x} of the layers below by a file {@code .wh.x} beside it. */
  private static void removeWhatIsWhitedOut(Path root, Path entry) throws IOException {
    var name = entry.getFileName().toString();
    if (name.equals(".wh..wh..opq")) {
      var folder = root.resolve(entry).getParent();
      delete(folder);
      Files.createDirectories(folder);
    } else if (name.startsWith(".wh.")) {
      delete(root.resolve(entry).resolveSibling(name.substring(".wh.".length())));
    }
  }

  static void delete(Path path) throws IOException {
    if (!Files.exists(path, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (var files = Files.walk(path)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static byte[] entry(Path archive, String name) throws IOException {
    return run(List.of("tar", "-xOf", archive.toString(), name));
  }

  private static String tar(String... arguments) throws IOException {
    var command = new ArrayList<>(List.of("tar", "--warning=no-unknown-keyword"));
    command.addAll(List.of(arguments));
    return new String(run(command));
  }

  private static byte[] run(List<String> command) throws IOException {
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    var output = process.getInputStream().readAllBytes();
    try {
      if (process.waitFor() != 0) {
        throw new IOException("failed: " + String.join(" ", command));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException(e));
    }
    return output;
  }
}
