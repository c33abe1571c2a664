package dev.laptimer.operator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.BenchmarkStatus.RunStatus;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a run consists of, whole object by whole object. After a wanted change, {@code
 * -Dgolden=write} writes the files anew; look at the difference.
 */
class DesiredObjectsTest {

  private static final Path GOLDEN = Path.of("src/test/resources/operator");

  private static final String FULL =
      """
      targets:
        - name: redis
          engine: Redis
          server:
            image: registry.example.com/redis:7.4
            resources: {requests: {cpu: "1", memory: 512Mi}, limits: {memory: 512Mi}}
            config: {maxmemory: 100mb}
            storage: {sizeGi: 2, storageClassName: fast}
            placement:
              nodeSelector: {disk: ssd}
              tolerations: [{key: benchmarks, operator: Exists}]
              priorityClassName: high
        - name: cloud
          engine: Redis
          endpoint:
            host: cache.example.com
            port: 6380
            tls:
              caSecretRef: {name: cloud, key: ca.crt}
              clientCertificateSecretRef: {name: cloud-client}
            auth: {secretRef: {name: cloud}}
      rounds: 2
      runner:
        image: registry.example.com/laptimer:1
        separation: Required
        jvmOptions: [-Xmx64m]
        placement:
          nodeSelector: {disk: hdd}
          affinity:
            podAntiAffinity:
              preferredDuringSchedulingIgnoredDuringExecution:
                - weight: 1
                  podAffinityTerm:
                    topologyKey: topology.kubernetes.io/zone
                    labelSelector: {matchLabels: {app: noisy}}
      timeoutSeconds: 600
      startTimeoutSeconds: 60
      """;

  /** Several pods, and a container for the other image in each. */
  private static final String SEVERAL_PODS =
      """
      targets:
        - {name: redis, engine: Redis, server: {}}
      variants:
        - {name: own}
        - {name: java17, image: registry.example.com/laptimer:0.1.0-java17}
      workload: {connections: 6}
      runner: {pods: 3}
      rounds: 2
      """;

  private static String spec(String name) {
    return switch (name) {
      case "full" -> FULL;
      case "several-pods" -> SEVERAL_PODS;
      default -> World.TWO_SERVERS;
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"defaults", "full", "several-pods"})
  void aRunConsistsOfTheseObjects(String name) throws IOException {
    var file = GOLDEN.resolve(name + ".yaml");
    var yaml = yaml(objects(spec(name)));
    if ("write".equals(System.getProperty("golden"))) {
      Files.createDirectories(GOLDEN);
      Files.writeString(file, yaml);
    }

    assertThat(yaml).isEqualTo(Files.readString(file));
  }

  @Test
  void twoLooksAskForTheSame() {
    assertThat(objects(FULL)).isEqualTo(objects(FULL));
  }

  @ParameterizedTest
  @ValueSource(strings = {World.TWO_SERVERS, FULL, SEVERAL_PODS})
  void everyPodFitsTheRestrictedProfile(String spec) {
    for (var pod : pods(objects(spec))) {
      assertThat(pod.getHostNetwork()).isNull();
      assertThat(pod.getHostPID()).isNull();
      assertThat(pod.getHostIPC()).isNull();
      assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
      assertThat(pod.getSecurityContext().getRunAsUser()).isPositive();
      assertThat(pod.getSecurityContext().getSeccompProfile().getType())
          .isEqualTo("RuntimeDefault");
      assertThat(pod.getAutomountServiceAccountToken()).isFalse();
      assertThat(pod.getVolumes())
          .allMatch(
              volume ->
                  volume.getEmptyDir() != null
                      || volume.getConfigMap() != null
                      || volume.getProjected() != null);
      for (var container : pod.getContainers()) {
        assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
        assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
        assertThat(container.getSecurityContext().getCapabilities().getDrop())
            .containsExactly("ALL");
        assertThat(container.getSecurityContext().getCapabilities().getAdd()).isEmpty();
        assertThat(container.getSecurityContext().getPrivileged()).isNull();
        assertThat(container.getPorts()).allMatch(port -> port.getHostPort() == null);
        assertThat(container.getEnv()).as("no secret comes by the environment").isEmpty();
      }
    }
  }

  @Test
  void everyObjectIsOwnedByTheBenchmark() {
    assertThat(objects(FULL))
        .allSatisfy(
            object -> {
              var owner = object.getMetadata().getOwnerReferences().get(0);
              assertThat(owner.getUid()).isEqualTo("0b5e7a9c-0000-4000-8000-000000000001");
              assertThat(owner.getController()).isTrue();
              assertThat(owner.getBlockOwnerDeletion()).isFalse();
            });
  }

  private static List<PodSpec> pods(List<HasMetadata> objects) {
    var pods = new ArrayList<PodSpec>();
    for (var object : objects) {
      if (object instanceof StatefulSet set) {
        pods.add(set.getSpec().getTemplate().getSpec());
      } else if (object instanceof Job job) {
        pods.add(job.getSpec().getTemplate().getSpec());
      }
    }
    return pods;
  }

  private static List<HasMetadata> objects(String spec) {
    var desired =
        new DesiredObjects(
            new World(spec).situation().benchmark(),
            new RunStatus(1, "hash", null, null, 42L, "caches-1", null, null, null, null, null));
    var objects = new ArrayList<HasMetadata>();
    desired.benchmark().servers().forEach(server -> objects.addAll(desired.server(server)));
    objects.addAll(desired.runner());
    return objects;
  }

  /** The plan has tests of its own. */
  private static String yaml(List<HasMetadata> objects) {
    return objects.stream()
        .map(
            object -> {
              var shown = Serialization.clone(object);
              if (shown instanceof ConfigMap plan) {
                plan.getData().replaceAll((key, text) -> "...");
              }
              return Serialization.asYaml(shown);
            })
        .collect(Collectors.joining());
  }
}
