package dev.laptimer.e2e;

import static dev.laptimer.e2e.Manifests.MEMCACHED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.RunState;
import dev.laptimer.result.Reason;
import org.junit.jupiter.api.Test;

/** A cache that somebody else runs. */
@E2e
class EndpointTest {

  static final String SECURED =
      """
      {name: managed, engine: Redis, endpoint: {host: cache, port: 6379,
        tls: {caSecretRef: {name: cache-ca, key: ca.crt}, clientCertificateSecretRef: {name: cache-client}},
        auth: {secretRef: {name: cache-login}}}}
      """;

  @Test
  void theSampleOfOneWithPasswordAndTlsIsMeasuredAndNothingButOurOwnKeysIsTouched(Space space) {
    var cache = EndpointCache.securedByPassword(space, "correct-horse");

    var benchmark =
        space.benchmark(
            Manifests.sample("managed-endpoint.yaml").replace("my-cache.example.com", "cache"));
    benchmark.kubectlWait("Finished");
    var status = benchmark.awaitFinished();

    assertThat(status.results())
        .extracting(result -> result.name() + " " + result.trials() + " " + result.phases().size())
        .containsExactly("own 6 2", "managed 6 2");
    assertThat(status.results())
        .allSatisfy(
            result -> {
              assertThat(Double.parseDouble(result.opsPerCurrencyUnit())).isPositive();
              assertThat(result.phases())
                  .allSatisfy(phase -> assertThat(phase.errors() + phase.misses()).isZero());
            });
    assertThat(status.comparisons()).hasSize(1);
    var preflight = benchmark.document().preflights().get(1);
    assertThat(preflight.tlsProtocol()).startsWith("TLSv1.");
    assertThat(preflight.serverVersion()).matches("\\d+\\.\\d+\\.\\d+");
    cache.assertOnlyTheOwnersKeysAreLeft();
    assertThat(cache.cli("INFO", "commandstats"))
        .contains("cmdstat_set:")
        .doesNotContain("cmdstat_flush");
    assertThat(cache.cli("ACL", "LOG"))
        .as("what the user tried to do to keys of others")
        .doesNotContain("\nkey\n");
    space.awaitObjects("Pod/cache", "Service/cache", "ConfigMap/" + status.resultRef().configMap());
  }

  @Test
  void oneThatAsksForACertificateGetsOne(Space space) {
    var cache = EndpointCache.secured(space, "correct-horse");

    space.benchmark(Manifests.quick(SECURED)).awaitFinished();

    cache.assertOnlyTheOwnersKeysAreLeft();
  }

  @Test
  void ourKeysAreGoneAlsoWhenTheBenchmarkIsDeletedWhileItRuns(Space space) {
    var cache = EndpointCache.secured(space, "correct-horse");
    var benchmark = space.benchmark(Manifests.slow(SECURED + "," + MEMCACHED, 120));
    benchmark.awaitState(RunState.Running);
    Space.await("keys of ours").until(() -> cache.keys().size() > 2);

    benchmark.delete();

    space.awaitObjects("Pod/cache", "Service/cache");
    Space.await("our keys gone").untilAsserted(cache::assertOnlyTheOwnersKeysAreLeft);
  }

  @Test
  void ourKeysAreGoneAlsoAfterATimeout(Space space) {
    var cache = EndpointCache.plain(space, "correct-horse");
    var benchmark =
        space.benchmark(
            Manifests.benchmark(
                "{name: managed, engine: Redis, endpoint: {host: cache, port: 6379, auth: {secretRef: {name: cache-login}}}}",
                "[{operation: Set}, {operation: Get, laps: 100}]",
                50,
                "timeoutSeconds: 40,"));
    Space.await("keys of ours").until(() -> cache.keys().size() > 2);

    benchmark.awaitFailed(Reason.TimedOut);

    cache.assertOnlyTheOwnersKeysAreLeft();
  }
}
