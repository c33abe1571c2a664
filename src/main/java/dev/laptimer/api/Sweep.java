package dev.laptimer.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** Latency under rising rates, as the user wrote it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Sweep(
    @JsonPropertyDescription(
            "The rates, in percent of the most that the same trial reached before without a rate, 1 to 200 each, at"
                + " most 12, done in rising order. Default: [10, 25, 50, 70, 80, 90, 95].")
        @Size(min = 1, max = 12)
        List<@Min(1) @Max(200) Integer> percents,
    @JsonPropertyDescription(
            "Microseconds that the 99th percentile of the response time may take, 1 to 60000000; the result then has the"
                + " highest rate that holds it, which comparison.metric RateAtMaxP99 compares. Default: none.")
        @Min(1)
        @Max(60000000)
        Integer maxP99Micros) {

  private static final List<Integer> PERCENTS = List.of(10, 25, 50, 70, 80, 90, 95);

  /** In rising order. */
  public List<Integer> percentsOrDefault() {
    return percents == null ? PERCENTS : percents.stream().distinct().sorted().toList();
  }
}
