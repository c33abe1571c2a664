package dev.laptimer.runner.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.laptimer.api.ClientName;
import dev.laptimer.api.Operation;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Plan.WarmUp;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.TrialResult;
import dev.laptimer.runner.Plans;
import dev.laptimer.runner.ServerProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is done before the clock begins, with real servers. */
class WarmUpTest {

  private static final WarmUp SHORT = new WarmUp(0, 500, 1);

  @ParameterizedTest
  @CsvSource({"Jedis, 1, 1", "Jedis, 3, 1", "Lettuce, 2, 4", "Raw, 5, 4"})
  void everyOperationIsDoneBeforeAnyIsTimedAndTheServerIsThenAsBefore(
      ClientName client, int connections, int depth) throws InterruptedException {
    try (var redis = ServerProcess.redis()) {
      var result =
          run(
              Plans.of(Plans.withClient(Plans.redis(redis.port()), client, null))
                  .connections(connections)
                  .pipelineDepth(depth)
                  .expirySeconds(100)
                  .warmUp(SHORT)
                  .phases(Plans.set(1), Plans.get(2), Plans.delete()));

      assertThat(result.failure()).isNull();
      assertThat(result.phases())
          .extracting(PhaseResult::operations, PhaseResult::errors, PhaseResult::misses)
          .containsExactly(tuple(100L, 0L, 0L), tuple(200L, 0L, 0L), tuple(100L, 0L, 0L));
      assertThat(result.phases())
          .extracting(PhaseResult::warmUp)
          .allSatisfy(
              warmUp -> {
                assertThat(warmUp.operations()).isGreaterThanOrEqualTo(100);
                assertThat(warmUp.nanos()).isGreaterThanOrEqualTo(1_000_000_000L);
                assertThat(warmUp.windowRates()).hasSizeGreaterThanOrEqualTo(1);
                assertThat(warmUp.windowRates()).allMatch(rate -> rate > 0);
              });
      // Deleted once a pass of the warm-up, then as the first phase shall find no key, then timed
      assertThat(result.countersAfter().get("cmdstat_del_calls")).isGreaterThanOrEqualTo(300);
    }
  }

  @Test
  void keysThatLiveShorterThanTheWarmUpAreWrittenAnewInIt() throws InterruptedException {
    try (var redis = ServerProcess.redis()) {
      var result =
          run(
              Plans.of(Plans.redis(redis.port()))
                  .expirySeconds(2)
                  .warmUp(new WarmUp(3, 1, 4))
                  .phases(Plans.set(1), Plans.get(1)));

      assertThat(result.failure()).isNull();
      assertThat(result.phases().get(1).misses()).isZero();
      assertThat(result.countersAfter().get("keyspace_misses"))
          .isEqualTo(result.countersBefore().get("keyspace_misses"));
    }
  }

  @Test
  void anOperationOfTwoPhasesIsWarmedUpOnce() throws InterruptedException {
    try (var memcached = ServerProcess.memcached()) {
      var again = new Plan.Phase("again", Operation.Get, 1, 0);
      var result =
          run(
              Plans.of(Plans.memcached(memcached.port()))
                  .warmUp(SHORT)
                  .phases(Plans.set(1), Plans.get(1), again));

      assertThat(result.failure()).isNull();
      assertThat(result.phases())
          .extracting(phase -> phase.warmUp() == null)
          .containsExactly(false, false, true);
      assertThat(result.phases()).extracting(PhaseResult::misses).containsOnly(0L);
    }
  }

  @Test
  void withoutOneNothingIsDoneBeforeTheClock() throws InterruptedException {
    try (var redis = ServerProcess.redis()) {
      var result = run(Plans.of(Plans.redis(redis.port())).phases(Plans.set(1)));
      assertThat(result.phases()).extracting(PhaseResult::warmUp).containsOnlyNulls();
    }
  }

  private static TrialResult run(Plans plans) throws InterruptedException {
    return new TrialRun(plans.plan(), 0).run();
  }
}
