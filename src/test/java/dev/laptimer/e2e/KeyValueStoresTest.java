package dev.laptimer.e2e;

import static dev.laptimer.e2e.Cluster.CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.EngineName;
import dev.laptimer.result.Reason;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * MongoDB beside caches. FerretDB stands in for it, as a plain pod that somebody else runs: its
 * image has no {@code mongod} that Laptimer could start.
 */
@E2e
class KeyValueStoresTest {

  private static final String ENDPOINT = "endpoint: {host: store, port: 27017}";

  @Test
  void theSampleIsMeasuredAndTellsWhatTheServersCanDo(Space space) {
    startStore(space);
    var sample = Manifests.sample("key-value-stores.yaml");
    var own = "engine: MongoDB\n      server: {}";
    assertThat(sample).contains(own);

    // One round, as the stand-in takes a minute for each
    var status =
        space
            .benchmark(
                sample
                    .replace(own, "engine: MongoDB\n      " + ENDPOINT)
                    .replace("rounds: 7", "rounds: 1"))
            .awaitFinished();

    assertThat(status.results())
        .extracting(result -> result.name() + " " + result.trials())
        .containsExactly("redis 1", "memcached 1", "mongodb 1");
    assertThat(status.results())
        .allSatisfy(
            result ->
                assertThat(result.phases())
                    .allSatisfy(phase -> assertThat(phase.errors() + phase.misses()).isZero()));
    var mongodb = status.results().get(2).server();
    assertThat(mongodb.version()).endsWith("(FerretDB)");
    assertThat(mongodb.features()).containsEntry("timeToLive", "no");
    assertThat(status.results().get(0).server().features())
        .containsEntry("timeToLive", "yes, milliseconds");
  }

  @Test
  void keysThatAreToExpireAreRefusedByAServerWithoutTtlIndexes(Space space) {
    startStore(space);
    var target = "{name: mongodb, engine: MongoDB, %s}".formatted(ENDPOINT);
    var benchmark =
        space.benchmark(Manifests.quick(target).replace("expiry: {seconds: 0}", "expiry: {}"));

    assertThat(benchmark.awaitFailed(Reason.CommandRefused))
        .contains("no TTL index", "`expiry.seconds: 0`");
  }

  private static void startStore(Space space) {
    space.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: store, labels: {app: store}}
        spec:
          automountServiceAccountToken: false
          terminationGracePeriodSeconds: 1
          securityContext: {runAsNonRoot: true, runAsUser: 999, seccompProfile: {type: RuntimeDefault}}
          containers:
            - name: store
              image: %s
              command: [ferretdb, "0.0.0.0:27017", /data]
              resources: {requests: {cpu: 100m, memory: 256Mi}, limits: {memory: 256Mi}}
              securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
              readinessProbe: {tcpSocket: {port: 27017}, periodSeconds: 1}
              volumeMounts: [{name: data, mountPath: /data}]
          volumes: [{name: data, emptyDir: {}}]
        ---
        apiVersion: v1
        kind: Service
        metadata: {name: store}
        spec: {clusterIP: None, selector: {app: store}, ports: [{port: 27017}]}
        """
            .formatted(Cluster.image(EngineName.MongoDB)));
    CLIENT
        .pods()
        .inNamespace(space.name())
        .withName("store")
        .waitUntilReady(Space.PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }
}
