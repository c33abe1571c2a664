package dev.laptimer.operator.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.laptimer.operator.Hashes;
import java.util.List;
import java.util.TreeSet;

/** What makes a run that run: pure functions of the spec, and of the resource's UID and number. */
public final class RunIdentity {

  private static final int HASH_LENGTH = 16;
  private static final int SEED_BITS = 53;

  private RunIdentity() {}

  /**
   * Hash of what a run depends on, as the user wrote it. A benchmark runs again when it changes; so
   * it must not depend on anything that another version of the operator would see otherwise.
   *
   * @param fields of the spec that a run depends on
   */
  public static String hash(JsonNode spec, List<String> fields) {
    var relevant = JsonNodeFactory.instance.objectNode();
    fields.stream().filter(spec::has).forEach(field -> relevant.set(field, spec.get(field)));
    return Hashes.sha256(sorted(relevant).toString()).substring(0, HASH_LENGTH);
  }

  /** Seed of all that is random in a run; 53 bits, which every reader of JSON can hold. */
  static long seed(String uid, int number) {
    var hash = Hashes.sha256(uid + "/" + number);
    return Long.parseUnsignedLong(hash.substring(0, 16), 16) >>> (Long.SIZE - SEED_BITS);
  }

  private static JsonNode sorted(JsonNode node) {
    if (node instanceof ObjectNode object) {
      var result = JsonNodeFactory.instance.objectNode();
      var names = new TreeSet<String>();
      object.fieldNames().forEachRemaining(names::add);
      names.forEach(name -> result.set(name, sorted(object.get(name))));
      return result;
    }
    if (node instanceof ArrayNode array) {
      var result = JsonNodeFactory.instance.arrayNode();
      array.forEach(element -> result.add(sorted(element)));
      return result;
    }
    return node;
  }
}
