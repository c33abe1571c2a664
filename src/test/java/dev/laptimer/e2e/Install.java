package dev.laptimer.e2e;

import dev.laptimer.chart.Chart;
import dev.laptimer.image.ImageArchive;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Installs Laptimer's chart into the cluster of KUBECONFIG, with the image in {@code
 * target/laptimer-image.tar}, which somebody has loaded into the cluster's nodes.
 *
 * <p>The system property {@code laptimer.images} has the images of the engines' servers in that
 * cluster, as {@code redis=IMAGE memcached=IMAGE}.
 */
public final class Install {

  /** Name of the release that {@link #main} installs. */
  public static final String RELEASE = "laptimer";

  private static final int TIMEOUT_SECONDS = 120;
  private static final Path CRD = Path.of("crds/cachebenchmarks.laptimer.dev-v1.yml");

  private Install() {}

  /** Installs or upgrades the release of one namespace: the argument. */
  public static void main(String[] arguments) {
    chart(arguments[0], Map.of());
    System.out.printf("Laptimer is ready in namespace %s, with %s%n", arguments[0], image());
  }

  /**
   * Installs or upgrades the release in a namespace, which is made when it is not there and takes
   * only pods of the restricted profile. Returns when the operator is ready.
   *
   * <p>Custom resource definitions that somebody else brought are used when they are as in {@code
   * crds/}.
   *
   * @param values as in the chart's {@code values.yaml}, beside the images
   * @throws IllegalStateException with Helm's message when it is not ready in time
   */
  public static void chart(String namespace, Map<String, ?> values) {
    var all = new LinkedHashMap<String, Object>(images());
    try (var client = new KubernetesClientBuilder().build()) {
      client
          .resource(
              new NamespaceBuilder()
                  .withNewMetadata()
                  .withName(namespace)
                  .addToLabels("pod-security.kubernetes.io/enforce", "restricted")
                  .endMetadata()
                  .build())
          .serverSideApply();
      all.put("crds", Map.of("enabled", !hasDefinitionsOfOthers(client, namespace)));
    }
    all.putAll(values);
    Chart.install(RELEASE, namespace, all, TIMEOUT_SECONDS);
  }

  private static boolean hasDefinitionsOfOthers(KubernetesClient client, String namespace) {
    var ours = client.load(read(CRD)).items().get(0);
    var found = client.resource(ours).get();
    if (found == null) {
      return false;
    }
    var annotations = found.getMetadata().getAnnotations();
    if (RELEASE.equals(annotations.get("meta.helm.sh/release-name"))
        && namespace.equals(annotations.get("meta.helm.sh/release-namespace"))) {
      return false;
    }
    var applied = client.resource(ours).dryRun().forceConflicts().serverSideApply();
    if (!applied.getMetadata().getGeneration().equals(found.getMetadata().getGeneration())) {
      throw new IllegalStateException(
          "The cluster has %s from somebody else, and not as in %s: kubectl apply --server-side -f %s, or delete it"
              .formatted(found.getMetadata().getName(), CRD, CRD));
    }
    return true;
  }

  private static InputStream read(Path file) {
    try {
      return Files.newInputStream(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes the release; custom resource definitions stay. */
  public static void uninstall(String namespace) {
    Chart.uninstall(RELEASE, namespace);
  }

  /** Name, with the tag, of the image that was built. */
  public static String image() {
    try {
      return ImageArchive.read(Path.of("target/laptimer-image.tar")).name();
    } catch (IOException e) {
      throw new UncheckedIOException("There is no image; `make image` builds it", e);
    }
  }

  private static Map<String, Object> images() {
    var image = image();
    int colon = image.lastIndexOf(':');
    var engines = new LinkedHashMap<String, String>();
    for (var pair : System.getProperty("laptimer.images", "").strip().split("\\s+")) {
      if (!pair.isEmpty()) {
        engines.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
      }
    }
    return Map.of(
        "image",
        Map.of("repository", image.substring(0, colon), "tag", image.substring(colon + 1)),
        "images",
        engines);
  }
}
