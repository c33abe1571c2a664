package dev.laptimer.local;

import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.CacheBenchmarkSpec.Endpoint;
import dev.laptimer.api.EngineName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The Secrets that a spec refers to, which for a run on this machine are files. */
final class LocalSecrets {

  private LocalSecrets() {}

  /**
   * Makes sure that every file is there.
   *
   * @param folder with a folder for each Secret and in it a file for each key; may be null
   * @throws UsageException that names what is missing
   */
  static void check(CacheBenchmarkSpec spec, Path folder) {
    var files =
        spec.targets().stream()
            .filter(target -> target.endpoint() != null)
            .flatMap(target -> files(target.engine(), target.endpoint()).stream())
            .distinct()
            .toList();
    var missing =
        files.stream()
            .filter(file -> folder == null || !Files.isReadable(folder.resolve(file)))
            .map(file -> "\n  " + (folder == null ? Path.of("DIR") : folder).resolve(file))
            .collect(Collectors.joining());
    if (!missing.isEmpty()) {
      throw new UsageException(
          (folder == null
                  ? "the endpoints need Secrets; give a folder that has them by --secrets DIR, with the files:"
                  : "the endpoints need Secrets, and these files are not there or cannot be read:")
              + missing);
    }
  }

  private static List<String> files(EngineName engine, Endpoint endpoint) {
    var files = new ArrayList<String>();
    if (endpoint.auth() != null) {
      files.add(endpoint.auth().secretRef().name() + "/password");
      if (engine == EngineName.MongoDB) {
        files.add(endpoint.auth().secretRef().name() + "/username");
      }
    }
    var tls = endpoint.tls();
    if (tls != null && tls.caSecretRef() != null) {
      files.add(tls.caSecretRef().name() + "/" + tls.caSecretRef().key());
    }
    if (tls != null && tls.clientCertificateSecretRef() != null) {
      files.add(tls.clientCertificateSecretRef().name() + "/tls.crt");
      files.add(tls.clientCertificateSecretRef().name() + "/tls.key");
    }
    return files;
  }
}
