package dev.laptimer.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import java.util.Map;

/** Where pods may run, in the words of a pod's spec. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Placement(
    @JsonPropertyDescription("Labels that the node must have. Default: any node.") @Size(max = 32)
        Map<String, String> nodeSelector,
    @JsonPropertyDescription("Taints of nodes that the pod tolerates. Default: none.")
        @Size(max = 32)
        List<Toleration> tolerations,
    @JsonPropertyDescription(
            "Node and pod affinity. Default: client and servers prefer different nodes (see runner.separation); what is"
                + " given here is added to that.")
        Affinity affinity,
    @JsonPropertyDescription("Name of the PriorityClass of the pod. Default: the cluster's.")
        @Size(max = 253)
        String priorityClassName) {}
