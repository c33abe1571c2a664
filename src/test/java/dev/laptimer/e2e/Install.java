package dev.laptimer.e2e;

import com.marcnuri.helm.Helm;
import dev.laptimer.chart.Chart;
import dev.laptimer.image.ImageArchive;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
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
   * @param values as in the chart's {@code values.yaml}, beside the images
   * @throws IllegalStateException with Helm's message when it is not ready in time
   */
  public static void chart(String namespace, Map<String, ?> values) {
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
    }
    var all = new LinkedHashMap<String, Object>(images());
    all.putAll(values);
    Chart.install(RELEASE, namespace, all, TIMEOUT_SECONDS);
  }

  /** Removes the release; custom resource definitions stay. */
  public static void uninstall(String namespace) {
    Helm.uninstall(RELEASE)
        .withNamespace(namespace)
        .withKubeConfig(Path.of(System.getenv("KUBECONFIG")))
        .ignoreNotFound()
        .call();
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
