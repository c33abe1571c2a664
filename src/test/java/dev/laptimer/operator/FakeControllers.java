package dev.laptimer.operator;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashSet;
import java.util.Optional;

/**
 * Does, when told, what the controllers and kubelet do by themselves: pods come and go with the
 * objects that own them.
 */
record FakeControllers(KubernetesClient client, String namespace) {

  /** Makes the pods that are missing, all of them running and ready, and removes orphans. */
  void work() {
    var owners = new HashSet<String>();
    for (var set : client.apps().statefulSets().inNamespace(namespace).list().getItems()) {
      owners.add(set.getMetadata().getUid());
      make(set, set.getMetadata().getName() + "-0", set.getSpec().getTemplate());
    }
    for (var job : client.batch().v1().jobs().inNamespace(namespace).list().getItems()) {
      owners.add(job.getMetadata().getUid());
      make(job, job.getMetadata().getName() + "-pod", job.getSpec().getTemplate());
    }
    for (var pod : client.pods().inNamespace(namespace).list().getItems()) {
      if (!owners.contains(pod.getMetadata().getOwnerReferences().get(0).getUid())) {
        client.resource(pod).delete();
      }
    }
  }

  private void make(HasMetadata owner, String name, PodTemplateSpec template) {
    if (client.pods().inNamespace(namespace).withName(name).get() != null) {
      return;
    }
    var container = template.getSpec().getContainers().get(0);
    client
        .resource(
            new PodBuilder()
                .withMetadata(
                    new ObjectMetaBuilder(template.getMetadata())
                        .withName(name)
                        .withNamespace(namespace)
                        .addNewOwnerReference()
                        .withApiVersion(owner.getApiVersion())
                        .withKind(owner.getKind())
                        .withName(owner.getMetadata().getName())
                        .withUid(owner.getMetadata().getUid())
                        .endOwnerReference()
                        .build())
                .withSpec(template.getSpec())
                .withNewStatus()
                .withPhase("Running")
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .addNewContainerStatus()
                .withName(container.getName())
                .withReady(true)
                .withRestartCount(0)
                .withNewState()
                .withNewRunning()
                .endRunning()
                .endState()
                .endContainerStatus()
                .endStatus()
                .build())
        .create();
  }

  Optional<Pod> pod(String name) {
    return Optional.ofNullable(client.pods().inNamespace(namespace).withName(name).get());
  }

  /** The container of a pod ends. */
  void end(String podName, int exitCode, String terminationMessage, String finishedAt) {
    client
        .pods()
        .inNamespace(namespace)
        .withName(podName)
        .edit(
            pod ->
                new PodBuilder(pod)
                    .editStatus()
                    .withContainerStatuses(ended(pod, exitCode, terminationMessage, finishedAt))
                    .endStatus()
                    .build());
  }

  private static ContainerStatus ended(
      Pod pod, int exitCode, String terminationMessage, String finishedAt) {
    return new ContainerStatusBuilder(pod.getStatus().getContainerStatuses().get(0))
        .withReady(false)
        .withNewState()
        .withNewTerminated()
        .withExitCode(exitCode)
        .withReason(exitCode == 0 ? "Completed" : "Error")
        .withMessage(terminationMessage)
        .withFinishedAt(finishedAt)
        .endTerminated()
        .endState()
        .build();
  }
}
