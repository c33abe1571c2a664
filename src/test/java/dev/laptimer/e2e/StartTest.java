package dev.laptimer.e2e;

import static dev.laptimer.e2e.Cluster.CLIENT;
import static dev.laptimer.e2e.Manifests.MEMCACHED;
import static dev.laptimer.e2e.Manifests.REDIS;
import static dev.laptimer.e2e.Manifests.benchmark;
import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.RunState;
import dev.laptimer.result.Reason;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What keeps a run from beginning. */
@E2e
class StartTest {

  private static final String PHASES = "[{operation: Set}, {operation: Get}]";
  private static final String SOON = "startTimeoutSeconds: 20,";
  private static final String NO_SUCH_IMAGE = "laptimer.test/no-such-image:1";

  @Test
  void anImageOfAServerThatDoesNotExistFailsTheRunInTheKubeletsWords(Space space) {
    var benchmark =
        space.benchmark(
            benchmark(
                "{name: redis, engine: Redis, server: {image: %s}}".formatted(NO_SUCH_IMAGE)
                    + ","
                    + MEMCACHED,
                PHASES,
                1,
                SOON));

    assertThat(benchmark.awaitFailed(Reason.ImagePullFailed))
        .contains("redis", NO_SUCH_IMAGE)
        .containsPattern("(?i)back-off pulling image|failed to (pull|resolve)");
    space.awaitObjects();
  }

  @Test
  void anImageOfTheRunnerThatDoesNotExistFailsTheRunInTheKubeletsWords(Space space) {
    var benchmark =
        space.benchmark(
            benchmark(REDIS, PHASES, 1, SOON + "runner: {image: %s},".formatted(NO_SUCH_IMAGE)));

    assertThat(benchmark.awaitFailed(Reason.ImagePullFailed))
        .contains("runner", NO_SUCH_IMAGE)
        .containsPattern("(?i)back-off pulling image|failed to (pull|resolve)");
    space.awaitObjects();
  }

  @Test
  void aQuotaTooSmallForTheServerFailsTheRunInTheQuotasWords(Space space) {
    quota(space, "requests.memory: 100Mi");

    var benchmark = space.benchmark(benchmark(REDIS, PHASES, 1, SOON));

    assertThat(benchmark.awaitFailed(Reason.QuotaExceeded))
        .contains("redis", "exceeded quota: small", "requests.memory=100Mi");
    space.awaitObjects();
  }

  @Test
  void aQuotaTooSmallForTheRunnerFailsTheRunInTheQuotasWords(Space space) {
    quota(space, "pods: 1");

    var benchmark = space.benchmark(benchmark(REDIS, PHASES, 1, SOON));

    assertThat(benchmark.awaitFailed(Reason.QuotaExceeded))
        .contains("runner", "exceeded quota: small", "pods=1");
    space.awaitObjects();
  }

  private static void quota(Space space, String hard) {
    space.apply(
        """
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: small}
        spec: {hard: {%s}}
        """
            .formatted(hard));
    Space.await("the quota in force")
        .until(
            () -> {
              var quota = CLIENT.resourceQuotas().inNamespace(space.name()).withName("small").get();
              return quota.getStatus() != null && quota.getStatus().getHard() != null;
            });
  }

  @Test
  void aServerThatFitsNoNodeFailsTheRunInTheSchedulersWords(Space space) {
    var benchmark =
        space.benchmark(
            benchmark(
                "{name: redis, engine: Redis, server: {placement: {nodeSelector: {disk: none-such}}}}",
                PHASES,
                1,
                SOON));

    assertThat(benchmark.awaitFailed(Reason.Unschedulable))
        .contains("redis", "nodes are available", "node affinity/selector");
    space.awaitObjects();
  }

  @Test
  void aRunnerThatFitsNoNodeFailsTheRunInTheSchedulersWords(Space space) {
    var benchmark =
        space.benchmark(
            benchmark(REDIS, PHASES, 1, SOON + "runner: {resources: {requests: {cpu: \"640\"}}},"));

    assertThat(benchmark.awaitFailed(Reason.Unschedulable))
        .contains("runner", "nodes are available", "Insufficient cpu");
    space.awaitObjects();
  }

  @Test
  void aSettingThatTheServerDoesNotKnowFailsTheRunInTheServersWords(Space space) {
    var benchmark =
        space.benchmark(
            benchmark(
                "{name: redis, engine: Redis, server: {config: {no-such-setting: \"1\"}}}",
                PHASES,
                1,
                "startTimeoutSeconds: 200,"));

    assertThat(benchmark.awaitFailed(Reason.ServerCrashed)).contains("redis", "no-such-setting");
    space.awaitObjects();
  }

  private static final String WITH_LOGIN =
      "{name: managed, engine: Redis, endpoint: {host: cache, port: 6379, auth: {secretRef: {name: late-login}}}}";

  @Test
  void aMissingSecretIsWaitedForVisiblyAndTheRunGoesOnWhenItAppears(Space space) {
    var cache = EndpointCache.plain(space, "correct-horse");
    var benchmark = space.benchmark(benchmark(WITH_LOGIN, PHASES, 1, "startTimeoutSeconds: 240,"));

    benchmark.await(
        "a status that names the missing Secret",
        status -> status.summary() != null && status.summary().contains("late-login"));
    assertThat(benchmark.conditions())
        .contains("Reconciling: " + Reason.WaitingForReference, "Finished=False");
    space.secret("late-login", Map.of("password", "correct-horse"));

    var status = benchmark.awaitFinished();
    assertThat(status.run().number()).isEqualTo(1);
    cache.assertOnlyTheOwnersKeysAreLeft();
  }

  @Test
  void aSecretThatNeverAppearsFailsTheRunAfterTheDeadline(Space space) {
    var benchmark = space.benchmark(benchmark(WITH_LOGIN, PHASES, 1, SOON));

    assertThat(benchmark.awaitFailed(Reason.ReferenceNotFound)).contains("late-login");
    assertThat(benchmark.status().state()).isEqualTo(RunState.Failed);
    space.awaitObjects();
  }

  @Test
  void aKeyThatTheSecretDoesNotHaveFailsTheRunAfterTheDeadline(Space space) {
    space.secret("cache-ca", Map.of("other.crt", "nothing"));
    var benchmark =
        space.benchmark(
            benchmark(
                """
                {name: managed, engine: Redis, endpoint: {host: cache, port: 6379,
                  tls: {caSecretRef: {name: cache-ca, key: ca.crt}}}}\
                """,
                PHASES,
                1,
                SOON));

    assertThat(benchmark.awaitFailed(Reason.ReferenceNotFound)).contains("cache-ca", "ca.crt");
    space.awaitObjects();
  }
}
