package dev.laptimer.operator.cachebenchmark;

import dev.laptimer.api.CacheBenchmarkSpec.Server;
import dev.laptimer.api.CacheBenchmarkSpec.Target;
import dev.laptimer.api.Storage;
import dev.laptimer.engine.Engine;
import dev.laptimer.engine.Engines;
import dev.laptimer.operator.PodParts;
import dev.laptimer.operator.run.Labels;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.util.List;
import java.util.Map;

/** The server of one target: a StatefulSet of one and its Service. Pure. */
final class ServerObjects {

  static final String CONTAINER = "server";

  private static final String DATA_DIR = "/data";
  private static final String DATA_SIZE = "1Gi";
  private static final String TMP_SIZE = "64Mi";
  private static final long GRACE_SECONDS = 5;

  private ServerObjects() {}

  /**
   * Gives the pod's address a name. Headless: the way to the server has no extra hop.
   *
   * @param metadata of the object, its labels those of the target's server
   */
  static Service service(ObjectMeta metadata, Target target) {
    int port = Engines.of(target.engine()).defaultPort();
    return new ServiceBuilder()
        .withMetadata(metadata)
        .withNewSpec()
        .withClusterIP("None")
        .withSelector(Labels.selector(metadata.getLabels()))
        .addNewPort()
        .withName(CONTAINER)
        .withProtocol("TCP")
        .withPort(port)
        .withTargetPort(new IntOrString(CONTAINER))
        .endPort()
        .endSpec()
        .build();
  }

  /**
   * Runs the server.
   *
   * @param metadata of the object, its labels those of the target's server
   * @param image unless the target names another
   */
  static StatefulSet statefulSet(
      ObjectMeta metadata, Target target, String image, List<String> pullSecrets) {
    var server = target.server();
    var storage = server.storage();
    return new StatefulSetBuilder()
        .withMetadata(metadata)
        .withNewSpec()
        .withReplicas(1)
        .withServiceName(metadata.getName())
        .withPodManagementPolicy("Parallel")
        .withRevisionHistoryLimit(0)
        .withNewPersistentVolumeClaimRetentionPolicy()
        .withWhenDeleted("Delete")
        .withWhenScaled("Delete")
        .endPersistentVolumeClaimRetentionPolicy()
        .withNewSelector()
        .withMatchLabels(Labels.selector(metadata.getLabels()))
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(metadata.getLabels())
        .withAnnotations(metadata.getAnnotations())
        .endMetadata()
        .withSpec(pod(target, image, pullSecrets))
        .endTemplate()
        .withVolumeClaimTemplates(storage == null ? List.of() : List.of(claim(storage)))
        .endSpec()
        .build();
  }

  private static PodSpec pod(Target target, String image, List<String> pullSecrets) {
    var server = target.server();
    var spec =
        PodParts.spec(server.placement(), pullSecrets)
            .withTerminationGracePeriodSeconds(GRACE_SECONDS)
            .withRestartPolicy("Always")
            .withContainers(container(Engines.of(target.engine()), server, image));
    if (server.storage() == null) {
      spec.addToVolumes(PodParts.emptyDir("data", DATA_SIZE));
    }
    return spec.addToVolumes(PodParts.emptyDir("tmp", TMP_SIZE)).build();
  }

  private static Container container(Engine engine, Server server, String image) {
    var listen =
        new Engine.Listen(
            "0.0.0.0", engine.defaultPort(), DATA_DIR, server.storage() != null, false);
    var config = server.config() == null ? Map.<String, String>of() : server.config();
    return new ContainerBuilder()
        .withName(CONTAINER)
        .withImage(server.image() == null ? image : server.image())
        .withImagePullPolicy("IfNotPresent")
        .withCommand(engine.command(listen, config))
        .withWorkingDir(DATA_DIR)
        .addNewPort()
        .withName(CONTAINER)
        .withContainerPort(engine.defaultPort())
        .withProtocol("TCP")
        .endPort()
        .withNewReadinessProbe()
        .withNewTcpSocket()
        .withPort(new IntOrString(CONTAINER))
        .endTcpSocket()
        .withInitialDelaySeconds(0)
        .withPeriodSeconds(1)
        .withTimeoutSeconds(1)
        .withSuccessThreshold(1)
        .withFailureThreshold(3)
        .endReadinessProbe()
        .withResources(PodParts.resources(server.resources(), engine.defaultMemory()))
        .withSecurityContext(PodParts.containerSecurity())
        .withTerminationMessagePath("/dev/termination-log")
        .withTerminationMessagePolicy("FallbackToLogsOnError")
        .withVolumeMounts(mount("data", DATA_DIR), mount("tmp", "/tmp"))
        .build();
  }

  private static VolumeMount mount(String volume, String path) {
    return new VolumeMountBuilder().withName(volume).withMountPath(path).build();
  }

  private static PersistentVolumeClaim claim(Storage storage) {
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withName("data")
        .endMetadata()
        .withNewSpec()
        .withAccessModes("ReadWriteOnce")
        .withVolumeMode("Filesystem")
        .withStorageClassName(storage.storageClassName())
        .withNewResources()
        .addToRequests("storage", new Quantity(storage.sizeGi() + "Gi"))
        .endResources()
        .endSpec()
        .build();
  }
}
