package dev.laptimer.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.CacheBenchmarkSpec.Phase;
import dev.laptimer.api.CacheBenchmarkSpec.Workload;
import dev.laptimer.api.DbBenchmarkSpec;
import dev.laptimer.api.Documents;
import dev.laptimer.api.FaultAction;
import dev.laptimer.api.Operation;
import dev.laptimer.plan.DbPlanner;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Planner.Address;
import dev.laptimer.result.ResultDocument.FailoverEvent;
import dev.laptimer.result.ResultDocument.FailoverResult;
import dev.laptimer.result.ResultDocument.Moment;
import dev.laptimer.result.ResultDocument.Placement;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ResultDocumentSchemaTest {

  private static final JsonNode SCHEMA = schema();

  static List<Named<DocumentFixture>> documents() {
    return List.of(
        Named.of("the classic one", DocumentFixture.of("redis", "memcached")),
        Named.of(
            "a partial one",
            DocumentFixture.of("redis").failsAfter(3, Reason.TimedOut, "time is up")),
        Named.of(
            "one that failed before the first trial",
            DocumentFixture.of("redis").failsAfter(0, Reason.AuthenticationFailed, "no")),
        Named.of(
            "one of a cluster, with an endpoint",
            DocumentFixture.of("redis", "valkey")
                .endpoint("valkey", "cache.example.com")
                .placement(
                    new Placement(
                        "node-1",
                        "laptimer",
                        "sha256:1",
                        Map.of("redis", new Placement.ServerPod("node-2", "redis", "sha256:2"))))),
        Named.of(
            "one with errors, by duration",
            DocumentFixture.of("redis")
                .workload(
                    new Workload(
                        null,
                        null,
                        null,
                        null,
                        null,
                        List.of(
                            new Phase(null, Operation.Set, null, null),
                            new Phase(null, Operation.Get, null, 2)),
                        null,
                        null))
                .phase("redis", "get", p -> DocumentFixture.withCounts(p, 3, 2, 1, 1))));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void whatARunLeavesIsValidAndReadBackTheSame(DocumentFixture fixture) {
    assertValid(fixture.build());
  }

  @Test
  void whatARunOfADatabaseClusterLeavesIsValidAndReadBackTheSame() {
    assertValid(DatabaseFixture.reads().build());
  }

  private static void assertValid(ResultDocument document) {
    var json = Documents.toJson(document);
    assertThat(errors(Documents.fromJson(json, JsonNode.class))).isEmpty();
    assertThat(Documents.fromJson(json, ResultDocument.class)).isEqualTo(document);
  }

  @Test
  void aDocumentOfADatabaseClusterIsValidAndReadBackTheSame() {
    var spec =
        Documents.fromJson("{\"failover\": {\"kills\": 1, \"stops\": 0}}", DbBenchmarkSpec.class);
    var plan =
        DbPlanner.plan(
            spec,
            new DbPlanner.Run(
                "orders",
                1,
                7,
                new Address("127.0.0.1", 3306),
                List.of(
                    new Plan.Member("orders-0", "127.0.0.1", 3307),
                    new Plan.Member("orders-1", "127.0.0.2", 3307)),
                "/secrets/orders-users"));
    var cache = DocumentFixture.of("redis").build();
    var event =
        new FailoverEvent(
            1,
            FaultAction.Kill,
            "orders-1",
            cache.startTime(),
            6_100_000,
            20_000_000,
            1,
            1,
            6_000_000,
            Map.of("SQLSTATE 08000: timed out", 1L),
            List.of(
                new Moment(-5, "Members", null, "orders-0, orders-1"),
                new Moment(0, "FailedWrite", 2_000_000L, "SQLSTATE 08000: timed out"),
                new Moment(7, "SlowWrite", 6_000_000L, null)));
    for (var lost : Arrays.asList(0L, null)) {
      var document =
          new ResultDocument(
              1,
              "DbCluster",
              "1",
              spec,
              plan,
              cache.startTime(),
              cache.finishTime(),
              cache.outcome(),
              cache.environment(),
              List.of(),
              List.of(),
              new FailoverResult(100, lost, lost, 900, List.of(event)),
              null,
              null,
              null);
      var json = Documents.toJson(document);
      assertThat(errors(Documents.fromJson(json, JsonNode.class))).isEmpty();
      assertThat(Documents.fromJson(json, ResultDocument.class)).isEqualTo(document);
    }
  }

  @Test
  void aFieldOfALaterVersionIsIgnored() {
    var tree = classic();
    tree.putObject("later").put("than", "this");
    assertThat(errors(tree)).isEmpty();
    assertThat(Documents.json().convertValue(tree, ResultDocument.class))
        .isEqualTo(DocumentFixture.of("redis").build());
  }

  static List<Named<Consumer<ObjectNode>>> breaks() {
    return List.of(
        Named.of("another schemaVersion", tree -> tree.put("schemaVersion", 2)),
        Named.of("another kind", tree -> tree.put("kind", "DbBenchmark")),
        Named.of("no plan", tree -> tree.remove("plan")),
        Named.of("no trials", tree -> tree.remove("trials")),
        Named.of("a time that is none", tree -> tree.put("startTime", "yesterday")),
        Named.of("a lap in words", tree -> ((ArrayNode) phase(tree).get("lapNanos")).add("long")),
        Named.of("a negative count", tree -> phase(tree).put("errors", -1)),
        Named.of("an unknown operation", tree -> phase(tree).put("operation", "Increment")),
        Named.of("no outcome", tree -> ((ObjectNode) tree.get("outcome")).remove("complete")),
        Named.of(
            "more steal than time",
            tree -> ((ObjectNode) phase(tree).get("window")).put("stealRatio", 1.5)));
  }

  @ParameterizedTest
  @MethodSource("breaks")
  void aBrokenDocumentIsRefused(Consumer<ObjectNode> damage) {
    var tree = classic();
    damage.accept(tree);
    assertThat(errors(tree)).isNotEmpty();
  }

  @Test
  void everyComponentOfTheRecordsIsInTheSchemaWithADescription() {
    var missing = new ArrayList<String>();
    compare(ResultDocument.class, SCHEMA, "", missing);
    assertThat(missing).isEmpty();
  }

  @Test
  void whatIsRequiredIsDescribedToo() {
    var unknown = new ArrayList<String>();
    for (var definition : SCHEMA.get("$defs").properties()) {
      for (var name : definition.getValue().get("required")) {
        if (!definition.getValue().get("properties").has(name.asText())) {
          unknown.add(definition.getKey() + "." + name.asText());
        }
      }
    }
    assertThat(unknown).isEmpty();
  }

  /** The spec's own schema is that of the CRD. */
  private static void compare(
      Class<?> type, JsonNode schema, String path, List<String> differences) {
    if (type == CacheBenchmarkSpec.class) {
      return;
    }
    var properties = schema.path("properties");
    var names = Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).toList();
    properties
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!names.contains(name)) {
                differences.add(path + "." + name + " is in the schema only");
              }
            });
    for (var component : type.getRecordComponents()) {
      var where = path + "." + component.getName();
      var property = properties.path(component.getName());
      if (property.isMissingNode()) {
        differences.add(where + " is not in the schema");
      } else if (!property.has("description")) {
        differences.add(where + " has no description");
      } else {
        var element = element(component.getGenericType());
        if (element.isRecord()) {
          compare(element, elementSchema(property), where, differences);
        }
      }
    }
  }

  /** What is in a list or a map, or the type itself. */
  private static Class<?> element(Type type) {
    if (type instanceof ParameterizedType generic) {
      var arguments = generic.getActualTypeArguments();
      return element(arguments[arguments.length - 1]);
    }
    return (Class<?>) type;
  }

  private static JsonNode elementSchema(JsonNode property) {
    if (property.has("items")) {
      return elementSchema(property.get("items"));
    }
    if (property.has("additionalProperties")) {
      return elementSchema(property.get("additionalProperties"));
    }
    return property.has("$ref") ? SCHEMA.at(property.get("$ref").asText().substring(1)) : property;
  }

  private static ObjectNode classic() {
    return Documents.json().valueToTree(DocumentFixture.of("redis").build());
  }

  private static ObjectNode phase(JsonNode document) {
    return (ObjectNode) document.at("/trials/0/phases/0");
  }

  private static List<String> errors(JsonNode document) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(SCHEMA)
        .validate(
            document,
            context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)))
        .stream()
        .map(Object::toString)
        .toList();
  }

  private static JsonNode schema() {
    try (var file = ResultDocument.class.getResourceAsStream("/schema/result-document.json")) {
      return Documents.json().readTree(file);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
