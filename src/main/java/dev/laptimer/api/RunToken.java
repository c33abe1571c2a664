package dev.laptimer.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;

/** Asks for a run of its own. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record RunToken(
    @JsonPropertyDescription(
            "Any text; when it changes, the benchmark runs again, also with an unchanged spec. Example: \"2\".")
        @Size(max = 128)
        String token) {}
