package dev.laptimer.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.crdv2.generator.CRDGenerator.CRDOutput;
import io.fabric8.crdv2.generator.CRDPostProcessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinitionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.ValidationRuleBuilder;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Generates the files of {@code crds/} from the types of this package. What the generator cannot be
 * told by an annotation is added here.
 */
final class Crds {

  /** A resource quantity, as the API server itself writes it for its own kinds. */
  private static final String QUANTITY =
      "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

  private Crds() {}

  /** The text of each file, by its name. */
  static Map<String, String> generate() {
    var files = new TreeMap<String, ByteArrayOutputStream>();
    var output =
        new CRDOutput<ByteArrayOutputStream>() {
          @Override
          public ByteArrayOutputStream outputFor(String crdName) {
            return files.computeIfAbsent(crdName + ".yml", name -> new ByteArrayOutputStream());
          }

          @Override
          public void close() {}
        };
    new CRDGenerator()
        .customResourceClasses(CacheBenchmark.class, DbCluster.class)
        .forCRDVersions("v1")
        .withMinQuotes(true)
        .withParallelGenerationEnabled(false)
        .withPostProcessor(
            new CRDPostProcessor() {
              @Override
              public HasMetadata process(HasMetadata crd, String crdVersion) {
                return complete((CustomResourceDefinition) crd);
              }
            })
        .withOutput(output)
        .generate();
    var texts = new TreeMap<String, String>();
    files.forEach((name, bytes) -> texts.put(name, bytes.toString(StandardCharsets.UTF_8)));
    return texts;
  }

  /** Calls {@code visitor} for a schema and all that is inside it, with the path of each. */
  static void walk(
      String path, JSONSchemaProps schema, BiConsumer<String, JSONSchemaProps> visitor) {
    visitor.accept(path, schema);
    if (schema.getProperties() != null) {
      schema
          .getProperties()
          .forEach((name, property) -> walk(path + "." + name, property, visitor));
    }
    if (schema.getItems() != null) {
      walk(path + "[]", schema.getItems().getSchema(), visitor);
    }
    if (schema.getAdditionalProperties() != null) {
      walk(path + "{}", schema.getAdditionalProperties().getSchema(), visitor);
    }
  }

  private static CustomResourceDefinition complete(CustomResourceDefinition crd) {
    var version = crd.getSpec().getVersions().get(0);
    var schema = version.getSchema().getOpenAPIV3Schema();
    var spec = schema.getProperties().get("spec");
    // The generator would order the columns by their JSON paths
    switch (crd.getSpec().getNames().getKind()) {
      case "CacheBenchmark" -> {
        version.setAdditionalPrinterColumns(
            List.of(
                column("State", "string", ".status.state", 0),
                column("Summary", "string", ".status.summary", 0),
                column("Trust", "string", ".status.trust.level", 0),
                column("Age", "date", ".metadata.creationTimestamp", 0),
                column("Run", "integer", ".status.run.number", 1),
                column("Reason", "string", ".status.conditions[?(@.type==\"Ready\")].reason", 1)));
        schema.setDescription("Caches put on the same track and timed, and how that came out.");
        spec.setDescription("What is compared, how, and where it runs.");
      }
      case "DbCluster" -> {
        version.setAdditionalPrinterColumns(
            List.of(
                column("State", "string", ".status.state", 0),
                column("Ready", "string", ".status.ready", 0),
                column("Primary", "boolean", ".status.primary", 0),
                column("Size", "integer", ".status.size", 0),
                column("Proxy", "string", ".status.proxy.ready", 0),
                column("Summary", "string", ".status.summary", 0),
                column("Benchmark", "string", ".status.benchmark.state", 0),
                column("Age", "date", ".metadata.creationTimestamp", 0),
                column("Timings", "string", ".status.benchmark.summary", 1),
                column("Reason", "string", ".status.conditions[?(@.type==\"Ready\")].reason", 1)));
        schema.setDescription("A database cluster that stays up, and how it is.");
        spec.setDescription("What the cluster consists of.");
        schema.setXKubernetesValidations(
            List.of(
                new ValidationRuleBuilder()
                    .withRule(
                        "size(self.metadata.name) <= 40 && self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')")
                    .withMessage(
                        "`metadata.name` must have at most 40 lower-case letters, digits and '-', begin with a letter"
                            + " and end with a letter or digit: members and Services are named after it")
                    .build()));
      }
      default -> throw new IllegalStateException(crd.getSpec().getNames().getKind());
    }
    walk("spec", spec, Crds::completeSpec);
    var status = schema.getProperties().get("status");
    status.setDescription("What became of it. Written by the operator.");
    completeConditions(status.getProperties().get("conditions"));
    var benchmark = status.getProperties().get("benchmark");
    if (benchmark != null) {
      completeConditions(benchmark.getProperties().get("conditions"));
    }
    return crd;
  }

  private static CustomResourceColumnDefinition column(
      String name, String type, String path, int priority) {
    return new CustomResourceColumnDefinitionBuilder()
        .withName(name)
        .withType(type)
        .withJsonPath(path)
        .withPriority(priority == 0 ? null : priority)
        .build();
  }

  /** Enums that hold the names of all kinds, cut down to those of one. */
  private static final Map<String, List<?>> NAMES_OF_A_KIND =
      Map.of(
          "spec.targets[].engine", EngineName.CACHES,
          "spec.workload.phases[].operation", Operation.OF_CACHES,
          "spec.benchmark.workload.phases[].operation", Operation.OF_TABLES,
          "spec.benchmark.variants[].client", ClientName.OF_DATABASES,
          "spec.targets[].client", ClientName.OF_CACHES,
          "spec.variants[].client", ClientName.OF_CACHES);

  private static void completeSpec(String path, JSONSchemaProps schema) {
    if (NAMES_OF_A_KIND.containsKey(path)) {
      schema.setEnum(
          NAMES_OF_A_KIND.get(path).stream()
              .sorted(Comparator.comparing(Object::toString))
              .map(name -> (JsonNode) TextNode.valueOf(name.toString()))
              .toList());
    }
    if (path.endsWith(".resources")) {
      // Device claims refer to the pod's, which cannot be given
      schema.getProperties().remove("claims");
    }
    if (Boolean.TRUE.equals(schema.getXKubernetesIntOrString())) {
      schema.setPattern(QUANTITY);
      schema.setMaxLength(64L);
    }
    if (schema.getXKubernetesValidations() != null) {
      // The generator sees a rule of a record's component twice, as the field's and the accessor's
      schema.setXKubernetesValidations(
          schema.getXKubernetesValidations().stream().distinct().toList());
    }
    bound(schema);
    describeAsPod(path, schema);
  }

  /**
   * Limits for what has none of its own, the fields of a pod's spec above all: without them the API
   * server takes CEL rules to cost too much.
   */
  private static void bound(JSONSchemaProps schema) {
    if ("string".equals(schema.getType())
        && schema.getEnum() == null
        && schema.getMaxLength() == null) {
      schema.setMaxLength(1024L);
    }
    if ("array".equals(schema.getType()) && schema.getMaxItems() == null) {
      schema.setMaxItems(64L);
    }
    if (schema.getAdditionalProperties() != null && schema.getMaxProperties() == null) {
      schema.setMaxProperties(64L);
    }
  }

  /** The fields of a pod's spec have their descriptions in the API server. */
  private static void describeAsPod(String path, JSONSchemaProps schema) {
    if (schema.getDescription() != null || path.endsWith("[]") || path.endsWith("{}")) {
      return;
    }
    var inPod =
        path.replaceFirst("^.*\\.placement\\.", "")
            .replaceFirst("^.*\\.resources\\.", "containers.resources.")
            .replace("[]", "");
    schema.setDescription("As in a pod: kubectl explain pod.spec." + inPod);
  }

  /** A list that is a map by type, so that the owner of one condition leaves the others alone. */
  private static void completeConditions(JSONSchemaProps conditions) {
    conditions.setXKubernetesListType("map");
    conditions.setXKubernetesListMapKeys(List.of("type"));
    var condition = conditions.getItems().getSchema();
    condition.setRequired(List.of("lastTransitionTime", "message", "reason", "status", "type"));
    var descriptions =
        Map.of(
            "type", "Name of the condition.",
            "status", "True, False or Unknown.",
            "observedGeneration", "Generation of the spec that the condition speaks of.",
            "lastTransitionTime", "When its status last changed.",
            "reason", "Why, in one word, for programs. The README lists all reasons.",
            "message", "Why, in a sentence, for people.");
    descriptions.forEach(
        (name, description) -> condition.getProperties().get(name).setDescription(description));
  }
}
