package dev.laptimer.operator.dbcluster;

import static dev.laptimer.operator.dbcluster.MemberObjects.mount;

import dev.laptimer.api.DbCluster;
import dev.laptimer.api.DbClusterSpec.DbProxy;
import dev.laptimer.api.Documents;
import dev.laptimer.engine.galera.GaleraFiles;
import dev.laptimer.engine.galera.ProxyConfig;
import dev.laptimer.operator.Hashes;
import dev.laptimer.operator.PodParts;
import dev.laptimer.operator.dbcluster.Labels.Component;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
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
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * All that the proxy consists of in Kubernetes. Pure.
 *
 * @param members whose metadata and names it shares
 * @param image of the proxy, unless the cluster names another
 * @param servers number of members that it leads to
 */
record ProxyObjects(MemberObjects members, String image, int servers) {

  static final int STATS_PORT = 8404;
  private static final int HEALTH_PORT = 8405;
  private static final int PEERS_PORT = 8406;
  private static final String PROXY_DIR = "/etc/laptimer/proxy";

  /** So long open connections may last when a proxy goes. */
  private static final long GRACE_SECONDS = 60;

  /**
   * Whether clients are led to the proxy: one that is added later gets them once it can serve them,
   * and keeps them, as members must not get clients behind the back of a proxy that chooses.
   *
   * @param wanted null for none
   * @param ready number of its pods that can serve
   * @param has whether it has the clients now
   * @param isNew whether there is no cluster yet, and so no client
   */
  static boolean takesClients(DbProxy wanted, int ready, boolean has, boolean isNew) {
    return wanted != null && (ready > 0 || has || isNew);
  }

  String imageInUse() {
    return proxy().image() == null ? image : proxy().image();
  }

  String statsSecret() {
    return proxy().stats() != null && proxy().stats().secretRef() != null
        ? proxy().stats().secretRef().name()
        : names().stats();
  }

  /** True if the login of the statistics page is ours to make. */
  boolean ownsStatsSecret() {
    return proxy().hasStats() && proxy().stats().secretRef() == null;
  }

  List<HasMetadata> all() {
    return List.of(config(), peersService(), deployment());
  }

  /** Login of the statistics page; made once and never written again. */
  Secret stats(String password) {
    return new SecretBuilder()
        .withMetadata(members.metadata(names().stats(), Component.PROXY))
        .withType("Opaque")
        .withStringData(Map.of("username", "stats", "password", password))
        .build();
  }

  ConfigMap config() {
    return new ConfigMapBuilder()
        .withMetadata(members.metadata(names().proxy(), Component.PROXY))
        .addToData("haproxy.cfg", haproxyConfig())
        .addToData("proxy.sh", GaleraFiles.text("proxy.sh"))
        .build();
  }

  String haproxyConfig() {
    var servers =
        IntStream.range(0, this.servers)
            .mapToObj(
                ordinal ->
                    new ProxyConfig.Server(
                        names().member(ordinal),
                        "%s.%s.@DOMAIN@:%d"
                            .formatted(
                                names().member(ordinal), names().membersHost(), MemberObjects.PORT),
                        null))
            .toList();
    return new ProxyConfig(
            proxy().balanceOrDefault(),
            servers,
            ProxyConfig.Place.POD,
            proxy().hasStats() ? names().cluster() : null)
        .text();
  }

  /** Names of all proxies, also of those that are not ready, so that they find each other. */
  private Service peersService() {
    return new ServiceBuilder()
        .withMetadata(members.metadata(names().proxies(), Component.PROXY))
        .withNewSpec()
        .withClusterIP("None")
        .withPublishNotReadyAddresses(true)
        .withSelector(Labels.selector(cluster(), Component.PROXY))
        .withPorts(MemberObjects.port("peers", PEERS_PORT, "TCP"))
        .endSpec()
        .build();
  }

  Deployment deployment() {
    return new DeploymentBuilder()
        .withMetadata(members.metadata(names().proxy(), Component.PROXY))
        .withNewSpec()
        .withReplicas(proxy().replicasOrDefault())
        .withRevisionHistoryLimit(0)
        .withNewStrategy()
        .withType("RollingUpdate")
        .withNewRollingUpdate()
        .withMaxUnavailable(new IntOrString(0))
        .withMaxSurge(new IntOrString(1))
        .endRollingUpdate()
        .endStrategy()
        .withNewSelector()
        .withMatchLabels(Labels.selector(cluster(), Component.PROXY))
        .endSelector()
        .withTemplate(template())
        .endSpec()
        .build();
  }

  private PodTemplateSpec template() {
    var placement = cluster().getSpec().placement();
    var spec =
        PodParts.spec(placement, members.pullSecrets())
            .withAffinity(
                PodParts.apartFrom(
                    placement == null ? null : placement.affinity(),
                    Labels.selector(cluster(), Component.PROXY),
                    false))
            .withTerminationGracePeriodSeconds(GRACE_SECONDS)
            .withRestartPolicy("Always")
            .withContainers(container())
            .addToVolumes(PodParts.emptyDir("run", "16Mi"))
            .addNewVolume()
            .withName("proxy")
            .withNewConfigMap()
            .withName(names().proxy())
            .withDefaultMode(0555)
            .endConfigMap()
            .endVolume();
    if (proxy().hasStats()) {
      spec.addNewVolume()
          .withName("stats")
          .withNewSecret()
          .withSecretName(statsSecret())
          .withDefaultMode(0440)
          .endSecret()
          .endVolume();
    }
    var built = spec.build();
    // The script is not read anew while it runs; the configuration is
    var hash =
        Hashes.sha256(Documents.toJson(built) + GaleraFiles.text("proxy.sh")).substring(0, 16);
    return new PodTemplateSpecBuilder()
        .withNewMetadata()
        .withLabels(Labels.of(cluster(), Component.PROXY))
        .withAnnotations(Map.of(Labels.TEMPLATE, hash))
        .endMetadata()
        .withSpec(built)
        .build();
  }

  private Container container() {
    var ports = new ArrayList<ContainerPort>();
    ports.add(port("mysql", MemberObjects.PORT));
    ports.add(port("health", HEALTH_PORT));
    ports.add(port("peers", PEERS_PORT));
    var mounts = new ArrayList<>(List.of(mount("run", "/run/laptimer"), mount("proxy", PROXY_DIR)));
    if (proxy().hasStats()) {
      ports.add(port("stats", STATS_PORT));
      mounts.add(mount("stats", "/etc/laptimer/stats"));
    }
    return new ContainerBuilder()
        .withName("haproxy")
        .withImage(imageInUse())
        .withImagePullPolicy("IfNotPresent")
        .withCommand(PROXY_DIR + "/proxy.sh")
        .withEnv(
            MemberObjects.fromPod("POD_IP", "status.podIP"),
            new EnvVar("PROXIES_HOST", names().proxiesHost(), null))
        .withSecurityContext(PodParts.containerSecurity())
        .withTerminationMessagePath("/dev/termination-log")
        .withTerminationMessagePolicy("FallbackToLogsOnError")
        .withPorts(ports)
        .withVolumeMounts(mounts)
        // Until it has made its checks it takes all members for healthy
        .withReadinessProbe(probe("/ready", 4, 2))
        .withLivenessProbe(probe("/live", 0, 10))
        .withNewLifecycle()
        .withNewPreStop()
        .withNewExec()
        // Until nobody sends new connections here any more
        .withCommand("/bin/sh", "-c", "sleep 4")
        .endExec()
        .endPreStop()
        .endLifecycle()
        .withResources(resources())
        .build();
  }

  private static ContainerPort port(String name, int port) {
    return new ContainerPortBuilder()
        .withName(name)
        .withContainerPort(port)
        .withProtocol("TCP")
        .build();
  }

  private static Probe probe(String path, int delay, int period) {
    return new ProbeBuilder()
        .withNewHttpGet()
        .withPath(path)
        .withPort(new IntOrString(HEALTH_PORT))
        .withScheme("HTTP")
        .endHttpGet()
        .withInitialDelaySeconds(delay)
        .withPeriodSeconds(period)
        .withTimeoutSeconds(2)
        .withSuccessThreshold(1)
        .withFailureThreshold(3)
        .build();
  }

  private ResourceRequirements resources() {
    return proxy().resources() != null
        ? proxy().resources()
        : new ResourceRequirementsBuilder()
            .addToRequests("cpu", new Quantity("100m"))
            .addToRequests("memory", new Quantity("128Mi"))
            .addToLimits("memory", new Quantity("128Mi"))
            .build();
  }

  private DbCluster cluster() {
    return members.cluster();
  }

  private DbProxy proxy() {
    return cluster().getSpec().proxy();
  }

  private Names names() {
    return members.names();
  }
}
