package dev.laptimer.runner.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.laptimer.api.Arrivals;
import dev.laptimer.api.ClientName;
import dev.laptimer.api.Operation;
import dev.laptimer.api.WireProtocol;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Plan.OpenLoop;
import dev.laptimer.plan.Plan.Phase;
import dev.laptimer.result.Histograms;
import dev.laptimer.result.ResultDocument.OpenLoopResult;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.SweepStep;
import dev.laptimer.result.ResultDocument.TrialResult;
import dev.laptimer.runner.Plans;
import dev.laptimer.runner.ServerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operations at a rate, in this process, with real servers. */
class OpenLoopTest {

  private static final Duration STALL = Duration.ofMillis(200);

  @ParameterizedTest
  @CsvSource({
    "Jedis, 1, 1, Poisson",
    "Jedis, 3, 4, Even",
    "Lettuce, 2, 1, Poisson",
    "Raw, 1, 1, Even",
    "Raw, 1, 8, Poisson",
    "Raw, 20, 1, Poisson",
    "Raw, 7, 4, Even"
  })
  void everyOperationThatIsDueIsSentOnceAndItsThreeTimesAreKept(
      ClientName client, int connections, int depth, Arrivals arrivals)
      throws InterruptedException {
    try (var redis = ServerProcess.redis()) {
      var result =
          run(
              Plans.of(Plans.withClient(Plans.redis(redis.port()), client, null))
                  .connections(connections)
                  .pipelineDepth(depth)
                  .phases(
                      Plans.set(1),
                      atRate(Operation.Get, 500, arrivals),
                      atRate(Operation.Set, 100, arrivals)));

      assertThat(result.failure()).isNull();
      assertAllCounted(result.phases().get(1), 500);
      assertAllCounted(result.phases().get(2), 100);
      assertThat(result.phases().get(0).openLoop()).isNull();
      assertThat(result.countersAfter().get("cmdstat_get_calls")).isEqualTo(500);
    }
  }

  @ParameterizedTest
  @CsvSource({"Spymemcached, 2", "Xmemcached, 2", "Raw, 1", "Raw, 10"})
  void theSameWithMemcached(ClientName client, int connections) throws InterruptedException {
    try (var memcached = ServerProcess.memcached()) {
      var result =
          run(
              Plans.of(
                      Plans.withClient(
                          Plans.memcached(memcached.port()), client, WireProtocol.Text))
                  .connections(connections)
                  .phases(Plans.set(1), atRate(Operation.Get, 300, Arrivals.Poisson)));

      assertThat(result.failure()).isNull();
      assertAllCounted(result.phases().get(1), 300);
    }
  }

  private static void assertAllCounted(PhaseResult phase, long count) {
    assertThat(phase)
        .extracting(
            PhaseResult::operations,
            PhaseResult::errors,
            PhaseResult::misses,
            PhaseResult::wrongValues)
        .containsExactly(count, 0L, 0L, 0L);
    var open = phase.openLoop();
    assertThat(open)
        .extracting(OpenLoopResult::offered, OpenLoopResult::offeredPerSecond)
        .containsExactly(count, (double) count);
    assertThat(List.of(phase.histogram(), open.service().histogram(), open.sendDelay().histogram()))
        .allMatch(histogram -> Histograms.decode(histogram).getTotalCount() == count);
    // It lasts until the end of its time even if its last operation is due before
    assertThat(phase.totalNanos()).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(1));
    // Each response time is a delay and a service time
    double sum =
        Histograms.decode(open.service().histogram()).getMean()
            + Histograms.decode(open.sendDelay().histogram()).getMean();
    assertThat(Histograms.decode(phase.histogram()).getMean())
        .isBetween(sum - 2_000 - sum / 100, sum + 2_000 + sum / 100);
  }

  @Test
  void oneOperationAMinuteIsSentAndItsPhaseEnds() throws InterruptedException {
    try (var redis = ServerProcess.redis()) {
      var phase = new Phase("get", Operation.Get, 0, 1, new OpenLoop(60, Arrivals.Poisson), null);
      var result =
          run(Plans.of(Plans.redis(redis.port())).connections(3).phases(Plans.set(1), phase));

      assertThat(result.failure()).isNull();
      assertThat(result.phases().get(1))
          .extracting(PhaseResult::operations, p -> p.openLoop().overloaded())
          .containsExactly(1L, false);
    }
  }

  @Test
  void aRateBeyondReachIsToldAndTheBacklogIsMeasured() throws InterruptedException {
    try (var redis = ServerProcess.redis()) {
      var result =
          run(
              Plans.of(Plans.redis(redis.port()))
                  .phases(Plans.set(1), atRate(Operation.Get, 200_000, Arrivals.Even)));

      assertThat(result.failure()).isNull();
      var phase = result.phases().get(1);
      assertThat(phase.openLoop().overloaded()).isTrue();
      assertThat(phase.openLoop().achievedPerSecond())
          .isLessThan(0.99 * phase.openLoop().offeredPerSecond());
      // What waited is in the response time, not in the service time
      assertThat(phase.p50Nanos()).isGreaterThan(10 * phase.openLoop().service().p50Nanos());
      assertThat(phase.p99Nanos()).isLessThan(Pace.MAX_BACKLOG_NANOS * 2);
    }
  }

  @Test
  void aSweepGoesFromTheMostThatIsReachedOverItsPercentages() throws InterruptedException {
    try (var redis = ServerProcess.redis()) {
      var sweep = new Plan.Sweep(List.of(10, 50), 1_000_000, Arrivals.Poisson);
      var result =
          run(
              Plans.of(Plans.redis(redis.port()))
                  .phases(Plans.set(1), new Phase("get", Operation.Get, 0, 1, null, sweep)));

      assertThat(result.failure()).isNull();
      var phase = result.phases().get(1);
      assertThat(phase.openLoop()).isNull();
      double most = phase.opsPerSecond();
      assertThat(phase.sweep()).extracting(SweepStep::percent).containsExactly(10, 50);
      assertThat(phase.sweep())
          .allSatisfy(
              step -> {
                assertThat(step.openLoop().offeredPerSecond())
                    .isBetween(most * step.percent() / 100 - 2, most * step.percent() / 100 + 2);
                assertThat(step.operations()).isEqualTo(step.openLoop().offered());
                assertThat(step.errors()).isZero();
                assertThat(step.response().p50Nanos()).isPositive();
              });
    }
  }

  /** A request that is due while the server stands still waits for the rest of that time. */
  @Test
  void aStallIsInTheResponseTimesOfAllWhoCameDuringItButInOneServiceTimeOnly()
      throws InterruptedException {
    try (var redis = ServerProcess.redis()) {
      var open =
          withStall(redis, new Phase("get", Operation.Get, 0, 2, rate(1_000, Arrivals.Even), null));
      var closed = withStall(redis, Plans.getFor(2));

      long stall = STALL.toNanos();
      // 200 of 2000 are due during the stall: the last but 20 wait for more than 9/10 of it
      assertThat(open.p99Nanos()).isGreaterThan(stall * 8 / 10);
      assertThat(open.maxNanos()).isGreaterThan(stall * 9 / 10);
      assertThat(closed.maxNanos()).isGreaterThan(stall * 9 / 10);
      assertThat(open.openLoop().sendDelay().p99Nanos()).isGreaterThan(stall * 7 / 10);
      // The closed loop asks nothing meanwhile, so that one operation in thousands tells of it
      assertThat(closed.p99Nanos()).isLessThan(stall / 2);
      assertThat(open.openLoop().service().p99Nanos()).isLessThan(stall / 2);
      assertThat(closed.openLoop()).isNull();
      assertThat(open.operations()).isEqualTo(2_000);
    }
  }

  /** The triangle has the same form where each request has a connection of its own. */
  @Test
  void withConnectionsForAllTheStallIsInTheServiceTimes() throws InterruptedException {
    try (var redis = ServerProcess.redis()) {
      var plans =
          Plans.of(Plans.withClient(Plans.redis(redis.port()), ClientName.Raw, null))
              .keys(1_000)
              .connections(250);
      var open =
          withStall(
              redis,
              plans,
              new Phase("get", Operation.Get, 0, 2, rate(1_000, Arrivals.Even), null));

      assertThat(open.p99Nanos()).isGreaterThan(STALL.toNanos() * 8 / 10);
      assertThat(open.openLoop().service().p99Nanos()).isGreaterThan(STALL.toNanos() * 7 / 10);
    }
  }

  private static PhaseResult withStall(ServerProcess redis, Phase phase)
      throws InterruptedException {
    return withStall(redis, Plans.of(Plans.redis(redis.port())), phase);
  }

  private static PhaseResult withStall(ServerProcess redis, Plans plans, Phase phase)
      throws InterruptedException {
    var trial = new TrialRun(plans.phases(Plans.set(1), phase).plan(), 0);
    // The Set is one of three units of the trial's work
    var stall =
        CompletableFuture.runAsync(
            () -> {
              await().pollInterval(Duration.ofMillis(5)).until(() -> trial.done() > 0.6);
              signal("STOP", redis);
              await().pollDelay(STALL).until(() -> true);
              signal("CONT", redis);
            });
    var result = trial.run();
    stall.join();
    assertThat(result.failure()).isNull();
    return result.phases().get(1);
  }

  private static void signal(String name, ServerProcess server) {
    try {
      int exit =
          new ProcessBuilder("kill", "-" + name, Long.toString(server.process().pid()))
              .inheritIO()
              .start()
              .waitFor();
      assertThat(exit).isZero();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Phase atRate(Operation operation, int perSecond, Arrivals arrivals) {
    return new Phase(
        operation.name().toLowerCase(Locale.ROOT) + "-at-rate",
        operation,
        0,
        1,
        rate(perSecond, arrivals),
        null);
  }

  private static OpenLoop rate(int perSecond, Arrivals arrivals) {
    return new OpenLoop(60L * perSecond, arrivals);
  }

  private static TrialResult run(Plans plans) throws InterruptedException {
    return new TrialRun(plans.plan(), 0).run();
  }
}
