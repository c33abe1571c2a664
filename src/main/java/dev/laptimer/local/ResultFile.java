package dev.laptimer.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.laptimer.api.Documents;
import dev.laptimer.result.ResultDocument;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;

/**
 * Reads a result document in each form in which people come by one: the JSON itself, the same with
 * gzip, or the ConfigMap that holds it as {@code kubectl get configmap -o yaml} (or {@code json})
 * prints it.
 */
final class ResultFile {

  /** Most bytes of a document, unpacked; the largest that Laptimer writes has some 10 MB. */
  static final int MAX_BYTES = 64 * 1024 * 1024;

  private static final String PLAIN_KEY = "result.json";
  private static final String GZIP_KEY = "result.json.gz";
  private static final String SCHEMA = "/schema/result-document.json";
  private static final int PROBLEMS_SHOWN = 5;

  private ResultFile() {}

  /** Says why something is not a result document that can be read. */
  static final class BadResultException extends Exception {
    BadResultException(String message) {
      super(message);
    }
  }

  static ResultDocument read(InputStream stream) throws IOException, BadResultException {
    return document(bounded(stream));
  }

  private static ResultDocument document(byte[] bytes) throws IOException, BadResultException {
    if (bytes.length == 0) {
      throw new BadResultException("it is empty");
    }
    var plain = isGzip(bytes) ? unpacked(bytes) : bytes;
    var tree = parsed(plain);
    var kind = tree.path("kind").asText();
    if (tree.path("apiVersion").asText().equals("v1")
        && (kind.equals("ConfigMap") || kind.equals("List"))) {
      return document(inside(tree));
    }
    return checked(tree);
  }

  private static byte[] bounded(InputStream stream) throws IOException, BadResultException {
    var bytes = stream.readNBytes(MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) {
      throw new BadResultException(
          "it is larger than %d MiB, the most that is read".formatted(MAX_BYTES / 1024 / 1024));
    }
    return bytes;
  }

  private static boolean isGzip(byte[] bytes) {
    return bytes.length > 2 && (bytes[0] & 0xff) == 0x1f && (bytes[1] & 0xff) == 0x8b;
  }

  private static byte[] unpacked(byte[] bytes) throws BadResultException {
    try (var stream = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return bounded(stream);
    } catch (IOException e) {
      throw new BadResultException("its gzip data is damaged: " + e.getMessage());
    }
  }

  private static JsonNode parsed(byte[] bytes) throws IOException, BadResultException {
    boolean json = new String(bytes, 0, Math.min(bytes.length, 64)).stripLeading().startsWith("{");
    try {
      var tree = (json ? Documents.json() : Documents.yaml()).readTree(bytes);
      if (!tree.isObject()) {
        throw new BadResultException("it is neither a result document nor a ConfigMap with one");
      }
      return tree;
    } catch (JsonProcessingException e) {
      var where = e.getLocation();
      throw new BadResultException(
          "it is not valid %s%s: %s"
              .formatted(
                  json ? "JSON" : "YAML",
                  where == null
                      ? ""
                      : ", line %d, column %d".formatted(where.getLineNr(), where.getColumnNr()),
                  e.getOriginalMessage().lines().findFirst().orElse("")));
    }
  }

  /** What is under the key of the one ConfigMap that has it. */
  private static byte[] inside(JsonNode resource) throws IOException, BadResultException {
    var configMaps =
        resource.path("kind").asText().equals("List")
            ? StreamSupport.stream(resource.path("items").spliterator(), false).toList()
            : List.of(resource);
    var holders =
        configMaps.stream()
            .filter(map -> map.path("data").has(PLAIN_KEY) || map.path("binaryData").has(GZIP_KEY))
            .toList();
    if (holders.isEmpty()) {
      throw new BadResultException(
          "the ConfigMap has no result document: neither data '%s' nor binaryData '%s'"
              .formatted(PLAIN_KEY, GZIP_KEY));
    }
    if (holders.size() > 1) {
      throw new BadResultException(
          "it has %d ConfigMaps with a result document, give one of them: %s"
              .formatted(
                  holders.size(),
                  holders.stream()
                      .map(map -> map.path("metadata").path("name").asText())
                      .collect(Collectors.joining(", "))));
    }
    var plain = holders.get(0).path("data").path(PLAIN_KEY);
    if (plain.isTextual()) {
      return plain.asText().getBytes(StandardCharsets.UTF_8);
    }
    try {
      return holders.get(0).path("binaryData").path(GZIP_KEY).binaryValue();
    } catch (IOException e) {
      throw new BadResultException("binaryData '%s' is not base64".formatted(GZIP_KEY));
    }
  }

  private static ResultDocument checked(JsonNode tree) throws IOException, BadResultException {
    checkVersion(tree);
    try (var file = ResultFile.class.getResourceAsStream(SCHEMA)) {
      var root =
          Documents.json()
              .readTree(Objects.requireNonNull(file, "the schema is not on the class path"));
      var errors =
          SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
              .getSchema(root)
              .validate(tree);
      if (!errors.isEmpty()) {
        throw new BadResultException(
            errors.stream()
                .map(error -> "\n  " + SchemaMessages.problem(root, error))
                .distinct()
                .limit(PROBLEMS_SHOWN)
                .collect(Collectors.joining("", "it is not a valid result document:", "")));
      }
    }
    try {
      var document = Documents.json().treeToValue(tree, ResultDocument.class);
      checkWhole(document);
      return document;
    } catch (JsonProcessingException e) {
      throw new BadResultException(
          "it is not a valid result document: "
              + e.getOriginalMessage().lines().findFirst().orElse(""));
    }
  }

  private static void checkVersion(JsonNode tree) throws BadResultException {
    var version = tree.path("schemaVersion");
    if (!version.isIntegralNumber()) {
      throw new BadResultException("it is not a result document: it has no schemaVersion");
    }
    if (version.asInt() != ResultDocument.SCHEMA_VERSION) {
      throw new BadResultException(
          "its schemaVersion is %d, and this version of laptimer reads %d; read it with the laptimer that wrote it (%s)%s"
              .formatted(
                  version.asInt(),
                  ResultDocument.SCHEMA_VERSION,
                  tree.path("laptimerVersion").asText("version unknown"),
                  version.asInt() > ResultDocument.SCHEMA_VERSION ? " or a newer one" : ""));
    }
  }

  /** What no schema can say: that a trial without failure has all that the plan asked for. */
  private static void checkWhole(ResultDocument document) throws BadResultException {
    var problems = new ArrayList<String>();
    var plan = document.plan();
    var arms = plan.measured().stream().map(arm -> arm.name()).toList();
    for (var trial : document.trials()) {
      if (!arms.contains(trial.arm())) {
        problems.add(
            "trial %d is of '%s', which is no arm of the plan"
                .formatted(trial.index(), trial.arm()));
      } else if (trial.failure() == null) {
        for (var phase : plan.workload().phases()) {
          boolean whole =
              trial.phases() != null
                  && trial.phases().stream()
                      .anyMatch(
                          result ->
                              result.name().equals(phase.name())
                                  && (phase.laps() == 0
                                      || document.omitted() != null
                                      || result.lapNanos().size() == phase.laps()));
          if (!whole) {
            problems.add(
                "trial %d has no failure, but not every lap of phase '%s'"
                    .formatted(trial.index(), phase.name()));
          }
        }
      }
    }
    if (!problems.isEmpty()) {
      throw new BadResultException(
          problems.stream()
              .limit(PROBLEMS_SHOWN)
              .collect(Collectors.joining("\n  ", "it is not a valid result document:\n  ", "")));
    }
  }
}
