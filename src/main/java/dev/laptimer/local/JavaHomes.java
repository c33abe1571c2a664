package dev.laptimer.local;

import dev.laptimer.api.BenchmarkSpec;
import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.DbBenchmarkSpec;
import dev.laptimer.api.Variant;
import dev.laptimer.plan.Plan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The Java runtimes of this machine that make the trials of variants, in place of the images that a
 * cluster would have.
 *
 * @param byVariant folder of each runtime by the name of its variant
 */
record JavaHomes(Map<String, Path> byVariant) {

  /**
   * Makes sure that each is there and for a variant that exists, and that no variant with an image
   * is without one.
   *
   * @throws UsageException that names what is wrong
   */
  void check(BenchmarkSpec spec) {
    var names = variants(spec);
    byVariant.forEach(
        (name, home) -> {
          if (!names.contains(name)) {
            throw new UsageException(
                "--java %s=%s: there is no variant '%s' in the benchmark; its variants are %s"
                    .formatted(name, home, name, names.isEmpty() ? "none" : names));
          }
          if (!Files.isExecutable(home.resolve("bin").resolve("java"))) {
            throw new UsageException(
                "--java %s=%s: there is no Java runtime, %s cannot be executed"
                    .formatted(name, home, home.resolve("bin").resolve("java")));
          }
        });
    if (spec instanceof CacheBenchmarkSpec caches && caches.variants() != null) {
      caches.variants().stream()
          .filter(variant -> variant.image() != null && !byVariant.containsKey(variant.name()))
          .findFirst()
          .ifPresent(JavaHomes::refuse);
    }
  }

  private static void refuse(Variant variant) {
    throw new UsageException(
        "variant '%s' has the image %s, and no images run here; say which Java runtime of this machine is to take its place: --java %s=JAVA_HOME"
            .formatted(variant.name(), variant.image(), variant.name()));
  }

  private static List<String> variants(BenchmarkSpec spec) {
    if (spec instanceof CacheBenchmarkSpec caches) {
      return caches.variants() == null
          ? List.of()
          : caches.variants().stream().map(Variant::name).toList();
    }
    return ((DbBenchmarkSpec) spec)
        .variantsOrDefault().stream()
            .map(DbBenchmarkSpec.Variant::name)
            .filter(Objects::nonNull)
            .toList();
  }

  /** The plan by which the variants are measured with these runtimes. */
  Plan of(Plan plan) {
    return byVariant.isEmpty()
        ? plan
        : plan.withJavaHomes(
            byVariant.entrySet().stream()
                .collect(
                    Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().toAbsolutePath().toString())));
  }
}
