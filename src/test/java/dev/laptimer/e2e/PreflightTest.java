package dev.laptimer.e2e;

import static dev.laptimer.e2e.Cluster.OPERATOR_NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.result.Reason;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is wrong with an endpoint is found before anything is measured. */
@E2e
class PreflightTest {

  private static Benchmark against(Space space, String engine, String endpoint) {
    return space.benchmark(
        Manifests.benchmark(
            "{name: managed, engine: %s, endpoint: {%s}}".formatted(engine, endpoint),
            "[{operation: Set}]",
            1,
            "startTimeoutSeconds: 30,"));
  }

  @Test
  void aWrongPassword(Space space) {
    EndpointCache.plain(space, "correct-horse");
    space.secret("wrong", Map.of("password", "battery-staple"));

    var benchmark =
        against(space, "Redis", "host: cache, port: 6379, auth: {secretRef: {name: wrong}}");

    assertThat(benchmark.awaitFailed(Reason.AuthenticationFailed))
        .contains("managed", "WRONGPASS")
        .doesNotContain("battery-staple");
  }

  @Test
  void noPasswordWhereOneIsNeeded(Space space) {
    EndpointCache.plain(space, "correct-horse");

    var benchmark = against(space, "Redis", "host: cache, port: 6379");

    assertThat(benchmark.awaitFailed(Reason.AuthenticationFailed)).contains("managed", "NOAUTH");
  }

  @Test
  void anUnknownHost(Space space) {
    var benchmark = against(space, "Redis", "host: no-such-host.example.invalid, port: 6379");

    assertThat(benchmark.awaitFailed(Reason.NameNotResolved))
        .contains("managed", "no-such-host.example.invalid");
  }

  @Test
  void aClosedPort(Space space) {
    EndpointCache.plain(space, "correct-horse");

    var benchmark = against(space, "Redis", "host: cache, port: 6380");

    assertThat(benchmark.awaitFailed(Reason.ConnectionRefused)).contains("managed", "6380");
  }

  @Test
  void aCertificateOfAnAuthorityThatIsNotTrusted(Space space) {
    EndpointCache.secured(space, "correct-horse");
    space.secret("other-ca", Map.of("ca.crt", Certificates.authority("another").pem()));

    var benchmark =
        against(
            space,
            "Redis",
            """
            host: cache, port: 6379, auth: {secretRef: {name: cache-login}},
            tls: {caSecretRef: {name: other-ca, key: ca.crt}, clientCertificateSecretRef: {name: cache-client}}\
            """);

    assertThat(benchmark.awaitFailed(Reason.TlsUntrusted)).contains("managed");
  }

  @Test
  void aCertificateOfAnotherName(Space space) {
    EndpointCache.secured(space, "correct-horse");

    var benchmark =
        against(
            space,
            "Redis",
            """
            host: cache.%s.svc.cluster.local, port: 6379, auth: {secretRef: {name: cache-login}},
            tls: {caSecretRef: {name: cache-ca, key: ca.crt}, clientCertificateSecretRef: {name: cache-client}}\
            """
                .formatted(space.name()));

    assertThat(benchmark.awaitFailed(Reason.TlsNameMismatch))
        .contains("managed", "cache.%s.svc.cluster.local".formatted(space.name()));
  }

  @Test
  void notACacheAtAll(Space space) {
    // The operator's own HTTP port: there in every cluster, and surely no cache
    var address = Cluster.operatorPod().getStatus().getPodIP();
    assertThat(address).as("address of the operator in " + OPERATOR_NAMESPACE).isNotNull();

    var benchmark = against(space, "Redis", "host: %s, port: 8080".formatted(address));

    assertThat(benchmark.awaitFailed(Reason.ProtocolMismatch)).contains("managed", "HTTP");
  }

  @Test
  void anotherCacheThanTheOneNamed(Space space) {
    EndpointCache.plain(space, "correct-horse");

    var benchmark = against(space, "Memcached", "host: cache, port: 6379");

    assertThat(benchmark.awaitFailed(Reason.ProtocolMismatch)).contains("managed");
  }
}
