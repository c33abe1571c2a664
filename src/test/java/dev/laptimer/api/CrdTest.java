package dev.laptimer.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of {@code crds/} are what the types say; {@code make crds} writes them. */
class CrdTest {

  private static final Path FOLDER = Path.of("crds");

  private static final String CACHE_BENCHMARK = "cachebenchmarks.laptimer.dev-v1.yml";
  private static final String DB_CLUSTER = "dbclusters.laptimer.dev-v1.yml";

  private static Map<String, CustomResourceDefinition> crds;

  @BeforeAll
  static void generate() throws IOException {
    var generated = Crds.generate();
    if (Boolean.getBoolean("crds.write")) {
      for (var file : generated.entrySet()) {
        Files.writeString(FOLDER.resolve(file.getKey()), file.getValue());
      }
    }
    crds = new TreeMap<>();
    generated.forEach(
        (file, text) ->
            crds.put(file, Serialization.unmarshal(text, CustomResourceDefinition.class)));
  }

  @Test
  void theFolderHoldsWhatTheTypesSay() throws IOException {
    var files = new TreeMap<String, String>();
    try (var paths = Files.list(FOLDER)) {
      for (var path : paths.toList()) {
        files.put(path.getFileName().toString(), Files.readString(path));
      }
    }
    assertThat(files).as("the files of crds/ differ; run make crds").isEqualTo(Crds.generate());
  }

  @ParameterizedTest
  @ValueSource(strings = {CACHE_BENCHMARK, DB_CLUSTER})
  void everyFieldIsDescribed(String file) {
    var silent = new ArrayList<String>();
    Crds.walk(
        "",
        schema(file),
        (path, field) -> {
          var element = path.endsWith("[]") || path.endsWith("{}");
          if (!element && (field.getDescription() == null || field.getDescription().isBlank())) {
            silent.add(path);
          }
        });
    assertThat(silent).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {CACHE_BENCHMARK, DB_CLUSTER})
  void everyStringListAndMapOfTheSpecIsBounded(String file) {
    var unbounded = new ArrayList<String>();
    Crds.walk(
        "spec",
        schema(file).getProperties().get("spec"),
        (path, field) -> {
          var bounded =
              switch (field.getType() == null ? "intOrString" : field.getType()) {
                case "string" -> field.getEnum() != null || field.getMaxLength() != null;
                case "intOrString" -> field.getMaxLength() != null;
                case "array" -> field.getMaxItems() != null;
                case "object" ->
                    field.getAdditionalProperties() == null || field.getMaxProperties() != null;
                default -> true;
              };
          if (!bounded) {
            unbounded.add(path);
          }
        });
    assertThat(unbounded).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {CACHE_BENCHMARK, DB_CLUSTER})
  void everyIntegerOfOurOwnInTheSpecHasARange(String file) {
    var open = new ArrayList<String>();
    Crds.walk(
        "spec",
        schema(file).getProperties().get("spec"),
        (path, field) -> {
          var ofAPod = path.contains(".placement.");
          if ("integer".equals(field.getType())
              && !ofAPod
              && (field.getMinimum() == null || field.getMaximum() == null)) {
            open.add(path);
          }
        });
    assertThat(open).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {CACHE_BENCHMARK, DB_CLUSTER})
  void noFieldOfTheSpecHasADefaultOfTheSchema(String file) {
    var defaults = new ArrayList<String>();
    Crds.walk(
        "spec",
        schema(file).getProperties().get("spec"),
        (path, field) -> {
          if (field.getDefault() != null) {
            defaults.add(path);
          }
        });
    assertThat(defaults).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {CACHE_BENCHMARK, DB_CLUSTER})
  void aStatusThatNobodyWroteIsOfGenerationMinusOne(String file) {
    assertThat(schema(file).getProperties().get("status").getDefault())
        .hasToString("{\"observedGeneration\":-1}");
  }

  @ParameterizedTest
  @ValueSource(strings = {CACHE_BENCHMARK, DB_CLUSTER})
  void conditionsAreAMapByType(String file) {
    var conditions = schema(file).getProperties().get("status").getProperties().get("conditions");
    assertThat(conditions.getXKubernetesListType()).isEqualTo("map");
    assertThat(conditions.getXKubernetesListMapKeys()).containsExactly("type");
    assertThat(conditions.getItems().getSchema().getRequired())
        .containsExactly("lastTransitionTime", "message", "reason", "status", "type");
  }

  @Test
  void kubectlGetAnswersInOneLine() {
    assertThat(columns(CACHE_BENCHMARK))
        .containsExactly("State", "Summary", "Trust", "Age", "Run", "Reason");
    assertThat(columns(DB_CLUSTER))
        .containsExactly(
            "State",
            "Ready",
            "Primary",
            "Size",
            "Proxy",
            "Summary",
            "Benchmark",
            "Age",
            "Timings",
            "Reason");
  }

  private static List<String> columns(String file) {
    return crds.get(file).getSpec().getVersions().get(0).getAdditionalPrinterColumns().stream()
        .map(CustomResourceColumnDefinition::getName)
        .toList();
  }

  @Test
  void namesAreTheOnesThatUsersType() {
    assertThat(names(CACHE_BENCHMARK))
        .isEqualTo(
            Map.of(
                "short", List.of("cbench"),
                "categories", List.of("benchmarks"),
                "kind", List.of("CacheBenchmark"),
                "plural", List.of("cachebenchmarks")));
    assertThat(names(DB_CLUSTER))
        .isEqualTo(
            Map.of(
                "short", List.of("dbc"),
                "categories", List.of("benchmarks"),
                "kind", List.of("DbCluster"),
                "plural", List.of("dbclusters")));
  }

  private static Map<String, List<String>> names(String file) {
    var names = crds.get(file).getSpec().getNames();
    return Map.of(
        "short", names.getShortNames(),
        "categories", names.getCategories(),
        "kind", List.of(names.getKind()),
        "plural", List.of(names.getPlural()));
  }

  @ParameterizedTest
  @ValueSource(strings = {CACHE_BENCHMARK, DB_CLUSTER})
  void itIsSmallEnoughForClientSideApply(String file) throws IOException {
    // kubectl apply keeps a copy in an annotation, and annotations end at 262,144 bytes
    assertThat(Files.size(FOLDER.resolve(file))).isLessThan(200 * 1024);
  }

  private static JSONSchemaProps schema(String file) {
    return crds.get(file).getSpec().getVersions().get(0).getSchema().getOpenAPIV3Schema();
  }
}
