package dev.laptimer.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.BenchmarkStatus.Progress;
import dev.laptimer.api.CacheBenchmark;
import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.Documents;
import dev.laptimer.api.RunState;
import dev.laptimer.operator.FakeApiServer.Access;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.EventLog;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument;
import dev.laptimer.result.ResultDocument.Environment;
import dev.laptimer.result.ResultDocument.Outcome;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The operator as it runs, against an API server in this process. */
class OperatorProgramTest {

  private static final String NAMESPACE = "team";
  private static final String BENCHMARK =
      """
      apiVersion: laptimer.dev/v1alpha1
      kind: CacheBenchmark
      metadata: {name: caches, namespace: team}
      spec:
        targets:
          - {name: redis, engine: Redis, server: {}}
          - {name: memcached, engine: Memcached, server: {}}
        rounds: 2
      """;

  private final FakeApiServer server = new FakeApiServer();
  private final KubernetesClient user = server.client();
  private final FakeControllers controllers = new FakeControllers(user, NAMESPACE);
  private KubernetesClient client;
  private OperatorProgram operator;

  @BeforeEach
  void start() throws IOException {
    client = server.client();
    operator =
        new OperatorProgram(
            OperatorConfig.of(
                Map.of("LAPTIMER_IMAGE", "laptimer.test/laptimer", "LAPTIMER_HTTP_PORT", "0")),
            client);
    operator.start();
  }

  @AfterEach
  void close() {
    stop();
    user.close();
    server.close();
  }

  private void stop() {
    operator.close();
    client.close();
  }

  @Test
  void aBenchmarkIsRunToItsResultAndNothingElseIsDoneAfterwards() throws IOException {
    apply(BENCHMARK);
    awaitState(RunState.Running);
    server.log("caches-1-pod", EventLog.progress(new Progress(50, 2, 4, 7L)));
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> summary().equals("run 1: 2 of 4 trials, 50 %"));
    runnerEnds();
    awaitState(RunState.Finished);
    awaitNothingLeft();

    assertThat(status().resultRef().configMap()).isEqualTo("caches-1-result");
    assertThat(
            Documents.fromJson(
                    user.configMaps()
                        .inNamespace(NAMESPACE)
                        .withName("caches-1-result")
                        .get()
                        .getData()
                        .get("result.json"),
                    ResultDocument.class)
                .placement()
                .runnerImage())
        .isEqualTo("laptimer.test/laptimer");
    assertThat(eventReasons()).contains("RunPending", "RunDeploying", "RunStarted", "RunSucceeded");

    stop();
    long writes = server.writes();
    start();
    await().until(() -> metric("operator_sdk_reconciliations_success_total") >= 1);
    assertThat(server.writes()).isEqualTo(writes);
  }

  @Test
  void theOperatorMayBeStoppedAndStartedAtEveryStep() throws IOException {
    apply(BENCHMARK);
    var seen = new HashSet<RunState>();
    boolean ended = false;
    while (!seen.contains(RunState.Finished)) {
      var before = version();
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> {
                controllers.work();
                return !version().equals(before);
              });
      stop();
      seen.add(status().state());
      if (!ended && status().state() == RunState.Running) {
        runnerEnds();
        ended = true;
      }
      start();
    }
    awaitNothingLeft();

    assertThat(server.accesses())
        .filteredOn(access -> access.equals(new Access("batch", "jobs", "create")))
        .hasSize(1);
  }

  @Test
  void whatIsNotOursIsNeverTakenOver() {
    user.resource(
            new ServiceBuilder()
                .withNewMetadata()
                .withName("caches-1-redis")
                .withNamespace(NAMESPACE)
                .endMetadata()
                .withNewSpec()
                .addNewPort()
                .withPort(80)
                .endPort()
                .endSpec()
                .build())
        .create();
    apply(BENCHMARK);

    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(summary())
                    .isEqualTo(
                        "run 1: the API server refuses Service caches-1-redis: there is one of that"
                            + " name that is not of this run"));
    var service = user.services().inNamespace(NAMESPACE).withName("caches-1-redis").get();
    assertThat(service.getMetadata().getLabels()).isNullOrEmpty();
    assertThat(service.getSpec().getPorts().get(0).getPort()).isEqualTo(80);
  }

  @Test
  void aQuotaOnObjectsHoldsTheRunUpUntilItIsRaised() {
    server.forbid(
        request -> request.getMethod().equals("POST") && request.getPath().endsWith("/jobs"));
    apply(BENCHMARK);
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              controllers.work();
              assertThat(summary()).contains("exceeded quota: small");
            });

    server.forbid(request -> false);
    awaitState(RunState.Running);
  }

  @Test
  void aResourceThatThisVersionCannotReadInFullDoesNotStopTheOthers() {
    apply(BENCHMARK.replace("name: caches", "name: odd").replace("engine: Redis", "engine: New"));
    apply(BENCHMARK);

    awaitState(RunState.Running);
    await().untilAsserted(() -> assertThat(status("odd").state()).isEqualTo(RunState.Failed));
    assertThat(status("odd").summary()).startsWith("InvalidSpec: `engine` of target 'redis'");
  }

  @Test
  void theOperatorDoesWhatItsPermissionsSayAndNothingElse() throws IOException {
    var accesses = new HashSet<Access>();
    server.forbid(
        request -> request.getMethod().equals("POST") && request.getPath().endsWith("/jobs"));
    apply(BENCHMARK);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              controllers.work();
              return summary().contains("quota");
            });
    server.forbid(request -> false);
    awaitState(RunState.Running);
    runnerEnds();
    awaitState(RunState.Finished);
    accesses.addAll(server.accesses());

    var allowed =
        Permissions.BENCHMARKS.stream()
            .flatMap(
                rule ->
                    rule.resources().stream()
                        .flatMap(
                            resource ->
                                rule.verbs().stream()
                                    .map(verb -> new Access(rule.apiGroup(), resource, verb))))
            .collect(Collectors.toSet());
    assertThat(allowed).containsAll(accessesOfTheOperator(accesses));
    assertThat(accesses).noneMatch(access -> access.resource().startsWith("secrets"));
  }

  @Test
  void itSaysThatItIsThereAndReadyAndWhatItDid() throws Exception {
    assertThat(get("/healthz")).isEqualTo("200 ok\n");
    assertThat(get("/readyz")).isEqualTo("200 ok\n");

    apply(BENCHMARK);
    awaitState(RunState.Running);
    await().until(() -> metric("laptimer_benchmarks{state=\"Running\"}") == 1);
    runnerEnds();
    awaitState(RunState.Finished);
    await().until(() -> metric("laptimer_runs_total{reason=\"Measured\"}") == 1);
    assertThat(metric("laptimer_benchmarks{state=\"Finished\"}")).isEqualTo(1);
    assertThat(metric("laptimer_benchmarks{state=\"Running\"}")).isZero();
  }

  /** The users of the server in this test do more than the operator; what they do is left out. */
  private static Set<Access> accessesOfTheOperator(Set<Access> accesses) {
    var users =
        Set.of(
            new Access("laptimer.dev", "cachebenchmarks", "create"),
            new Access("", "pods", "get"),
            new Access("", "pods", "create"),
            new Access("", "pods", "update"),
            new Access("", "pods", "patch"));
    return accesses.stream().filter(access -> !users.contains(access)).collect(Collectors.toSet());
  }

  private void apply(String yaml) {
    user.resource(yaml).create();
  }

  private void runnerEnds() throws IOException {
    var plan = user.configMaps().inNamespace(NAMESPACE).withName("caches-1-plan").get().getData();
    var document =
        new ResultDocument(
            ResultDocument.SCHEMA_VERSION,
            "CacheBenchmark",
            "test",
            Documents.fromJson(plan.get("spec.json"), CacheBenchmarkSpec.class),
            Documents.fromJson(plan.get("plan.json"), Plan.class),
            Instant.now(),
            Instant.now(),
            new Outcome(true, Reason.Measured.name(), "all trials were measured"),
            new Environment(
                "25", List.of(), "Serial", null, "Linux", null, null, 2, null, null, null, null,
                null, null, Map.of()),
            List.of(),
            List.of(),
            null,
            null,
            null,
            null);
    server.log("caches-1-pod", String.join("\n", EventLog.result(document)));
    controllers.end(
        "caches-1-pod", 0, EventLog.termination(document).toJson(), Instant.now().toString());
  }

  private void awaitState(RunState state) {
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () -> {
              controllers.work();
              assertThat(status()).isNotNull();
              assertThat(status().state()).isEqualTo(state);
            });
  }

  private void awaitNothingLeft() {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              controllers.work();
              assertThat(user.batch().v1().jobs().inNamespace(NAMESPACE).list().getItems())
                  .isEmpty();
              assertThat(user.apps().statefulSets().inNamespace(NAMESPACE).list().getItems())
                  .isEmpty();
              assertThat(user.services().inNamespace(NAMESPACE).list().getItems()).isEmpty();
              assertThat(user.pods().inNamespace(NAMESPACE).list().getItems()).isEmpty();
              assertThat(user.configMaps().inNamespace(NAMESPACE).list().getItems())
                  .extracting(configMap -> configMap.getMetadata().getName())
                  .containsExactly("caches-1-result");
            });
  }

  private String summary() {
    return status() == null || status().summary() == null ? "" : status().summary();
  }

  private BenchmarkStatus status() {
    return status("caches");
  }

  private BenchmarkStatus status(String name) {
    return benchmark(name).getStatus();
  }

  private CacheBenchmark benchmark(String name) {
    return user.resources(CacheBenchmark.class).inNamespace(NAMESPACE).withName(name).get();
  }

  private String version() {
    return benchmark("caches").getMetadata().getResourceVersion();
  }

  private List<String> eventReasons() {
    return user.v1().events().inNamespace(NAMESPACE).list().getItems().stream()
        .map(event -> event.getReason())
        .toList();
  }

  private double metric(String name) throws IOException, InterruptedException {
    return get("/metrics")
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private String get(String path) throws IOException, InterruptedException {
    var response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + operator.httpPort() + path))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    return response.statusCode() + " " + response.body();
  }
}
