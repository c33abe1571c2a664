package dev.laptimer.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** One deviation from the targets and the workload, as the user wrote it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Variant(
    @JsonPropertyDescription(
            "Name of the variant; with the target's it makes the name of what is compared, for instance redis/raw.")
        @Required
        @Size(min = 1, max = 20)
        @ValidationRule(value = Rules.PART_OF_A_NAME, message = Rules.PART_OF_A_NAME_MESSAGE)
        String name,
    @JsonPropertyDescription(
            "Driver library, in place of the target's: Jedis, Lettuce, Spymemcached, Xmemcached, Raw or MongoDriver. The variant is"
                + " for the targets that the library can talk to. Default: as the target has it.")
        ClientName client,
    @JsonPropertyDescription(
            "Protocol between Memcached and Spymemcached or Xmemcached, in place of the target's: Text or Binary. The"
                + " variant is for Memcached only. Default: as the target has it.")
        WireProtocol protocol,
    @JsonPropertyDescription(
            "What it says of the keys counts in place of workload.keys. Default: as the workload has it.")
        CacheBenchmarkSpec.Keys keys,
    @JsonPropertyDescription("Counts in place of workload.value. Default: as the workload has it.")
        CacheBenchmarkSpec.Value value,
    @JsonPropertyDescription(
            "What it says counts in place of workload.expiry. Default: as the workload has it.")
        CacheBenchmarkSpec.Expiry expiry,
    @JsonPropertyDescription(
            "In place of workload.connections, 1 to 256. Default: as the workload has it.")
        @Min(1)
        @Max(256)
        Integer connections,
    @JsonPropertyDescription(
            "In place of workload.pipelineDepth, 1 to 1000. Default: as the workload has it.")
        @Min(1)
        @Max(1000)
        Integer pipelineDepth,
    @JsonPropertyDescription(
            "Options of the JVM that measures, in place of runner.jvmOptions. Default: as the runner has them.")
        @Size(max = 32)
        @ValidationRule(
            value = "self.all(option, option.matches('^-[^ ]{1,255}$'))",
            message = "each must begin with '-' and have 2 to 256 characters and no blanks")
        List<@Size(max = 256) String> jvmOptions,
    @JsonPropertyDescription(
            "Image whose Java runtime and Laptimer measure, in place of the runner's own: another JVM, or another version"
                + " of Laptimer. Example: registry.example.com/laptimer:0.1.0-java17.")
        @Size(min = 1, max = 512)
        @ValidationRule(value = Rules.IMAGE, message = Rules.IMAGE_MESSAGE)
        String image,
    @JsonPropertyDescription(
            "In place of workload.readPercent, 0 to 100. Default: as the workload has it.")
        @Min(0)
        @Max(100)
        Integer readPercent) {

  /** Whether a target can be measured so. */
  public boolean fits(CacheBenchmarkSpec.Target target) {
    boolean clientFits = client == null || client.talksTo(target.engine());
    return clientFits && (protocol == null || target.engine() == EngineName.Memcached);
  }
}
