package dev.laptimer.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;

/** How long each operation is done before it is timed, as the user wrote it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
    value =
        "(has(self.minSeconds) ? self.minSeconds : 5) <= (has(self.maxSeconds) ? self.maxSeconds : 30)",
    message = "`minSeconds` (default 5) must be at most `maxSeconds` (default 30)")
public record WarmUp(
    @JsonPropertyDescription("Seconds that it takes at least, 0 to 600. Default: 5.")
        @Min(0)
        @Max(600)
        Integer minSeconds,
    @JsonPropertyDescription("Operations that it has at least, 0 to 100000000. Default: 20000.")
        @Min(0)
        @Max(100_000_000)
        Integer minOperations,
    @JsonPropertyDescription(
            "Seconds after which it ends though the speed is not steady yet, 1 to 600. Default: 30.")
        @Min(1)
        @Max(600)
        Integer maxSeconds) {

  public int minSecondsOrDefault() {
    return minSeconds == null ? 5 : minSeconds;
  }

  public int minOperationsOrDefault() {
    return minOperations == null ? 20_000 : minOperations;
  }

  public int maxSecondsOrDefault() {
    return maxSeconds == null ? 30 : maxSeconds;
  }
}
