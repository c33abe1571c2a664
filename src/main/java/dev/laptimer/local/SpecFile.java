package dev.laptimer.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.laptimer.api.Documents;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * The one benchmark that is meant by a YAML file, which may hold more documents, as files for
 * {@code kubectl apply} do.
 *
 * @param benchmark checked by {@link SpecValidator}
 * @param ignored what else the file holds, such as {@code Secret cache-login}
 */
record SpecFile(LocalBenchmark benchmark, List<String> ignored) {

  private static final String GROUP = "laptimer.dev/";

  /**
   * Reads a file.
   *
   * @param name of the benchmark, or its kind, '/' and its name; needed where the file has more
   *     than one; may be null
   * @throws UsageException that says what is wrong with it, and where
   */
  static SpecFile read(Path file, String name) {
    var documents = documents(file);
    var benchmarks = documents.stream().filter(SpecFile::isMeantAsBenchmark).toList();
    var chosen =
        name == null
            ? benchmarks
            : benchmarks.stream().filter(benchmark -> isNamed(benchmark, name)).toList();
    if (chosen.isEmpty()) {
      throw new UsageException(
          "%s has no %s%s. It has: %s"
              .formatted(
                  file,
                  BenchmarkKind.all("or"),
                  name == null ? "" : " named '" + name + "'",
                  listed(documents)));
    }
    if (chosen.size() > 1) {
      throw new UsageException(
          "%s has %d benchmarks; choose one by --name: %s"
              .formatted(
                  file,
                  chosen.size(),
                  chosen.stream()
                      .map(SpecFile::kindAndName)
                      .map(both -> both.replace(' ', '/'))
                      .collect(Collectors.joining(", "))));
    }
    var resource = chosen.get(0);
    if (resource instanceof ObjectNode object) {
      // What an earlier version of the operator found says nothing of what is to be run
      object.remove("status");
    }
    var kind =
        BenchmarkKind.of(resource)
            .orElseThrow(() -> invalid(file, "benchmark", List.of(wrongKind(resource))));
    var problems = SpecValidator.of(kind).problems(resource);
    if (!problems.isEmpty()) {
      throw invalid(file, kind.name(), problems);
    }
    var benchmark = kind.read(resource);
    benchmark
        .problem()
        .ifPresent(
            problem -> {
              throw invalid(file, kind.name(), List.of(problem));
            });
    return new SpecFile(
        benchmark,
        documents.stream()
            .filter(document -> document != resource)
            .map(SpecFile::kindAndName)
            .toList());
  }

  private static UsageException invalid(Path file, String kind, List<Problem> problems) {
    return new UsageException(
        problems.stream()
            .map(problem -> "  " + problem)
            .collect(Collectors.joining("\n", file + " is not a valid " + kind + ":\n", "")));
  }

  private static Problem wrongKind(JsonNode resource) {
    return new Problem(
        "kind",
        "must be %s, is '%s'"
            .formatted(
                "'" + BenchmarkKind.all("or").replace(" or ", "' or '") + "'",
                resource.path("kind").asText()));
  }

  private static List<JsonNode> documents(Path file) {
    var documents = new ArrayList<JsonNode>();
    try {
      for (var document : yaml().loadAll(Files.readString(file))) {
        if (document != null) {
          // A field that was left empty is absent, as the API server takes it. Writing ends at a
          // depth that no document
          // of sense has, in which an alias inside itself would not end
          documents.add(Documents.json().readTree(Documents.json().writeValueAsBytes(document)));
        }
      }
    } catch (NoSuchFileException e) {
      throw new UsageException("there is no file " + file);
    } catch (MalformedInputException e) {
      throw new UsageException(file + " is not a text in UTF-8");
    } catch (JsonProcessingException e) {
      throw new UsageException("%s is not valid YAML: %s".formatted(file, e.getOriginalMessage()));
    } catch (IOException e) {
      throw new UsageException("%s cannot be read: %s".formatted(file, e.getMessage()));
    } catch (MarkedYAMLException e) {
      var mark = e.getProblemMark();
      throw new UsageException(
          "%s is not valid YAML: line %d, column %d: %s\n%s"
              .formatted(
                  file,
                  mark.getLine() + 1,
                  mark.getColumn() + 1,
                  e.getProblem(),
                  mark.get_snippet()));
    } catch (YAMLException e) {
      throw new UsageException("%s is not valid YAML: %s".formatted(file, e.getMessage()));
    }
    return documents;
  }

  private static Yaml yaml() {
    var options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    return new Yaml(new TextDates(options));
  }

  /** A date is a text, as it is in JSON, of which YAML is a way to write it. */
  private static final class TextDates extends SafeConstructor {
    TextDates(LoaderOptions options) {
      super(options);
      yamlConstructors.put(Tag.TIMESTAMP, new ConstructYamlStr());
    }
  }

  /** Also one with the wrong kind or version of ours, so that it can be told what is wrong. */
  private static boolean isMeantAsBenchmark(JsonNode document) {
    return BenchmarkKind.of(document).isPresent()
        || document.path("apiVersion").asText().startsWith(GROUP);
  }

  private static boolean isNamed(JsonNode document, String name) {
    return nameOf(document).equals(name)
        || kindAndName(document).replace(' ', '/').equalsIgnoreCase(name);
  }

  private static String nameOf(JsonNode document) {
    return document.path("metadata").path("name").asText("(no name)");
  }

  private static String kindAndName(JsonNode document) {
    return document.path("kind").asText("(no kind)") + " " + nameOf(document);
  }

  private static String listed(List<JsonNode> documents) {
    return documents.isEmpty()
        ? "nothing"
        : documents.stream().map(SpecFile::kindAndName).collect(Collectors.joining(", "));
  }
}
