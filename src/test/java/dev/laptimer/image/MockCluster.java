package dev.laptimer.image;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.http.Headers;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * An API server on a loopback port that stores objects and lets them be watched, with the custom
 * resource definitions of the project. No controller runs in it.
 */
final class MockCluster implements AutoCloseable {

  /** Patience on a busy machine. */
  private static final int TIMEOUT_MILLIS = 60_000;

  private final KubernetesMockServer server;
  private final Path kubeconfig;
  final KubernetesClient client;

  private MockCluster(KubernetesMockServer server, Path kubeconfig) {
    this.server = server;
    this.kubeconfig = kubeconfig;
    client =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder(Config.empty())
                    .withMasterUrl(url(server))
                    .withRequestTimeout(TIMEOUT_MILLIS)
                    .withConnectionTimeout(TIMEOUT_MILLIS)
                    .build())
            .build();
  }

  static MockCluster start() throws IOException {
    // One line a request otherwise
    Logger.getLogger(MockWebServer.class.getName()).setLevel(Level.WARNING);
    var server =
        new KubernetesMockServer(
            new Context(new ObjectMapper()),
            new MockWebServer(),
            new HashMap<>(),
            new ApplyIsMerge(),
            false);
    server.init();
    var cluster = new MockCluster(server, Files.createTempFile("laptimer-mock", ".kubeconfig"));
    try (var crds = Files.list(Path.of("crds"))) {
      for (var crd : crds.toList()) {
        cluster.create(crd, null);
      }
      Files.writeString(
          cluster.kubeconfig,
          """
          apiVersion: v1
          kind: Config
          current-context: mock
          contexts: [{name: mock, context: {cluster: mock, user: nobody}}]
          clusters: [{name: mock, cluster: {server: "%s"}}]
          users: [{name: nobody, user: {}}]
          """
              .formatted(url(server)));
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  private static String url(KubernetesMockServer server) {
    return "http://%s:%d".formatted(server.getHostName(), server.getPort());
  }

  /** How to reach it. */
  Path kubeconfig() {
    return kubeconfig;
  }

  /** Creates the objects of a file. */
  void create(Path file, String namespace) throws IOException {
    try (var yaml = Files.newInputStream(file)) {
      for (HasMetadata object : client.load(yaml).items()) {
        if (namespace != null) {
          object.getMetadata().setNamespace(namespace);
        }
        client.resource(object).create();
      }
    }
  }

  @Override
  public void close() throws IOException {
    client.close();
    server.destroy();
    Files.delete(kubeconfig);
  }

  /** The stock server knows no server-side apply. With one applier, merging comes to the same. */
  private static final class ApplyIsMerge extends KubernetesCrudDispatcher {
    @Override
    public MockResponse handlePatch(RecordedRequest request) {
      return super.handlePatch(
          new RecordedRequest(
              request.getHttpVersion(),
              request.method(),
              request.getPath().replaceFirst("\\?.*", ""),
              Headers.builder().add("Content-Type", PatchType.JSON_MERGE.getContentType()).build(),
              request.getBody()));
    }
  }
}
