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

/** The files of {@code crds/} are what the types say; {@code make crds} writes them. */
class CrdTest {

  private static final Path FOLDER = Path.of("crds");

  private static CustomResourceDefinition crd;

  @BeforeAll
  static void generate() throws IOException {
    var generated = Crds.generate();
    if (Boolean.getBoolean("crds.write")) {
      for (var file : generated.entrySet()) {
        Files.writeString(FOLDER.resolve(file.getKey()), file.getValue());
      }
    }
    crd =
        Serialization.unmarshal(
            generated.get("cachebenchmarks.laptimer.dev-v1.yml"), CustomResourceDefinition.class);
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

  @Test
  void everyFieldIsDescribed() {
    var silent = new ArrayList<String>();
    Crds.walk(
        "",
        schema(),
        (path, field) -> {
          var element = path.endsWith("[]") || path.endsWith("{}");
          if (!element && (field.getDescription() == null || field.getDescription().isBlank())) {
            silent.add(path);
          }
        });
    assertThat(silent).isEmpty();
  }

  @Test
  void everyStringListAndMapOfTheSpecIsBounded() {
    var unbounded = new ArrayList<String>();
    Crds.walk(
        "spec",
        schema().getProperties().get("spec"),
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

  @Test
  void everyIntegerOfOurOwnInTheSpecHasARange() {
    var open = new ArrayList<String>();
    Crds.walk(
        "spec",
        schema().getProperties().get("spec"),
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

  @Test
  void noFieldOfTheSpecHasADefaultOfTheSchema() {
    var defaults = new ArrayList<String>();
    Crds.walk(
        "spec",
        schema().getProperties().get("spec"),
        (path, field) -> {
          if (field.getDefault() != null) {
            defaults.add(path);
          }
        });
    assertThat(defaults).isEmpty();
  }

  @Test
  void aStatusThatNobodyWroteIsOfGenerationMinusOne() {
    assertThat(schema().getProperties().get("status").getDefault())
        .hasToString("{\"observedGeneration\":-1}");
  }

  @Test
  void conditionsAreAMapByType() {
    var conditions = schema().getProperties().get("status").getProperties().get("conditions");
    assertThat(conditions.getXKubernetesListType()).isEqualTo("map");
    assertThat(conditions.getXKubernetesListMapKeys()).containsExactly("type");
    assertThat(conditions.getItems().getSchema().getRequired())
        .containsExactly("lastTransitionTime", "message", "reason", "status", "type");
  }

  @Test
  void kubectlGetAnswersInOneLine() {
    assertThat(crd.getSpec().getVersions().get(0).getAdditionalPrinterColumns())
        .extracting(CustomResourceColumnDefinition::getName)
        .containsExactly("State", "Summary", "Trust", "Age", "Run", "Reason");
  }

  @Test
  void namesAreTheOnesThatUsersType() {
    var names = crd.getSpec().getNames();
    assertThat(
            Map.of(
                "short", names.getShortNames(),
                "categories", names.getCategories(),
                "kind", List.of(names.getKind()),
                "plural", List.of(names.getPlural())))
        .isEqualTo(
            Map.of(
                "short", List.of("cbench"),
                "categories", List.of("benchmarks"),
                "kind", List.of("CacheBenchmark"),
                "plural", List.of("cachebenchmarks")));
  }

  @Test
  void itIsSmallEnoughForClientSideApply() throws IOException {
    // kubectl apply keeps a copy in an annotation, and annotations end at 262,144 bytes
    assertThat(Files.size(FOLDER.resolve("cachebenchmarks.laptimer.dev-v1.yml")))
        .isLessThan(200 * 1024);
  }

  private static JSONSchemaProps schema() {
    return crd.getSpec().getVersions().get(0).getSchema().getOpenAPIV3Schema();
  }
}
