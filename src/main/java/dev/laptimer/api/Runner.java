package dev.laptimer.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.List;

/** The pod that measures. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Runner(
    @JsonPropertyDescription(
            "Image of the runner. Default: the operator's own. Example: registry.example.com/laptimer:0.1.0.")
        @Size(min = 1, max = 512)
        @ValidationRule(value = Rules.IMAGE, message = Rules.IMAGE_MESSAGE)
        String image,
    @JsonPropertyDescription(
            "Requests and limits of the runner's container. Default: requests of 250m CPU and 512Mi memory, limit of"
                + " 512Mi memory, no CPU limit.")
        ResourceRequirements resources,
    @JsonPropertyDescription("Where the runner's pod may run. Default: anywhere.")
        Placement placement,
    @JsonPropertyDescription(
            "Preferred: on another node than the servers if there is one; if not, the result says so. Required: wait"
                + " for such a node. Default: Preferred.")
        Separation separation,
    @JsonPropertyDescription(
            "Options of the JVM that measures, at most 32, each beginning with '-'. Example: -XX:+UseParallelGC."
                + " Default: -XX:+UseSerialGC -Xms128m -Xmx128m, more heap where keys and values need it.")
        @Size(max = 32)
        @ValidationRule(
            value = "self.all(option, option.matches('^-[^ ]{1,255}$'))",
            message = "each must begin with '-' and have 2 to 256 characters and no blanks")
        List<@Size(max = 256) String> jvmOptions,
    @JsonPropertyDescription(
            "Pods that put the load on together, 1 to 16: connections and keys are split among them, phases and laps"
                + " begin at the same time in all. Default: 1.")
        @Min(1)
        @Max(16)
        Integer pods) {

  public int podsOrDefault() {
    return pods == null ? 1 : pods;
  }

  public Separation separationOrDefault() {
    return separation == null ? Separation.Preferred : separation;
  }
}
