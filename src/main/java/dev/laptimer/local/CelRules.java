package dev.laptimer.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The rules of a CRD ({@code x-kubernetes-validations}), evaluated as the API server does it.
 *
 * @see <a href="https://kubernetes.io/docs/reference/using-api/cel/">CEL in Kubernetes</a>
 */
final class CelRules {

  private static final String RULES = "x-kubernetes-validations";

  /** CEL has 64-bit integers only. */
  private static final ObjectMapper VALUES =
      new ObjectMapper().enable(DeserializationFeature.USE_LONG_FOR_INTS);

  private final CelCompiler compiler;
  private final CelRuntime runtime;

  CelRules() {
    var options = CelOptions.current().build();
    compiler =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(options)
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .addLibraries(CelExtensions.strings())
            .addVar("self", SimpleType.DYN)
            .setResultType(SimpleType.BOOL)
            .build();
    runtime =
        CelRuntimeFactory.standardCelRuntimeBuilder()
            .setOptions(options)
            .addLibraries(CelExtensions.strings())
            .build();
  }

  /**
   * The rules that {@code resource} breaks.
   *
   * @param known what the schema found. Rules are written for what the schema allows, so those of a
   *     value with such a problem in it are not asked
   */
  List<Problem> problems(JsonNode schema, JsonNode resource, List<Problem> known) {
    var problems = new ArrayList<Problem>();
    check("", schema, resource, known, problems);
    return problems;
  }

  private void check(
      String path, JsonNode schema, JsonNode value, List<Problem> known, List<Problem> problems) {
    if (schema.has(RULES) && known.stream().noneMatch(problem -> problem.isWithin(path))) {
      for (var rule : schema.get(RULES)) {
        if (!isOfAChange(rule) && !holds(rule.get("rule").asText(), value)) {
          problems.add(new Problem(path, rule.get("message").asText()));
        }
      }
    }
    if (value.isObject()) {
      value
          .properties()
          .forEach(
              field -> {
                var property = schema.path("properties").path(field.getKey());
                check(
                    Problem.inside(path, field.getKey()),
                    property.isMissingNode() ? schema.path("additionalProperties") : property,
                    field.getValue(),
                    known,
                    problems);
              });
    }
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      check(Problem.inside(path, i), schema.path("items"), value.get(i), known, problems);
    }
  }

  /** A rule for what may be changed, which says nothing of what is new. */
  private static boolean isOfAChange(JsonNode rule) {
    return rule.get("rule").asText().contains("oldSelf");
  }

  private boolean holds(String rule, JsonNode value) {
    try {
      var self = VALUES.treeToValue(value, Object.class);
      var program = runtime.createProgram(compiler.compile(rule).getAst());
      return Boolean.TRUE.equals(program.eval(Map.of("self", self)));
    } catch (CelValidationException | CelEvaluationException | JsonProcessingException e) {
      throw new IllegalStateException("the rule cannot be evaluated: " + rule, e);
    }
  }
}
