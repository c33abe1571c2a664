package dev.laptimer.chart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is made from other files of this project: the chart's copies of {@code crds/}, and from the
 * chart the manifests in {@code k8s/} for whoever has no Helm. {@code make k8s} writes them.
 */
final class PlainManifests {

  private static final String NAMESPACE = "laptimer-system";

  private PlainManifests() {}

  public static void main(String[] arguments) throws IOException {
    for (var file : chartCrds().entrySet()) {
      Files.writeString(file.getKey(), file.getValue());
    }
    for (var file : manifests().entrySet()) {
      Files.writeString(file.getKey(), file.getValue());
    }
  }

  /** The chart's copies of the custom resource definitions: Helm sees no file outside a chart. */
  static Map<Path, String> chartCrds() throws IOException {
    var files = new TreeMap<Path, String>();
    try (var crds = Files.list(Path.of("crds"))) {
      for (var crd : crds.toList()) {
        files.put(
            Chart.FOLDER.resolve("files/crds").resolve(crd.getFileName()), Files.readString(crd));
      }
    }
    return files;
  }

  /** The plain manifests. */
  static Map<Path, String> manifests() {
    var files = new LinkedHashMap<Path, String>();
    files.put(
        Path.of("k8s/install.yaml"),
        manifest("Laptimer for the benchmarks of all namespaces.", "All"));
    files.put(
        Path.of("k8s/install-namespaced.yaml"),
        manifest("Laptimer for the benchmarks of namespace " + NAMESPACE + " only.", "Own"));
    return files;
  }

  private static String manifest(String what, String watchMode) {
    var rendered =
        Chart.render(
            "laptimer",
            NAMESPACE,
            Map.of("watch", Map.of("mode", watchMode), "crds", Map.of("keep", false)));
    return """
        # %s Made from helm/ by `make k8s`.
        #
        #   kubectl apply --server-side -f FILE
        ---
        apiVersion: v1
        kind: Namespace
        metadata:
          name: %s
          labels:
            app.kubernetes.io/part-of: laptimer
            pod-security.kubernetes.io/enforce: restricted
        """
            .formatted(what, NAMESPACE)
        + withoutHelm(rendered);
  }

  /** Nobody's Helm manages these objects. */
  private static String withoutHelm(String rendered) {
    return rendered
        .replaceAll("(?m)^# Source: .*\\n", "")
        .replaceAll("(?m)^ +(app\\.kubernetes\\.io/managed-by|helm\\.sh/chart): .*\\n", "")
        .replaceAll("(?m)^\\s*\\n", "");
  }
}
