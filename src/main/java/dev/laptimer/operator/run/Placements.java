package dev.laptimer.operator.run;

import dev.laptimer.result.ResultDocument.Placement;
import dev.laptimer.result.ResultDocument.Placement.ServerPod;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Where the pods of a run are, and what they run. */
final class Placements {

  private Placements() {}

  static Placement of(Situation situation) {
    var servers = new TreeMap<String, ServerPod>();
    situation
        .servers()
        .forEach(
            server ->
                situation
                    .serverPod(server)
                    .ifPresent(
                        pod ->
                            servers.put(
                                server.target(),
                                new ServerPod(node(pod), Pods.image(pod), imageId(pod)))));
    members(situation, servers);
    var runner = situation.runnerPod().orElse(null);
    return new Placement(
        runner == null ? null : node(runner),
        runner == null ? null : Pods.image(runner),
        runner == null ? null : imageId(runner),
        servers);
  }

  /** Where the member is to which a target leads straight; a Service leads to any. */
  private static void members(Situation situation, Map<String, ServerPod> servers) {
    var cluster = situation.benchmark().cluster();
    if (cluster == null) {
      return;
    }
    var plan = situation.desired().plan();
    for (var arm : plan.arms()) {
      plan.cluster().members().stream()
          .filter(member -> member.host().equals(arm.host()))
          .map(member -> cluster.members().get(member.name()))
          .filter(Objects::nonNull)
          .forEach(pod -> servers.put(arm.target(), new ServerPod(pod.node(), null, null)));
    }
  }

  private static String node(Pod pod) {
    return pod.getSpec().getNodeName();
  }

  private static String imageId(Pod pod) {
    return Pods.container(pod)
        .map(ContainerStatus::getImageID)
        .filter(id -> !id.isEmpty())
        .orElse(null);
  }
}
