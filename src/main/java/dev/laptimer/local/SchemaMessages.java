package dev.laptimer.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Says what a schema found wrong: the path as it is written in YAML, what is allowed, what is. */
final class SchemaMessages {

  /** Longest value that is shown whole. */
  private static final int SHOWN_CHARACTERS = 60;

  private SchemaMessages() {}

  static Problem problem(JsonNode root, Error error) {
    var path = "";
    var location = error.getInstanceLocation();
    for (int i = 0; i < location.getNameCount(); i++) {
      path = Problem.inside(path, location.getElement(i));
    }
    // Set where the error is of an object, but about a field of it
    if (error.getProperty() != null) {
      path = Problem.inside(path, error.getProperty());
    }
    return new Problem(path, message(error, enclosingSchema(root, error)));
  }

  private static String message(Error error, JsonNode schema) {
    var limit = error.getSchemaNode();
    var value = error.getInstanceNode();
    return switch (error.getKeyword()) {
      case "required" -> missing(schema.path("properties").path(error.getProperty()));
      case "additionalProperties" -> unknown(error.getProperty(), schema.path("properties"));
      case "type" -> wrongType(limit, value);
      case "enum" ->
          "must be %s, is %s"
              .formatted(
                  texts(limit).map(text -> "'" + text + "'").collect(Collectors.joining(" or ")),
                  shown(value));
      case "minimum", "maximum" -> "must be %s, is %s".formatted(range(schema), value);
      case "minLength" ->
          "must have at least %s, has %d"
              .formatted(counted(limit, "character"), length(value.asText()));
      case "maxLength" ->
          "must have at most %s, has %d"
              .formatted(counted(limit, "character"), length(value.asText()));
      case "minItems" ->
          "must have at least %s, has %d".formatted(counted(limit, "entry"), value.size());
      case "maxItems", "maxProperties" ->
          "must have at most %s, has %d".formatted(counted(limit, "entry"), value.size());
      case "pattern" ->
          schema.path("x-kubernetes-int-or-string").asBoolean()
              ? "must be a quantity, such as '500m' or '256Mi', is " + shown(value)
              : "must match %s, is %s".formatted(limit.asText(), shown(value));
      default -> error.getMessage();
    };
  }

  private static JsonNode enclosingSchema(JsonNode root, Error error) {
    var schema = root;
    var location = error.getSchemaLocation().getFragment();
    for (int i = 0; i < location.getNameCount() - 1; i++) {
      schema = schema.path(location.getElement(i).toString());
    }
    return schema;
  }

  private static String missing(JsonNode property) {
    var description = property.path("description").asText();
    return description.isEmpty() ? "must be given" : "must be given. " + description;
  }

  private static String unknown(String name, JsonNode properties) {
    var known = new ArrayList<String>();
    properties.fieldNames().forEachRemaining(known::add);
    return "there is no such field"
        + nearest(name, known)
            .map(near -> "; did you mean '" + near + "'?")
            .orElse("; the fields here are " + String.join(", ", known));
  }

  /** The known name that begins with {@code name}, or has few changes to it. */
  static Optional<String> nearest(String name, Collection<String> known) {
    return known.stream()
        .filter(
            near -> near.startsWith(name) || distance(name, near) <= Math.max(1, near.length() / 3))
        .min(Comparator.comparing(near -> distance(name, near)));
  }

  /** Levenshtein's distance, upper and lower case taken as the same. */
  private static int distance(String one, String other) {
    var a = one.toLowerCase(Locale.ROOT);
    var b = other.toLowerCase(Locale.ROOT);
    var previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      var current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int changed = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(changed, 1 + Math.min(previous[j], current[j - 1]));
      }
      previous = current;
    }
    return previous[b.length()];
  }

  private static String wrongType(JsonNode type, JsonNode value) {
    var types = type.isArray() ? texts(type).toList() : List.of(type.asText());
    var names = types.stream().map(SchemaMessages::typeName).collect(Collectors.joining(" or "));
    var hint = "";
    if (types.contains("string") && value.isValueNode()) {
      hint = "; put it in quotes";
    } else if (types.equals(List.of("integer")) && value.isTextual()) {
      hint = "; write it without quotes and unit";
    }
    return "must be %s, is %s%s".formatted(names, shown(value), hint);
  }

  private static String typeName(String type) {
    return switch (type) {
      case "integer" -> "a whole number";
      case "string" -> "a text";
      case "boolean" -> "true or false";
      case "array" -> "a list";
      case "object" -> "a mapping";
      default -> type;
    };
  }

  private static String range(JsonNode schema) {
    var minimum = number(schema.get("minimum"));
    var maximum = number(schema.get("maximum"));
    if (minimum == null) {
      return "at most " + maximum;
    }
    return maximum == null ? "at least " + minimum : minimum + " to " + maximum;
  }

  private static String number(JsonNode limit) {
    return limit == null ? null : limit.decimalValue().stripTrailingZeros().toPlainString();
  }

  private static String counted(JsonNode limit, String noun) {
    if (limit.asInt() == 1) {
      return "1 " + noun;
    }
    return limit.asText() + " " + (noun.equals("entry") ? "entries" : noun + "s");
  }

  private static String shown(JsonNode value) {
    var text = value.isTextual() ? "'" + value.asText() + "'" : value.toString();
    return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "...";
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private static Stream<String> texts(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText);
  }
}
