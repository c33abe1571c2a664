package dev.laptimer.image;

import dev.laptimer.api.CacheBenchmark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * Makes the AOT cache of an image: classes loaded and linked ahead of time. The image is unpacked,
 * and its own Java runtime starts the operator once with the image's own jars, since a cache is
 * good for exactly the runtime and jars that it was made with. A JVM does not always notice that a
 * jar has changed since and then runs the old classes, so a cache is made anew for each image.
 */
public final class AotCache {

  private static final String NAMESPACE = "training";
  private static final String USE = "-XX:AOTCache=";

  private AotCache() {}

  /** Arguments: the image's archive, a folder to work in, the cache to write. */
  public static void main(String[] arguments) throws IOException {
    var archive = ImageArchive.read(Path.of(arguments[0]));
    var work = Path.of(arguments[1]).toAbsolutePath();
    var cache = Path.of(arguments[2]).toAbsolutePath();
    Files.createDirectories(cache.getParent());
    Files.deleteIfExists(cache);
    train(archive.unpack(work.resolve("root")), cache, work.resolve("training.log"));
  }

  /** The operator starts, takes a benchmark up and ends. */
  private static void train(UnpackedImage image, Path cache, Path log) throws IOException {
    var command = new ArrayList<>(image.command("operator"));
    command.removeIf(option -> option.startsWith(USE));
    command.add(1, "-XX:AOTCacheOutput=" + cache);
    try (var cluster = MockCluster.start();
        var operator =
            OperatorProcess.start(
                command, Map.of("KUBECONFIG", cluster.kubeconfig().toString()), log)) {
      operator.awaitReady();
      cluster.create(Path.of("k8s/samples/single.yaml"), NAMESPACE);
      Awaitility.await()
          .atMost(Duration.ofSeconds(120))
          .until(
              () ->
                  cluster
                      .client
                      .resources(CacheBenchmark.class)
                      .inNamespace(NAMESPACE)
                      .list()
                      .getItems()
                      .stream()
                      .anyMatch(
                          benchmark ->
                              benchmark.getStatus() != null
                                  && benchmark.getStatus().run() != null));
      operator.stop();
    }
    if (!Files.exists(cache)) {
      throw new IOException("The training run made no AOT cache; its output is in " + log);
    }
  }
}
