package dev.laptimer.operator.dbcluster;

import dev.laptimer.api.DataPolicy;
import dev.laptimer.api.DbCluster;
import dev.laptimer.api.DbClusterSpec;
import dev.laptimer.api.Documents;
import dev.laptimer.api.Separation;
import dev.laptimer.operator.Hashes;
import dev.laptimer.operator.PodParts;
import dev.laptimer.operator.dbcluster.Labels.Component;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All that the members consist of in Kubernetes. Pure.
 *
 * @param image of the members, unless the cluster names another
 */
record MemberObjects(DbCluster cluster, String image, List<String> pullSecrets) {

  static final String SERVER = "mariadb";
  static final String PREPARE = "prepare";
  static final int PORT = 3306;
  static final int HEALTH_PORT = 9200;

  private static final String CONFIG_DIR = "/etc/laptimer/config";
  private static final String USERS_DIR = "/etc/laptimer/users";
  private static final String RUN_DIR = "/run/laptimer";

  /** Long enough for the server to write what it holds in memory. */
  private static final long GRACE_SECONDS = 300;

  String imageInUse() {
    return spec().image() == null ? image : spec().image();
  }

  String usersSecret() {
    return spec().usersSecretRef() == null ? names().users() : spec().usersSecretRef().name();
  }

  /**
   * All but the StatefulSet and the Secret, which are made when the time has come.
   *
   * @param throughProxy true if clients are led to the proxy
   */
  List<HasMetadata> supporting(boolean throughProxy) {
    var objects = new ArrayList<HasMetadata>();
    objects.add(config());
    objects.add(membersService());
    objects.add(clientService(throughProxy));
    if (spec().membersOrDefault() >= 3) {
      objects.add(disruptionBudget());
    }
    return objects;
  }

  ConfigMap config() {
    return new ConfigMapBuilder()
        .withMetadata(metadata(names().config(), Component.MEMBER))
        .withData(ServerConfig.files(names(), spec()))
        .build();
  }

  ConfigMap channel(Channel channel) {
    return new ConfigMapBuilder()
        .withMetadata(metadata(names().channel(), Component.MEMBER))
        .withData(channel.toData(names(), cluster.getMetadata().getUid()))
        .build();
  }

  /** Names for members also while they are not ready: they must find each other first. */
  Service membersService() {
    return new ServiceBuilder()
        .withMetadata(metadata(names().membersService(), Component.MEMBER))
        .withNewSpec()
        .withClusterIP("None")
        .withPublishNotReadyAddresses(true)
        .withSelector(Labels.selector(cluster, Component.MEMBER))
        .withPorts(
            port("mysql", PORT, "TCP"),
            port("galera", 4567, "TCP"),
            port("galera-udp", 4567, "UDP"),
            port("ist", 4568, "TCP"),
            port("sst", 4444, "TCP"),
            port("health", HEALTH_PORT, "TCP"))
        .endSpec()
        .build();
  }

  Service clientService(boolean throughProxy) {
    var ports = new ArrayList<ServicePort>();
    ports.add(port("mysql", PORT, "TCP"));
    if (spec().proxy() != null && spec().proxy().hasStats()) {
      ports.add(port("stats", ProxyObjects.STATS_PORT, "TCP"));
    }
    var component = throughProxy ? Component.PROXY : Component.MEMBER;
    return new ServiceBuilder()
        .withMetadata(metadata(names().members(), component))
        .withNewSpec()
        .withSelector(Labels.selector(cluster, component))
        .withPorts(ports)
        .endSpec()
        .build();
  }

  static ServicePort port(String name, int port, String protocol) {
    return new ServicePortBuilder()
        .withName(name)
        .withPort(port)
        .withTargetPort(new IntOrString(port))
        .withProtocol(protocol)
        .build();
  }

  private PodDisruptionBudget disruptionBudget() {
    return new PodDisruptionBudgetBuilder()
        .withMetadata(metadata(names().members(), Component.MEMBER))
        .withNewSpec()
        .withMaxUnavailable(new IntOrString(1))
        .withNewSelector()
        .withMatchLabels(Labels.selector(cluster, Component.MEMBER))
        .endSelector()
        .endSpec()
        .build();
  }

  /** Passwords of the users; made once and never written again. */
  Secret users(String rootPassword, String sstPassword) {
    var metadata = metadata(names().users(), Component.MEMBER);
    if (spec().storageOrDefault().onDeletionOrDefault() == DataPolicy.Keep) {
      // Without them kept data would be of no use
      metadata.setOwnerReferences(null);
    }
    return new SecretBuilder()
        .withMetadata(metadata)
        .withType("Opaque")
        .withStringData(Map.of("root", rootPassword, "sst", sstPassword))
        .build();
  }

  /**
   * The members. They are restarted and counted by the operator alone, so that it does not matter
   * in which order their volumes and nodes come back.
   */
  StatefulSet statefulSet(int replicas, String clusterUuid) {
    var whenDeleted = spec().storageOrDefault().onDeletionOrDefault() == DataPolicy.Keep;
    return new StatefulSetBuilder()
        .withMetadata(metadata(names().members(), Component.MEMBER))
        .withNewSpec()
        .withReplicas(replicas)
        .withServiceName(names().membersService())
        .withPodManagementPolicy("Parallel")
        .withRevisionHistoryLimit(0)
        .withNewUpdateStrategy()
        .withType("OnDelete")
        .endUpdateStrategy()
        .withNewPersistentVolumeClaimRetentionPolicy()
        .withWhenDeleted(whenDeleted ? "Retain" : "Delete")
        .withWhenScaled(whenDeleted ? "Retain" : "Delete")
        .endPersistentVolumeClaimRetentionPolicy()
        .withNewSelector()
        .withMatchLabels(Labels.selector(cluster, Component.MEMBER))
        .endSelector()
        .withTemplate(template())
        .withVolumeClaimTemplates(claim(clusterUuid))
        .endSpec()
        .build();
  }

  /** What a pod of today is like; its annotation says so. */
  PodTemplateSpec template() {
    var bare = bareTemplate();
    var content = Documents.toJson(bare) + Documents.toJson(ServerConfig.files(names(), spec()));
    return new PodTemplateSpecBuilder(bare)
        .editMetadata()
        .addToAnnotations(Labels.TEMPLATE, Hashes.sha256(content).substring(0, 16))
        .endMetadata()
        .build();
  }

  String templateHash() {
    return template().getMetadata().getAnnotations().get(Labels.TEMPLATE);
  }

  private PodTemplateSpec bareTemplate() {
    var placement = spec().placement();
    var spec =
        PodParts.spec(placement, pullSecrets)
            .withAffinity(
                PodParts.apartFrom(
                    placement == null ? null : placement.affinity(),
                    Labels.selector(cluster, Component.MEMBER),
                    spec().separationOrDefault() == Separation.Required))
            .withTerminationGracePeriodSeconds(GRACE_SECONDS)
            .withRestartPolicy("Always")
            .withInitContainers(
                container(PREPARE, "prepare.sh")
                    .withResources(resources())
                    .withEnv(environment())
                    .build())
            .withContainers(server(), health())
            .addToVolumes(PodParts.emptyDir("run", "64Mi"), PodParts.emptyDir("tmp", "1Gi"))
            .addNewVolume()
            .withName("config")
            .withNewConfigMap()
            .withName(names().config())
            .withDefaultMode(0555)
            .endConfigMap()
            .endVolume()
            .addNewVolume()
            .withName("users")
            .withNewSecret()
            .withSecretName(usersSecret())
            .withDefaultMode(0440)
            .endSecret()
            .endVolume()
            .build();
    if (spec().tls() != null) {
      spec.getVolumes()
          .add(
              new VolumeBuilder()
                  .withName("tls")
                  .withNewSecret()
                  .withSecretName(spec().tls().secretRef().name())
                  .withDefaultMode(0440)
                  .endSecret()
                  .build());
    }
    // The root of the volume may already be the group's: then nothing has to be walked through
    spec.getSecurityContext().setFsGroupChangePolicy("OnRootMismatch");
    return new PodTemplateSpecBuilder()
        .withNewMetadata()
        .withLabels(Labels.of(cluster, Component.MEMBER))
        .endMetadata()
        .withSpec(spec)
        .build();
  }

  private Container server() {
    return container(SERVER, "run.sh")
        .withEnv(environment())
        .withResources(resources())
        .addNewPort()
        .withName("mysql")
        .withContainerPort(PORT)
        .withProtocol("TCP")
        .endPort()
        .withReadinessProbe(readiness())
        .withLivenessProbe(liveness())
        .withNewLifecycle()
        .withNewPreStop()
        .withNewExec()
        .withCommand(CONFIG_DIR + "/stop.sh")
        .endExec()
        .endPreStop()
        .endLifecycle()
        .build();
  }

  /** Tells proxy and operator how the member is. */
  private Container health() {
    return container("health", "health.sh")
        .withEnv(podName())
        .withResources(
            new ResourceRequirementsBuilder()
                .addToRequests("cpu", new Quantity("20m"))
                .addToRequests("memory", new Quantity("64Mi"))
                .addToLimits("memory", new Quantity("64Mi"))
                .build())
        .addNewPort()
        .withName("health")
        .withContainerPort(HEALTH_PORT)
        .withProtocol("TCP")
        .endPort()
        .build();
  }

  private ContainerBuilder container(String name, String script) {
    return new ContainerBuilder()
        .withName(name)
        .withImage(imageInUse())
        .withImagePullPolicy("IfNotPresent")
        .withCommand(CONFIG_DIR + "/" + script)
        .withSecurityContext(PodParts.containerSecurity())
        .withTerminationMessagePath("/dev/termination-log")
        .withTerminationMessagePolicy("FallbackToLogsOnError")
        .withVolumeMounts(mounts());
  }

  private List<VolumeMount> mounts() {
    var mounts =
        new ArrayList<>(
            List.of(
                mount("data", "/data"),
                mount("run", RUN_DIR),
                mount("tmp", "/tmp"),
                mount("config", CONFIG_DIR),
                mount("users", USERS_DIR)));
    if (spec().tls() != null) {
      mounts.add(mount("tls", ServerConfig.TLS_DIR));
    }
    return mounts;
  }

  /** The very check that the proxy makes, so that both see the same. */
  private static Probe readiness() {
    return new ProbeBuilder()
        .withNewHttpGet()
        .withPath("/")
        .withPort(new IntOrString(HEALTH_PORT))
        .withScheme("HTTP")
        .endHttpGet()
        .withPeriodSeconds(2)
        .withTimeoutSeconds(3)
        .withSuccessThreshold(1)
        .withFailureThreshold(2)
        .build();
  }

  /** In the server's own container: that it is alive must not depend on another one. */
  private static Probe liveness() {
    return new ProbeBuilder()
        .withNewExec()
        .withCommand(CONFIG_DIR + "/alive.sh")
        .endExec()
        .withPeriodSeconds(10)
        .withTimeoutSeconds(6)
        .withSuccessThreshold(1)
        .withFailureThreshold(6)
        .build();
  }

  /** Read anew at every start of a container. */
  private List<EnvVar> environment() {
    var environment = new ArrayList<EnvVar>();
    environment.add(podName());
    environment.add(fromPod("POD_IP", "status.podIP"));
    environment.add(new EnvVar("MEMBERS_SERVICE", names().membersHost(), null));
    for (var key : List.of("MODE", "EPOCH", "BOOT_POD", "CLUSTER_UUID", "SIZE")) {
      environment.add(
          new EnvVarBuilder()
              .withName(key)
              .withNewValueFrom()
              .withNewConfigMapKeyRef(key, names().channel(), false)
              .endValueFrom()
              .build());
    }
    return environment;
  }

  private static EnvVar podName() {
    return fromPod("POD", "metadata.name");
  }

  static EnvVar fromPod(String name, String path) {
    return new EnvVarBuilder()
        .withName(name)
        .withNewValueFrom()
        .withNewFieldRef("v1", path)
        .endValueFrom()
        .build();
  }

  private ResourceRequirements resources() {
    return spec().resources() != null
        ? spec().resources()
        : new ResourceRequirementsBuilder()
            .addToRequests("cpu", new Quantity("250m"))
            .addToRequests("memory", new Quantity("512Mi"))
            .addToLimits("memory", new Quantity("1Gi"))
            .build();
  }

  private PersistentVolumeClaim claim(String clusterUuid) {
    var storage = spec().storageOrDefault();
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withName("data")
        .withLabels(Labels.of(cluster, Component.MEMBER))
        .withAnnotations(Map.of(Labels.CLUSTER_UUID, clusterUuid))
        .endMetadata()
        .withNewSpec()
        .withAccessModes("ReadWriteOnce")
        .withVolumeMode("Filesystem")
        .withStorageClassName(storage.storageClassName())
        .withNewResources()
        .addToRequests("storage", new Quantity(storage.sizeGiOrDefault() + "Gi"))
        .endResources()
        .endSpec()
        .build();
  }

  static VolumeMount mount(String volume, String path) {
    return new VolumeMountBuilder().withName(volume).withMountPath(path).build();
  }

  ObjectMeta metadata(String name, Component component) {
    return new ObjectMetaBuilder()
        .withName(name)
        .withNamespace(cluster.getMetadata().getNamespace())
        .withLabels(new TreeMap<>(Labels.of(cluster, component)))
        .withOwnerReferences(owner())
        .build();
  }

  private OwnerReference owner() {
    return new OwnerReferenceBuilder()
        .withApiVersion(HasMetadata.getApiVersion(DbCluster.class))
        .withKind(HasMetadata.getKind(DbCluster.class))
        .withName(cluster.getMetadata().getName())
        .withUid(cluster.getMetadata().getUid())
        .withController(true)
        .withBlockOwnerDeletion(false)
        .build();
  }

  Names names() {
    return Names.of(cluster);
  }

  private DbClusterSpec spec() {
    return cluster.getSpec();
  }
}
