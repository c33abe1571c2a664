package dev.laptimer.e2e;

import static dev.laptimer.e2e.Cluster.CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A Redis that somebody else runs: a plain pod and a Service, both called {@code cache}, in the
 * test's namespace, with keys of its owner's in it.
 *
 * @param adminArguments with which its owner calls redis-cli
 */
record EndpointCache(Space space, List<String> adminArguments) {

  /** Name of the user that may only do what a benchmark needs, to keys of Laptimer's. */
  static final String USER = "bench";

  private static final String OWNERS_PASSWORD = "the-owners-own";

  /** Made once for all tests. */
  private static final class Pki {
    static final Certificates.Authority AUTHORITY = Certificates.authority("cache authority");
    static final Certificates.Certificate SERVER = AUTHORITY.issue("cache", "cache");
    static final Certificates.Certificate CLIENT = AUTHORITY.issue("benchmark", "benchmark");
  }

  /** Plain TCP, one password. */
  static EndpointCache plain(Space space, String password) {
    var cache =
        start(
            space,
            "port 6379\nrequirepass " + password + "\n",
            Map.of(),
            List.of("-a", password, "--no-auth-warning"));
    space.secret("cache-login", Map.of("password", password));
    return cache;
  }

  /**
   * TLS with certificates on both sides, and a user who may touch keys of Laptimer's alone. Secrets
   * {@code cache-ca}, {@code cache-client} and {@code cache-login} are what a benchmark needs.
   */
  static EndpointCache secured(Space space, String password) {
    return secured(space, password, "yes");
  }

  /** The same, but the client needs no certificate. */
  static EndpointCache securedByPassword(Space space, String password) {
    return secured(space, password, "no");
  }

  private static EndpointCache secured(Space space, String password, String clientCertificates) {
    var folder = "/etc/cache/";
    var cache =
        start(
            space,
            """
            port 0
            tls-port 6379
            tls-cert-file %1$stls.crt
            tls-key-file %1$stls.key
            tls-ca-cert-file %1$sca.crt
            tls-auth-clients %5$s
            user default off
            user %2$s on >%3$s resetkeys ~lt:* resetchannels -@all +@read +@write +@connection +info
            user owner on >%4$s ~* &* +@all
            """
                .formatted(folder, USER, password, OWNERS_PASSWORD, clientCertificates),
            Map.of(
                "tls.crt",
                Pki.SERVER.pem(),
                "tls.key",
                Pki.SERVER.key(),
                "ca.crt",
                Pki.AUTHORITY.pem()),
            List.of(
                "--tls",
                "--cacert",
                folder + "ca.crt",
                "--cert",
                folder + "tls.crt",
                "--key",
                folder + "tls.key",
                "--user",
                "owner",
                "-a",
                OWNERS_PASSWORD,
                "--no-auth-warning"));
    space.secret("cache-login", Map.of("username", USER, "password", password));
    space.secret("cache-ca", Map.of("ca.crt", Pki.AUTHORITY.pem()));
    space.secret("cache-client", Map.of("tls.crt", Pki.CLIENT.pem(), "tls.key", Pki.CLIENT.key()));
    return cache;
  }

  private static EndpointCache start(
      Space space, String configuration, Map<String, String> files, List<String> adminArguments) {
    var secret = new TreeMap<>(files);
    secret.put("redis.conf", configuration + "save \"\"\ndir /tmp\nprotected-mode no\n");
    space.secret("cache-server", secret);
    space.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: cache, labels: {app: cache}}
        spec:
          automountServiceAccountToken: false
          terminationGracePeriodSeconds: 1
          securityContext: {runAsNonRoot: true, runAsUser: 999, seccompProfile: {type: RuntimeDefault}}
          containers:
            - name: cache
              image: %s
              command: [redis-server, /etc/cache/redis.conf]
              resources: {requests: {cpu: 50m, memory: 64Mi}, limits: {memory: 64Mi}}
              securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
              readinessProbe: {tcpSocket: {port: 6379}, periodSeconds: 1}
              volumeMounts: [{name: files, mountPath: /etc/cache, readOnly: true}]
          volumes: [{name: files, secret: {secretName: cache-server}}]
        ---
        apiVersion: v1
        kind: Service
        metadata: {name: cache}
        spec: {clusterIP: None, selector: {app: cache}, ports: [{port: 6379}]}
        """
            .formatted(Cluster.redisImage()));
    CLIENT
        .pods()
        .inNamespace(space.name())
        .withName("cache")
        .waitUntilReady(Space.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    var cache = new EndpointCache(space, adminArguments);
    cache.cli("MSET", "owners:1", "one", "owners:2", "two");
    return cache;
  }

  /** What redis-cli prints when the owner calls it. */
  String cli(String... command) {
    var whole = new ArrayList<>(List.of("redis-cli"));
    whole.addAll(adminArguments);
    whole.addAll(List.of(command));
    var out = new ByteArrayOutputStream();
    try (var exec =
        CLIENT
            .pods()
            .inNamespace(space.name())
            .withName("cache")
            .writingOutput(out)
            .writingError(out)
            .exec(whole.toArray(String[]::new))) {
      assertThat(exec.exitCode().join()).as("redis-cli: " + out).isZero();
    }
    return out.toString(StandardCharsets.UTF_8).strip();
  }

  /** Names of all keys, sorted. */
  List<String> keys() {
    return cli("KEYS", "*").lines().sorted().toList();
  }

  /** Holds that only what the owner put in is there, unchanged. */
  void assertOnlyTheOwnersKeysAreLeft() {
    assertThat(keys()).containsExactly("owners:1", "owners:2");
    assertThat(cli("MGET", "owners:1", "owners:2")).isEqualTo("one\ntwo");
  }
}
