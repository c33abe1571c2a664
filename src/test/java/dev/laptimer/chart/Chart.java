package dev.laptimer.chart;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.Release;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.function.Function;

/** The chart in {@code helm/}, by a Helm in this process. Values are as in {@code values.yaml}. */
public final class Chart {

  static final Path FOLDER = Path.of("helm");

  private static final Helm HELM = new Helm(FOLDER);

  private static final Helm OFFLINE_HELM = new Helm(copyForAnyKubernetes());

  private Chart() {}

  /** What {@code helm template} prints. */
  public static String render(String release, String namespace, Map<String, ?> values) {
    return withFile(
        values,
        file ->
            OFFLINE_HELM
                .template()
                .withName(release)
                .withNamespace(namespace)
                .withValuesFile(file)
                .call());
  }

  /** What {@code helm upgrade --install --wait} does; KUBECONFIG says in which cluster. */
  public static void install(
      String release, String namespace, Map<String, ?> values, int timeoutSeconds) {
    var kubeconfig = Path.of(System.getenv("KUBECONFIG"));
    var status =
        Helm.list().all().withNamespace(namespace).withKubeConfig(kubeconfig).call().stream()
            .filter(found -> found.getName().equals(release))
            .map(Release::getStatus)
            .findFirst()
            .orElse("none");
    if (status.startsWith("pending")) {
      // An installation that was interrupted: Helm would refuse to go on
      uninstall(release, namespace);
    }
    // Not upgrade().install(): it forgets the values when it installs
    if (status.equals("deployed") || status.equals("failed")) {
      withFile(
          values,
          file ->
              HELM.upgrade()
                  .withName(release)
                  .withNamespace(namespace)
                  .withKubeConfig(kubeconfig)
                  .withValuesFile(file)
                  .waitReady()
                  .withTimeout(timeoutSeconds)
                  .call());
    } else {
      withFile(
          values,
          file ->
              HELM.install()
                  .withName(release)
                  .withNamespace(namespace)
                  .withKubeConfig(kubeconfig)
                  .withValuesFile(file)
                  .waitReady()
                  .withTimeout(timeoutSeconds)
                  .call());
    }
  }

  /** What {@code helm uninstall} does; nothing when there is no such release. */
  public static void uninstall(String release, String namespace) {
    Helm.uninstall(release)
        .withNamespace(namespace)
        .withKubeConfig(Path.of(System.getenv("KUBECONFIG")))
        .ignoreNotFound()
        .call();
  }

  /** Where no cluster is asked, this Helm takes Kubernetes for 1.20, which the chart refuses. */
  private static Path copyForAnyKubernetes() {
    try (var files = Files.walk(FOLDER)) {
      var copy = Files.createTempDirectory("laptimer-chart");
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var target = copy.resolve(FOLDER.relativize(file));
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
      var chart = copy.resolve("Chart.yaml");
      Files.writeString(chart, Files.readString(chart).replaceFirst("\nkubeVersion: .*", ""));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(copy)));
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try (var files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <T> T withFile(Map<String, ?> values, Function<Path, T> use) {
    try {
      var file = Files.createTempFile("values", ".yaml");
      try {
        Files.writeString(file, Serialization.asYaml(values));
        return use.apply(file);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
