package dev.laptimer.e2e;

import static dev.laptimer.e2e.Cluster.CLIENT;

import dev.laptimer.api.CacheBenchmark;
import dev.laptimer.api.DbCluster;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a person wants to see when a test failed. */
final class Diagnostics {

  private Diagnostics() {}

  /**
   * Writes everything to a folder; the logs of all containers are there already.
   *
   * @return the most telling of it
   */
  static String collect(Space space, Path folder) {
    var benchmarks =
        CLIENT.resources(CacheBenchmark.class).inNamespace(space.name()).list().getItems();
    write(folder.resolve("benchmarks.yaml"), Serialization.asYaml(benchmarks));
    var clusters = CLIENT.resources(DbCluster.class).inNamespace(space.name()).list().getItems();
    write(folder.resolve("clusters.yaml"), Serialization.asYaml(clusters));
    write(folder.resolve("pods.yaml"), Serialization.asYaml(space.pods()));
    var events = events(space.name());
    write(folder.resolve("events.txt"), events);
    write(folder.resolve("objects.txt"), String.join("\n", space.objects()));
    for (var pod : Cluster.operatorPods()) {
      var log =
          CLIENT
              .pods()
              .inNamespace(Cluster.OPERATOR_NAMESPACE)
              .withName(pod.getMetadata().getName())
              .getLog();
      write(folder.resolve("operator-" + pod.getMetadata().getName() + ".log"), log);
    }
    var statuses =
        Stream.<CustomResource<?, ?>>concat(benchmarks.stream(), clusters.stream())
            .map(one -> one.getMetadata().getName() + ":\n" + Serialization.asYaml(one.getStatus()))
            .collect(Collectors.joining("\n"));
    return "In namespace %s (everything is in %s)%n%s%nobjects: %s%nevents:%n%s"
        .formatted(space.name(), folder, statuses, space.objects(), events);
  }

  private static String events(String namespace) {
    return CLIENT.v1().events().inNamespace(namespace).list().getItems().stream()
        .sorted(
            Comparator.comparing(
                event -> String.valueOf(event.getMetadata().getCreationTimestamp())))
        .map(
            event ->
                "%s %s %s/%s %s: %s"
                    .formatted(
                        event.getMetadata().getCreationTimestamp(),
                        event.getType(),
                        event.getInvolvedObject().getKind(),
                        event.getInvolvedObject().getName(),
                        event.getReason(),
                        event.getMessage()))
        .collect(Collectors.joining("\n"));
  }

  private static void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text == null ? "" : text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
