package dev.laptimer.operator.dbcluster;

import dev.laptimer.api.Documents;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Asks members how they are. Only ever the address that Kubernetes gives for a pod of our own, and
 * there the small server of {@code health.sh}, never the database.
 */
final class MemberClient {

  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  private final HttpClient http =
      HttpClient.newBuilder()
          .connectTimeout(TIMEOUT)
          .version(HttpClient.Version.HTTP_1_1)
          .proxy(HttpClient.Builder.NO_PROXY)
          .build();

  /** What those answer that do, by the name of the pod; all are asked at once. */
  Map<String, MemberReport> ask(Collection<Pod> pods) {
    var asked = new HashMap<String, CompletableFuture<Optional<MemberReport>>>();
    for (var pod : pods) {
      var ip = pod.getStatus() == null ? null : pod.getStatus().getPodIP();
      if (ip != null) {
        asked.put(pod.getMetadata().getName(), ask(ip));
      }
    }
    var reports = new HashMap<String, MemberReport>();
    asked.forEach((name, answer) -> answer.join().ifPresent(report -> reports.put(name, report)));
    return reports;
  }

  private CompletableFuture<Optional<MemberReport>> ask(String ip) {
    var host = ip.contains(":") ? "[" + ip + "]" : ip;
    var request =
        HttpRequest.newBuilder(
                URI.create("http://" + host + ":" + MemberObjects.HEALTH_PORT + "/status"))
            .timeout(TIMEOUT)
            .build();
    return http.sendAsync(request, HttpResponse.BodyHandlers.ofString())
        .thenApply(MemberClient::parse)
        .exceptionally(error -> Optional.empty());
  }

  private static Optional<MemberReport> parse(HttpResponse<String> response) {
    try {
      return response.statusCode() == 200
          ? Optional.of(Documents.fromJson(response.body(), MemberReport.class))
          : Optional.empty();
    } catch (UncheckedIOException e) {
      return Optional.empty();
    }
  }
}
