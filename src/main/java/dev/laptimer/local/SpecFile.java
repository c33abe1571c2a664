package dev.laptimer.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.laptimer.api.CacheBenchmark;
import dev.laptimer.api.Documents;
import dev.laptimer.plan.Planner;
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
 * The one CacheBenchmark that is meant by a YAML file, which may hold more documents, as files for
 * {@code kubectl apply} do.
 *
 * @param benchmark checked by {@link SpecValidator}
 * @param ignored what else the file holds, such as {@code Secret cache-login}
 */
record SpecFile(CacheBenchmark benchmark, List<String> ignored) {

  private static final String KIND = "CacheBenchmark";
  private static final String GROUP = "laptimer.dev/";

  /**
   * Reads a file.
   *
   * @param name of the benchmark, needed where the file has more than one; may be null
   * @throws UsageException that says what is wrong with it, and where
   */
  static SpecFile read(Path file, String name) {
    var documents = documents(file);
    var benchmarks = documents.stream().filter(SpecFile::isMeantAsBenchmark).toList();
    var chosen =
        name == null
            ? benchmarks
            : benchmarks.stream().filter(benchmark -> nameOf(benchmark).equals(name)).toList();
    if (chosen.isEmpty()) {
      throw new UsageException(
          "%s has no CacheBenchmark%s. It has: %s"
              .formatted(file, name == null ? "" : " named '" + name + "'", listed(documents)));
    }
    if (chosen.size() > 1) {
      throw new UsageException(
          "%s has %d CacheBenchmarks; choose one by --name: %s"
              .formatted(
                  file,
                  chosen.size(),
                  chosen.stream().map(SpecFile::nameOf).collect(Collectors.joining(", "))));
    }
    var resource = chosen.get(0);
    if (resource instanceof ObjectNode object) {
      // What an earlier version of the operator found says nothing of what is to be run
      object.remove("status");
    }
    var problems = SpecValidator.cacheBenchmark().problems(resource);
    if (!problems.isEmpty()) {
      throw invalid(file, problems);
    }
    var benchmark = Documents.json().convertValue(resource, CacheBenchmark.class);
    Planner.problem(benchmark.getSpec())
        .ifPresent(
            problem -> {
              throw invalid(file, List.of(new Problem("spec", problem)));
            });
    return new SpecFile(
        benchmark,
        documents.stream()
            .filter(document -> document != resource)
            .map(SpecFile::kindAndName)
            .toList());
  }

  private static UsageException invalid(Path file, List<Problem> problems) {
    return new UsageException(
        problems.stream()
            .map(problem -> "  " + problem)
            .collect(Collectors.joining("\n", file + " is not a valid CacheBenchmark:\n", "")));
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
    return document.path("kind").asText().equals(KIND)
        || document.path("apiVersion").asText().startsWith(GROUP);
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
