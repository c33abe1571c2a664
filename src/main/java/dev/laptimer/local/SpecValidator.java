package dev.laptimer.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import dev.laptimer.api.Documents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Checks a resource as the API server would, by the very CRD that a cluster gets: its schema first,
 * then its CEL rules. A field that the schema does not know is an error, as it is for {@code
 * kubectl apply}.
 */
final class SpecValidator {

  /** A name of an object, RFC 1123. */
  private static final String OBJECT_NAME =
      "^[a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";

  private final JsonNode openApiSchema;
  private final Schema schema;
  private final CelRules rules = new CelRules();

  private SpecValidator(JsonNode openApiSchema) {
    this.openApiSchema = openApiSchema;
    this.schema = SchemaRegistry.withDefaultDialect(dialect()).getSchema(openApiSchema);
  }

  /** JSON schema with the words that Kubernetes adds and that are looked at elsewhere. */
  private static Dialect dialect() {
    var base = Dialects.getDraft202012();
    return Dialect.builder(base.getId(), base)
        .keywords(
            Stream.of("validations", "int-or-string", "list-type", "list-map-keys")
                .map(word -> new NonValidationKeyword("x-kubernetes-" + word))
                .toList())
        .build();
  }

  /** The validator of a kind. */
  static SpecValidator of(BenchmarkKind kind) {
    try (var file = SpecValidator.class.getResourceAsStream("/crds/" + kind.crd())) {
      var crd =
          Documents.yaml()
              .readTree(Objects.requireNonNull(file, "the CRD is not on the class path"))
              .get("spec");
      var version = crd.get("versions").get(0);
      var schema = (ObjectNode) version.get("schema").get("openAPIV3Schema");
      closeObjects(schema);
      addObjectMeta(
          schema,
          crd.get("group").asText() + "/" + version.get("name").asText(),
          crd.get("names").get("kind").asText());
      return new SpecValidator(schema);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All that is wrong, by path; empty if nothing is. */
  List<Problem> problems(JsonNode resource) {
    var problems = new ArrayList<Problem>();
    for (var error : schema.validate(resource)) {
      var problem = SchemaMessages.problem(openApiSchema, error);
      // What is of the wrong type is so for every other keyword too
      if (isType(error)) {
        problems.removeIf(other -> other.path().equals(problem.path()));
      }
      if (problems.stream().noneMatch(other -> other.path().equals(problem.path()))) {
        problems.add(problem);
      }
    }
    problems.addAll(rules.problems(openApiSchema, resource, List.copyOf(problems)));
    problems.sort(Comparator.comparing(Problem::path));
    return List.copyOf(problems);
  }

  private static boolean isType(Error error) {
    return error.getKeyword().equals("type");
  }

  /** What the schema of an object does not declare, the API server drops; here it is an error. */
  private static void closeObjects(JsonNode node) {
    if (node instanceof ObjectNode schema) {
      if (schema.path("properties").isObject() && !schema.has("additionalProperties")) {
        schema.put("additionalProperties", false);
      }
      if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
        schema.remove("anyOf");
        schema.putArray("type").add("integer").add("string");
      }
    }
    node.forEach(SpecValidator::closeObjects);
  }

  /** What the API server checks of every kind, as far as a file has it. */
  private static void addObjectMeta(ObjectNode schema, String apiVersion, String kind) {
    var properties = (ObjectNode) schema.get("properties");
    properties.putObject("apiVersion").putArray("enum").add(apiVersion);
    properties.putObject("kind").putArray("enum").add(kind);
    var metadata = properties.putObject("metadata").put("type", "object");
    metadata.putArray("required").add("name");
    metadata
        .putObject("properties")
        .putObject("name")
        .put("type", "string")
        .put("description", "Name of the benchmark.")
        .put("maxLength", 253)
        .putArray("x-kubernetes-validations")
        .addObject()
        .put("rule", "self.matches('%s')".formatted(OBJECT_NAME))
        .put(
            "message",
            "must be lower-case letters, digits, '-' and '.', begin and end with a letter or digit");
    ((ArrayNode) schema.get("required")).add("apiVersion").add("kind").add("metadata");
  }
}
