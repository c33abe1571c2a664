package dev.laptimer.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the tests apply. */
final class Manifests {

  private Manifests() {}

  /** A published sample, as it is. */
  static String sample(String file) {
    try {
      return Files.readString(Path.of("k8s", "samples", file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A benchmark that takes seconds. */
  static String quick(String targets) {
    return benchmark(targets, "[{operation: Set}, {operation: Get, laps: 2}]", 1, "");
  }

  /** A benchmark whose one trial measures for so long. */
  static String slow(String targets, int seconds) {
    return benchmark(
        targets,
        "[{operation: Set}, {operation: Get, durationSeconds: %d}]".formatted(seconds),
        1,
        "");
  }

  /**
   * A benchmark named {@code race}.
   *
   * @param targets in YAML's flow style
   * @param phases in YAML's flow style
   * @param more fields of the spec in YAML's flow style, each with a comma after it
   */
  static String benchmark(String targets, String phases, int rounds, String more) {
    return """
        apiVersion: laptimer.dev/v1alpha1
        kind: CacheBenchmark
        metadata: {name: race}
        spec: {
          targets: [%s],
          workload: {keys: {count: 500}, expiry: {seconds: 0}, phases: %s},
          rounds: %d,
          %s
        }
        """
        .formatted(targets, phases, rounds, more);
  }

  static final String REDIS = "{name: redis, engine: Redis, server: {}}";
  static final String MEMCACHED = "{name: memcached, engine: Memcached, server: {}}";
}
