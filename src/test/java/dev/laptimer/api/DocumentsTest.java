package dev.laptimer.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

class DocumentsTest {

  /** Another reader of YAML, one that knows nothing of the types, reads the same text. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.14",
        "42",
        "-7",
        ".5",
        "1e3",
        "0x1f",
        "1_000",
        "12:30:00",
        "2026-03-01T10:00:00Z",
        "2026-03-01",
        "true",
        "null",
        "no",
        "7.0.15",
        "100 keys"
      })
  void aTextStaysATextInYaml(String text) throws JsonProcessingException {
    var yaml = Documents.yaml().writeValueAsString(new Holder(text));
    assertThat(new Yaml().<Map<String, Object>>load(yaml)).containsEntry("text", text);
  }

  private record Holder(String text) {}
}
