package dev.laptimer.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the Pod Security Standards ask of a pod at level "restricted", and beyond it what every pod
 * of Laptimer holds: numeric users and read-only root file systems.
 *
 * @see <a href="https://kubernetes.io/docs/concepts/security/pod-security-standards/">Pod Security
 *     Standards</a>
 */
public final class RestrictedProfile {

  private static final Set<String> VOLUMES =
      Set.of(
          "configMap",
          "csi",
          "downwardAPI",
          "emptyDir",
          "ephemeral",
          "persistentVolumeClaim",
          "projected",
          "secret");

  private static final JsonMapper JSON = new JsonMapper();

  private RestrictedProfile() {}

  /** What a pod does against it, in words; nothing when all is well. */
  public static List<String> violations(PodSpec pod) {
    var found = new ArrayList<String>();
    var security = Optional.ofNullable(pod.getSecurityContext());
    check(found, !is(pod.getHostNetwork()), "hostNetwork");
    check(found, !is(pod.getHostPID()), "hostPID");
    check(found, !is(pod.getHostIPC()), "hostIPC");
    check(
        found,
        security.map(s -> s.getSysctls() == null || s.getSysctls().isEmpty()).orElse(true),
        "sysctls");
    for (var volume : pod.getVolumes()) {
      var kinds = kinds(volume);
      check(
          found,
          kinds.size() == 1 && VOLUMES.containsAll(kinds),
          "volume " + volume.getName() + " of kind " + kinds);
    }
    Stream.concat(pod.getInitContainers().stream(), pod.getContainers().stream())
        .forEach(container -> found.addAll(violations(pod, container)));
    return found;
  }

  private static List<String> violations(PodSpec pod, Container container) {
    var found = new ArrayList<String>();
    var ofPod = Optional.ofNullable(pod.getSecurityContext());
    var own = Optional.ofNullable(container.getSecurityContext());
    check(
        found,
        own.map(s -> s.getRunAsNonRoot())
            .or(() -> ofPod.map(s -> s.getRunAsNonRoot()))
            .orElse(false),
        "runAsNonRoot is not true");
    check(
        found,
        own.map(s -> s.getRunAsUser()).or(() -> ofPod.map(s -> s.getRunAsUser())).orElse(0L) > 0,
        "runAsUser is not a number above 0");
    check(
        found,
        own.map(s -> s.getSeccompProfile())
            .or(() -> ofPod.map(s -> s.getSeccompProfile()))
            .filter(profile -> Set.of("RuntimeDefault", "Localhost").contains(profile.getType()))
            .isPresent(),
        "seccompProfile is not RuntimeDefault");
    check(found, own.filter(s -> is(s.getPrivileged())).isEmpty(), "privileged");
    check(
        found,
        own.filter(s -> Objects.equals(s.getAllowPrivilegeEscalation(), false)).isPresent(),
        "allowPrivilegeEscalation is not false");
    check(
        found,
        own.filter(s -> is(s.getReadOnlyRootFilesystem())).isPresent(),
        "readOnlyRootFilesystem is not true");
    check(
        found,
        own.map(s -> s.getCapabilities())
            .filter(c -> c.getDrop().contains("ALL"))
            .filter(c -> c.getAdd().isEmpty())
            .isPresent(),
        "capabilities do not drop ALL or add some");
    check(
        found,
        container.getPorts().stream().allMatch(port -> port.getHostPort() == null),
        "hostPort");
    check(
        found,
        Stream.of(
                container.getLivenessProbe(),
                container.getReadinessProbe(),
                container.getStartupProbe())
            .filter(Objects::nonNull)
            .allMatch(
                probe ->
                    (probe.getHttpGet() == null || probe.getHttpGet().getHost() == null)
                        && (probe.getTcpSocket() == null
                            || probe.getTcpSocket().getHost() == null)),
        "a probe names a host");
    return found.stream().map(what -> "container " + container.getName() + ": " + what).toList();
  }

  /** The kinds of source that a volume has; it should be one. */
  private static List<String> kinds(Volume volume) {
    return JSON.convertValue(volume, JsonNode.class)
        .propertyStream()
        .map(Map.Entry::getKey)
        .filter(field -> !field.equals("name"))
        .toList();
  }

  private static boolean is(Boolean value) {
    return Objects.equals(value, true);
  }

  private static void check(List<String> found, boolean good, String what) {
    if (!good) {
      found.add(what);
    }
  }
}
