package dev.laptimer.operator;

import dev.laptimer.api.Placement;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.Capabilities;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAffinityTermBuilder;
import io.fabric8.kubernetes.api.model.PodAntiAffinityBuilder;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the pods of servers and runners have in common: the restricted profile of Pod Security. */
public final class PodParts {

  private static final long USER = 10001;

  /** So that a lost node is noticed within a minute or two, not after the cluster's five. */
  private static final long SECONDS_ON_A_LOST_NODE = 30;

  private static final String HOSTNAME = "kubernetes.io/hostname";

  private PodParts() {}

  /** A pod's spec with all that does not depend on what runs in it. */
  public static PodSpecBuilder spec(Placement placement, List<String> pullSecrets) {
    var where = placement == null ? new Placement(null, null, null, null) : placement;
    return new PodSpecBuilder()
        .withAutomountServiceAccountToken(false)
        .withEnableServiceLinks(false)
        .withSecurityContext(podSecurity())
        .withImagePullSecrets(pullSecrets.stream().map(LocalObjectReference::new).toList())
        .withNodeSelector(where.nodeSelector())
        .withTolerations(tolerations(where))
        .withAffinity(where.affinity())
        .withPriorityClassName(where.priorityClassName());
  }

  private static PodSecurityContext podSecurity() {
    return new PodSecurityContextBuilder()
        .withRunAsNonRoot(true)
        .withRunAsUser(USER)
        .withRunAsGroup(USER)
        .withFsGroup(USER)
        .withNewSeccompProfile()
        .withType("RuntimeDefault")
        .endSeccompProfile()
        .build();
  }

  public static SecurityContext containerSecurity() {
    return new SecurityContextBuilder()
        .withAllowPrivilegeEscalation(false)
        .withReadOnlyRootFilesystem(true)
        .withCapabilities(new Capabilities(List.of(), List.of("ALL")))
        .build();
  }

  private static List<Toleration> tolerations(Placement placement) {
    var tolerations = new ArrayList<Toleration>();
    if (placement.tolerations() != null) {
      tolerations.addAll(placement.tolerations());
    }
    for (var taint : List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")) {
      tolerations.add(
          new TolerationBuilder()
              .withKey(taint)
              .withOperator("Exists")
              .withEffect("NoExecute")
              .withTolerationSeconds(SECONDS_ON_A_LOST_NODE)
              .build());
    }
    return List.copyOf(tolerations);
  }

  /**
   * The user's affinity and, added to it, the wish to be on another node than certain pods.
   *
   * @param required true if it is no wish but a must
   */
  public static Affinity apartFrom(
      Affinity users, Map<String, String> podLabels, boolean required) {
    var antiAffinity =
        users == null || users.getPodAntiAffinity() == null
            ? new PodAntiAffinityBuilder()
            : new PodAntiAffinityBuilder(users.getPodAntiAffinity());
    if (required) {
      antiAffinity.addToRequiredDuringSchedulingIgnoredDuringExecution(sameNode(podLabels));
    } else {
      antiAffinity
          .addNewPreferredDuringSchedulingIgnoredDuringExecution()
          .withWeight(100)
          .withPodAffinityTerm(sameNode(podLabels))
          .endPreferredDuringSchedulingIgnoredDuringExecution();
    }
    return (users == null ? new AffinityBuilder() : new AffinityBuilder(users))
        .withPodAntiAffinity(antiAffinity.build())
        .build();
  }

  private static PodAffinityTerm sameNode(Map<String, String> podLabels) {
    return new PodAffinityTermBuilder()
        .withNewLabelSelector()
        .withMatchLabels(podLabels)
        .endLabelSelector()
        .withTopologyKey(HOSTNAME)
        .build();
  }

  /** The user's resources, or the defaults: no CPU limit, which would throttle. */
  public static ResourceRequirements resources(ResourceRequirements users, String memory) {
    return users != null
        ? users
        : new ResourceRequirementsBuilder()
            .addToRequests("cpu", new Quantity("250m"))
            .addToRequests("memory", new Quantity(memory))
            .addToLimits("memory", new Quantity(memory))
            .build();
  }

  public static Volume emptyDir(String name, String sizeLimit) {
    return new VolumeBuilder()
        .withName(name)
        .withNewEmptyDir()
        .withSizeLimit(new Quantity(sizeLimit))
        .endEmptyDir()
        .build();
  }
}
