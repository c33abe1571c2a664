package dev.laptimer.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** One key of a Secret in the namespace of the resource that refers to it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record SecretKeyRef(
    @JsonPropertyDescription("Name of a Secret in the same namespace. Example: cache-ca.")
        @Required
        @Size(min = 1, max = 253)
        @ValidationRule(
            value =
                "self.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*$')",
            message =
                "must be the name of a Secret: lower-case letters, digits, '-' and '.', begin and end with a letter or digit")
        String name,
    @JsonPropertyDescription("Key in the Secret. Example: ca.crt.")
        @Required
        @Size(min = 1, max = 253)
        @ValidationRule(
            value = "self.matches('^[-._a-zA-Z0-9]+$') && self != '.' && !self.startsWith('..')",
            message =
                "must be a key of a Secret: letters, digits, '-', '_' and '.', not '.' and not beginning with '..'")
        String key) {}
