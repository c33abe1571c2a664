package dev.laptimer.operator;

import dev.laptimer.operator.cachebenchmark.CacheBenchmarkReconciler;
import dev.laptimer.operator.dbcluster.DbClusterReconciler;
import dev.laptimer.operator.run.Runs;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.ConfigurationServiceOverrider;
import io.javaoperatorsdk.operator.api.config.ControllerConfigurationOverrider;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfigurationBuilder;
import io.javaoperatorsdk.operator.health.InformerHealthIndicator;
import io.javaoperatorsdk.operator.health.InformerWrappingEventSourceHealthIndicator;
import io.javaoperatorsdk.operator.monitoring.micrometer.MicrometerMetrics;
import io.javaoperatorsdk.operator.processing.event.rate.LinearRateLimiter;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The operator as a whole: the reconciler, its metrics and its HTTP endpoints, wired. */
public final class OperatorProgram implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OperatorProgram.class);
  private static final String LEASE = "laptimer-operator";
  private static final int RECONCILER_THREADS = 8;
  private static final Duration TIME_TO_STOP = Duration.ofSeconds(5);
  private static final Duration MAX_INTERVAL = Duration.ofMinutes(5);

  private final OperatorConfig config;
  private final Operator operator;
  private final HttpEndpoints http;

  /** Completed when the operator cannot go on; its value is the exit code. */
  private final CompletableFuture<Integer> end = new CompletableFuture<>();

  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile boolean started;

  public OperatorProgram(OperatorConfig config, KubernetesClient client) throws IOException {
    this.config = config;
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    operator = new Operator(overrider -> configure(overrider, client, registry));
    var events = new EventRecorder(client, Clock.systemUTC());
    var metrics = new RunMetrics(registry);
    var runs = new Runs(client, events, metrics);
    var benchmarks = new CacheBenchmarkReconciler(client, config, runs);
    operator.register(benchmarks, this::configure);
    operator.register(new DbClusterReconciler(client, config, events, runs), this::configure);
    http =
        new HttpEndpoints(
            config.httpPort(),
            this::isReady,
            () -> {
              metrics.refresh(benchmarks.benchmarks());
              return registry.scrape();
            });
  }

  private void configure(ControllerConfigurationOverrider<?> controller) {
    controller
        .withFieldManager(StatusWriter.FIELD_MANAGER)
        .withReconciliationMaxInterval(MAX_INTERVAL)
        .withRateLimiter(new LinearRateLimiter(Duration.ofSeconds(1), 5))
        .withRetry(
            new GenericRetry()
                .withoutMaxAttempts()
                .setInitialInterval(Duration.ofSeconds(1).toMillis())
                .setIntervalMultiplier(2)
                .setMaxInterval(Duration.ofMinutes(1).toMillis()));
    if (config.watchNamespaces().isEmpty()) {
      controller.watchingAllNamespaces();
    } else {
      controller.settingNamespaces(config.watchNamespaces());
    }
  }

  private void configure(
      ConfigurationServiceOverrider overrider,
      KubernetesClient client,
      PrometheusMeterRegistry registry) {
    overrider
        .withKubernetesClient(client)
        .withCloseClientOnStop(false)
        .withConcurrentReconciliationThreads(RECONCILER_THREADS)
        .withConcurrentWorkflowExecutorThreads(1)
        .withReconciliationTerminationTimeout(TIME_TO_STOP)
        .withMetrics(MicrometerMetrics.withoutPerResourceMetrics(registry))
        .withInformerStoppedHandler(
            (informer, error) -> {
              if (error != null) {
                fail(
                    "the watch of " + informer.getApiTypeClass().getSimpleName() + " ended", error);
              }
            });
    var election = config.leaderElection();
    if (election != null) {
      overrider.withLeaderElectionConfiguration(
          LeaderElectionConfigurationBuilder.aLeaderElectionConfiguration(LEASE)
              .withLeaseNamespace(election.namespace())
              .withIdentity(election.identity())
              // Ends through end, not by a System.exit from within a library
              .withExitOnStopLeading(false)
              .withLeaderCallbacks(
                  new LeaderCallbacks(
                      () -> LOG.info("This operator leads"),
                      () -> fail("another operator leads", null),
                      leader -> LOG.info("The leader is {}", leader)))
              .build());
    }
  }

  private void fail(String what, Throwable error) {
    if (!closed.get() && end.complete(1)) {
      LOG.error("The operator ends: {}", what, error);
    }
  }

  /** Starts to work; returns when every cache has been filled. */
  public void start() {
    operator.start();
    started = true;
    LOG.info(
        "The operator watches {}; HTTP on port {}",
        config.watchNamespaces().isEmpty() ? "all namespaces" : config.watchNamespaces(),
        http.port());
  }

  /** Waits until the operator cannot go on, or is closed; gives the exit code. */
  public int await() {
    return end.join();
  }

  /** TCP port of the HTTP endpoints. */
  public int httpPort() {
    return http.port();
  }

  /** Started, and every cache filled. Whether a watch is connected right now does not matter. */
  public boolean isReady() {
    return started
        && operator.getRegisteredControllers().stream()
            .flatMap(
                controller ->
                    controller
                        .getControllerHealthInfo()
                        .informerEventSourceHealthIndicators()
                        .values()
                        .stream())
            .allMatch(OperatorProgram::isSynced);
  }

  private static boolean isSynced(InformerWrappingEventSourceHealthIndicator<?> source) {
    return source.informerHealthIndicators().values().stream()
        .allMatch(InformerHealthIndicator::hasSynced);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      operator.stop();
      http.close();
      end.complete(0);
    }
  }
}
