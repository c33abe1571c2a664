package dev.laptimer.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;

/** What is compared with what. Changing it evaluates the last result anew and starts no run. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Comparison(
    @JsonPropertyDescription(
            "Name of the target that the others are compared with, or of target and variant, such as redis/raw. Default:"
                + " the first one.")
        @Size(min = 1, max = 41)
        String reference,
    @JsonPropertyDescription("Name of the phase that is compared. Default: the last phase.")
        @Size(min = 1, max = 20)
        String phase,
    @JsonPropertyDescription(
            "Figure that is compared: OpsPerSecond; P50Micros or P99Micros, of a round trip or, at a rate, of the response"
                + " time; RateAtMaxP99, the highest rate of a sweep that holds its maxP99Micros. Default: P99Micros at a"
                + " rate, RateAtMaxP99 for a sweep with maxP99Micros, OpsPerSecond otherwise.")
        Metric metric,
    @JsonPropertyDescription(
            "Difference in percent, 1 to 100, below which two targets count as equal. Default: 3.")
        @Min(1)
        @Max(100)
        Integer thresholdPercent,
    @JsonPropertyDescription(
            "Whether the reference is measured once more in each round, as a control: as far as it differs from itself,"
                + " no difference of others counts. Only with 6 rounds or more and something to compare. Counts from"
                + " the next run on. Default: true.")
        Boolean control,
    @JsonPropertyDescription(
            "Ends the measuring after a round, before all rounds are made, once the interval of every comparison is"
                + " narrower than so many percent, 1 to 100: its upper end less than that above its lower end. Never"
                + " before a verdict is possible. Counts from the next run on. Default: all rounds.")
        @Min(1)
        @Max(100)
        Integer untilIntervalPercent,
    @JsonPropertyDescription(
            "Which targets are compared: WithReference, every other with the reference, or All, every target with every"
                + " other, of which the most are 28 (8 targets). More comparisons need more rounds for a verdict."
                + " Default: WithReference.")
        ComparedPairs pairs) {

  /** One that says nothing: every default. */
  public static final Comparison DEFAULT = new Comparison(null, null, null, null, null, null, null);

  public boolean controlOrDefault() {
    return control == null || control;
  }

  public ComparedPairs pairsOrDefault() {
    return pairs == null ? ComparedPairs.WithReference : pairs;
  }

  public int thresholdPercentOrDefault() {
    return thresholdPercent == null ? 3 : thresholdPercent;
  }
}
