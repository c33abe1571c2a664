package dev.laptimer.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A volume of a server's own. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Storage(
    @JsonPropertyDescription("Size of the volume in GiB, 1 to 65536. Example: 10.")
        @Required
        @Min(1)
        @Max(65536)
        Integer sizeGi,
    @JsonPropertyDescription(
            "Name of the StorageClass. Default: the cluster's default class. Example: fast.")
        @Size(max = 253)
        String storageClassName) {}
