package dev.laptimer.local;

import com.fasterxml.jackson.databind.JsonNode;
import dev.laptimer.api.CacheBenchmark;
import dev.laptimer.api.DbCluster;
import dev.laptimer.api.Documents;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The kinds of resources that can be run on one machine. */
enum BenchmarkKind {
  CacheBenchmark("cachebenchmarks"),
  DbCluster("dbclusters");

  private final String plural;

  BenchmarkKind(String plural) {
    this.plural = plural;
  }

  /** The kind of a document; empty if it is none of these. */
  static Optional<BenchmarkKind> of(JsonNode document) {
    return Arrays.stream(values())
        .filter(kind -> kind.name().equals(document.path("kind").asText()))
        .findFirst();
  }

  /** All of them, with a word between the last two. */
  static String all(String word) {
    return Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(" " + word + " "));
  }

  /** Name of its CRD's file. */
  String crd() {
    return plural + ".laptimer.dev-v1.yml";
  }

  /**
   * The benchmark of a resource that {@link SpecValidator} found nothing wrong with.
   *
   * @throws UsageException if it has none
   */
  LocalBenchmark read(JsonNode resource) {
    return switch (this) {
      case CacheBenchmark ->
          new LocalCaches(Documents.json().convertValue(resource, CacheBenchmark.class));
      case DbCluster -> LocalDatabase.of(Documents.json().convertValue(resource, DbCluster.class));
    };
  }
}
