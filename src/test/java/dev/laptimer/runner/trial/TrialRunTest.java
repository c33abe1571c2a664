package dev.laptimer.runner.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.laptimer.api.ClientName;
import dev.laptimer.api.KeyOrder;
import dev.laptimer.api.Operation;
import dev.laptimer.api.WireProtocol;
import dev.laptimer.client.CacheClient;
import dev.laptimer.client.Clients;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Plan.Phase;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.TrialResult;
import dev.laptimer.runner.Plans;
import dev.laptimer.runner.ServerProcess;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Trials in this process, with real servers. */
class TrialRunTest {

  @Test
  void everyLapIsTimedAndEveryOperationCounted() throws InterruptedException {
    try (var redis = ServerProcess.redis()) {
      var result = run(Plans.of(Plans.redis(redis.port())).phases(Plans.set(1), Plans.get(10)));

      assertThat(result.failure()).isNull();
      assertThat(result.phases())
          .extracting(PhaseResult::name, PhaseResult::operation, p -> p.lapNanos().size())
          .containsExactly(tuple("set", Operation.Set, 1), tuple("get", Operation.Get, 10));
      assertThat(result.phases())
          .extracting(PhaseResult::operations, PhaseResult::errors, PhaseResult::misses)
          .containsExactly(tuple(100L, 0L, 0L), tuple(1_000L, 0L, 0L));
      assertThat(result.phases())
          .allSatisfy(
              phase -> {
                assertThat(phase.lapNanos()).allMatch(nanos -> nanos > 0);
                assertThat(phase.totalNanos()).isLessThanOrEqualTo(phase.window().wallNanos());
                assertThat(phase.p50Nanos()).isBetween(1L, phase.p99Nanos());
                assertThat(phase.maxNanos()).isGreaterThanOrEqualTo(phase.p999Nanos());
              });
    }
  }

  @Test
  void theServersCountersTellTheSame() throws InterruptedException {
    try (var redis = ServerProcess.redis();
        var memcached = ServerProcess.memcached()) {
      var plans =
          Plans.of(Plans.redis(redis.port()), Plans.memcached(memcached.port()))
              .phases(Plans.set(2), Plans.get(3));

      assertThat(grown(new TrialRun(plans.plan(), 0).run()))
          .containsEntry("cmdstat_set_calls", 200L)
          .containsEntry("cmdstat_get_calls", 300L)
          .containsEntry("keyspace_misses", 0L);
      assertThat(grown(new TrialRun(plans.plan(), 1).run()))
          .containsEntry("cmd_set", 200L)
          .containsEntry("cmd_get", 300L)
          .containsEntry("get_misses", 0L)
          .containsEntry("curr_items", 100L);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Jedis, 1, 16",
    "Jedis, 3, 7",
    "Lettuce, 3, 1",
    "Lettuce, 3, 16",
    "Raw, 1, 1",
    "Raw, 1, 16",
    "Raw, 50, 1",
    "Raw, 7, 16",
    "Raw, 200, 1000"
  })
  void operationsMayBeOnTheirWayTogether(ClientName client, int connections, int depth)
      throws InterruptedException {
    try (var redis = ServerProcess.redis()) {
      var result =
          run(
              Plans.of(Plans.withClient(Plans.redis(redis.port()), client, null))
                  .connections(connections)
                  .pipelineDepth(depth)
                  .expirySeconds(100)
                  .phases(Plans.set(2), Plans.get(3), Plans.delete(), Plans.get(1)));

      assertThat(result.failure()).isNull();
      assertThat(result.phases())
          .extracting(PhaseResult::operations, PhaseResult::misses, p -> p.lapNanos().size())
          .containsExactly(
              tuple(200L, 0L, 2), tuple(300L, 0L, 3), tuple(100L, 0L, 1), tuple(100L, 100L, 1));
      assertThat(result.phases())
          .extracting(PhaseResult::errors, PhaseResult::wrongValues, PhaseResult::expiredMisses)
          .containsOnly(tuple(0L, 0L, 0L));
      assertThat(grown(result))
          .containsEntry("cmdstat_set_calls", 200L)
          .containsEntry("cmdstat_get_calls", 400L)
          .containsEntry("cmdstat_del_calls", 100L);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Jedis, 1, 1, Sequential",
    "Jedis, 2, 16, Zipf",
    "Lettuce, 2, 16, Latest",
    "Raw, 1, 1, Uniform",
    "Raw, 7, 16, Latest"
  })
  void aMixReadsAndWritesByItsShare(ClientName client, int connections, int depth, KeyOrder order)
      throws InterruptedException {
    try (var redis = ServerProcess.redis()) {
      var result =
          run(
              Plans.of(Plans.withClient(Plans.redis(redis.port()), client, null))
                  .connections(connections)
                  .pipelineDepth(depth)
                  .keyOrder(order)
                  .readPercent(91)
                  .expirySeconds(100)
                  .phases(Plans.set(1), new Phase("mix", Operation.Mix, 50, 0)));

      assertThat(result.failure()).isNull();
      var mix = result.phases().get(1);
      assertThat(List.of(mix.operations(), mix.errors(), mix.misses(), mix.wrongValues()))
          .containsExactly(5_000L, 0L, 0L, 0L);
      long reads = mix.mix().reads().operations();
      // Binomial: 4,550 of 5,000; six standard deviations
      assertThat(reads).isBetween(4_428L, 4_672L);
      assertThat(mix.mix().writes().operations()).isEqualTo(5_000L - reads);
      assertThat(mix.mix().reads().p50Nanos()).isBetween(1L, mix.maxNanos());
      assertThat(mix.mix().writes().maxNanos()).isBetween(1L, mix.maxNanos());
      assertThat(result.phases().get(0).mix()).isNull();
      assertThat(grown(result))
          .containsEntry("cmdstat_get_calls", reads)
          .containsEntry("cmdstat_set_calls", 5_100L - reads);
    }
  }

  @Test
  void aMixReadsAndWritesMemcachedToo() throws InterruptedException {
    try (var memcached = ServerProcess.memcached()) {
      var result =
          run(
              Plans.of(Plans.memcached(memcached.port()))
                  .readPercent(50)
                  .expirySeconds(100)
                  .phases(Plans.set(1), new Phase("mix", Operation.Mix, 10, 0)));

      assertThat(result.failure()).isNull();
      var mix = result.phases().get(1).mix();
      assertThat(grown(result))
          .containsEntry("get_hits", mix.reads().operations())
          .containsEntry("cmd_set", 100 + mix.writes().operations());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Xmemcached, Text, 2, 1", "Xmemcached, Binary, 2, 1", "Spymemcached, Binary, 2, 1",
    "Raw, Text, 1, 1", "Raw, Text, 50, 1", "Raw, Text, 7, 16"
  })
  void theSameWithMemcached(ClientName client, WireProtocol protocol, int connections, int depth)
      throws InterruptedException {
    try (var memcached = ServerProcess.memcached()) {
      var result =
          run(
              Plans.of(Plans.withClient(Plans.memcached(memcached.port()), client, protocol))
                  .connections(connections)
                  .pipelineDepth(depth)
                  .expirySeconds(100)
                  .phases(Plans.set(2), Plans.get(3), Plans.delete(), Plans.get(1)));

      assertThat(result.failure()).isNull();
      assertThat(result.phases())
          .extracting(PhaseResult::operations, PhaseResult::misses, PhaseResult::errors)
          .containsExactly(
              tuple(200L, 0L, 0L), tuple(300L, 0L, 0L), tuple(100L, 0L, 0L), tuple(100L, 100L, 0L));
      assertThat(grown(result))
          .containsEntry("cmd_set", 200L)
          .containsEntry("get_hits", 300L)
          .containsEntry("get_misses", 100L)
          .containsEntry("delete_hits", 100L);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyOrderOfKeysFindsThem(KeyOrder order) throws InterruptedException {
    try (var redis = ServerProcess.redis()) {
      var result =
          run(
              Plans.of(Plans.redis(redis.port()))
                  .connections(3)
                  .keyOrder(order)
                  .phases(Plans.set(1), Plans.get(2), Plans.delete()));

      assertThat(result.phases())
          .extracting(PhaseResult::operations, PhaseResult::misses, PhaseResult::wrongValues)
          .containsExactly(tuple(100L, 0L, 0L), tuple(200L, 0L, 0L), tuple(100L, 0L, 0L));
    }
  }

  @Test
  void connectionsShareTheKeysAndEachLapEndsWithTheLastOfThem() throws InterruptedException {
    try (var redis = ServerProcess.redis()) {
      var result =
          run(
              Plans.of(Plans.redis(redis.port()))
                  .connections(7)
                  .phases(Plans.set(1), Plans.get(3), Plans.delete()));

      assertThat(result.phases())
          .extracting(PhaseResult::operations, PhaseResult::misses, p -> p.lapNanos().size())
          .containsExactly(tuple(100L, 0L, 1), tuple(300L, 0L, 3), tuple(100L, 0L, 1));
      assertThat(result.countersBefore()).containsEntry("connected_clients", 7L);
    }
  }

  @Test
  void moreConnectionsThanKeysDoNoHarm() throws InterruptedException {
    try (var redis = ServerProcess.redis()) {
      var result =
          run(
              Plans.of(Plans.redis(redis.port()))
                  .keys(3)
                  .connections(5)
                  .phases(Plans.set(1), Plans.getFor(1)));

      assertThat(result.failure()).isNull();
      assertThat(result.phases().get(1).misses()).isZero();
    }
  }

  @Test
  void aPhaseByDurationGoesPassAfterPassUntilItsEnd() throws InterruptedException {
    try (var redis = ServerProcess.redis()) {
      var get =
          run(Plans.of(Plans.redis(redis.port())).phases(Plans.set(1), Plans.getFor(1)))
              .phases()
              .get(1);

      assertThat(get.lapNanos()).singleElement().matches(nanos -> nanos >= 1_000_000_000L);
      assertThat(get.operations()).isGreaterThan(100);
      assertThat(get.misses()).isZero();
    }
  }

  @Test
  void aDeleteByDurationEndsWhenNoKeyIsLeft() throws InterruptedException {
    try (var redis = ServerProcess.redis()) {
      var delete = new Phase("delete", Operation.Delete, 0, 60);
      var phases =
          run(Plans.of(Plans.redis(redis.port())).phases(Plans.set(1), delete, Plans.get(1)))
              .phases();

      assertThat(phases)
          .extracting(PhaseResult::operations, PhaseResult::misses, PhaseResult::expiredMisses)
          .containsExactly(tuple(100L, 0L, 0L), tuple(100L, 0L, 0L), tuple(100L, 100L, 0L));
    }
  }

  @Test
  void aKeyThatExpiredWhileThePhaseRanIsAnExpiredMiss() throws InterruptedException {
    try (var redis = ServerProcess.redis();
        var memcached = ServerProcess.memcached()) {
      var plans =
          Plans.of(Plans.redis(redis.port()), Plans.memcached(memcached.port()))
              .expirySeconds(1)
              .phases(Plans.set(1), Plans.getFor(3));

      for (int trial = 0; trial < 2; trial++) {
        var get = new TrialRun(plans.plan(), trial).run().phases().get(1);
        assertThat(get.misses()).isPositive().isLessThan(get.operations());
        assertThat(get.expiredMisses()).isEqualTo(get.misses());
        assertThat(get.errors()).isZero();
      }
    }
  }

  @Test
  void aKeyThatSomebodyDeletedIsAMissThatDidNotExpire() throws InterruptedException {
    try (var redis = ServerProcess.redis()) {
      var plan =
          Plans.of(Plans.redis(redis.port()))
              .expirySeconds(100)
              .phases(Plans.set(1), Plans.getFor(2))
              .plan();
      var get = disturbed(plan, (client, key) -> client.delete(key));

      assertThat(get.misses()).isPositive();
      assertThat(get.expiredMisses()).isZero();
    }
  }

  @Test
  void aValueThatSomebodyChangedIsAWrongValue() throws InterruptedException {
    for (boolean isRedis : List.of(true, false)) {
      try (var server = server(isRedis)) {
        var arm = arm(isRedis, server);
        var plan = Plans.of(arm).phases(Plans.set(1), Plans.getFor(2)).plan();
        var get = disturbed(plan, (client, key) -> client.set(key, new byte[] {1, 2, 3}, 0));

        assertThat(get.wrongValues()).isPositive().isLessThan(get.operations());
        assertThat(get.misses()).isZero();
      }
    }
  }

  @Test
  void whatTheServerRefusesIsAnErrorInItsOwnWords() throws InterruptedException {
    // Memory for some of the values only
    try (var redis = ServerProcess.redis("--maxmemory", "3mb")) {
      var result = run(Plans.of(Plans.redis(redis.port())).keys(200).valueSizeBytes(20_000));

      assertThat(result.failure()).isNull();
      var set = result.phases().get(0);
      assertThat(set.errors()).isPositive().isLessThan(200);
      assertThat(set.errorsByMessage())
          .containsExactlyEntriesOf(
              Map.of("OOM command not allowed when used memory > 'maxmemory'.", set.errors()));
      assertThat(result.phases().get(1).misses()).isEqualTo(set.errors());
    }
  }

  @Test
  void aServerThatRefusesEverythingHasFailed() throws InterruptedException {
    try (var redis = ServerProcess.redis("--maxmemory", "1kb")) {
      var result = run(Plans.of(Plans.redis(redis.port())).keys(2_000));

      assertThat(result.phases()).isEmpty();
      assertThat(result.failure().reason()).isEqualTo("TargetFailed");
      assertThat(result.failure().message())
          .matches(
              "1000 operations in a row failed within .* s, the last with: OOM command not allowed"
                  + " when used memory > 'maxmemory'\\.");
    }
  }

  @Test
  void aServerThatDiesInTheMiddleHasFailedAndNothingHangs() throws InterruptedException {
    for (boolean isRedis : List.of(true, false)) {
      try (var server = server(isRedis)) {
        var arm = arm(isRedis, server);
        var plan = Plans.of(arm).connections(3).phases(Plans.set(1), Plans.getFor(60)).plan();
        var trial = new TrialRun(plan, 0);
        var result = CompletableFuture.supplyAsync(() -> finished(trial));
        await().until(() -> trial.done() > 0.02);
        server.kill();

        var failure = result.join().failure();
        assertThat(failure.reason()).isEqualTo("TargetFailed");
        assertThat(failure.message()).contains("operations in a row failed");
      }
    }
  }

  @Test
  void aShortAbsenceOfTheServerIsCountedErrors() throws InterruptedException {
    for (boolean isRedis : List.of(true, false)) {
      try (var server = server(isRedis)) {
        var arm = arm(isRedis, server);
        var plan = Plans.of(arm).phases(Plans.set(1), Plans.getFor(5)).plan();
        var trial = new TrialRun(plan, 0);
        var result = CompletableFuture.supplyAsync(() -> finished(trial));
        await().until(() -> trial.done() > 0.2);
        server.kill();
        try (var again =
            isRedis ? ServerProcess.redis(server.port()) : ServerProcess.memcached(server.port())) {
          var get = result.join().phases().get(1);
          assertThat(again.process().isAlive()).isTrue();
          assertThat(get.errors()).isPositive();
          assertThat(get.misses()).as("the new server is empty").isPositive();
        }
      }
    }
  }

  @Test
  void aCancelledTrialEndsSoon() {
    try (var redis = ServerProcess.redis()) {
      var plan =
          Plans.of(Plans.redis(redis.port())).phases(Plans.set(1), Plans.getFor(3_600)).plan();
      var trial = new TrialRun(plan, 0);
      var result = CompletableFuture.supplyAsync(() -> finished(trial));
      await().until(() -> trial.done() > 0);
      trial.cancel();

      assertThat(result.join().failure().message()).isEqualTo("the trial was cancelled");
    }
  }

  private static ServerProcess server(boolean isRedis) {
    return isRedis ? ServerProcess.redis() : ServerProcess.memcached();
  }

  private static Plan.Arm arm(boolean isRedis, ServerProcess server) {
    return isRedis ? Plans.redis(server.port()) : Plans.memcached(server.port());
  }

  private static TrialResult run(Plans plans) throws InterruptedException {
    return new TrialRun(plans.plan(), 0).run();
  }

  private static TrialResult finished(TrialRun trial) {
    try {
      return trial.run();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private interface Disturbance {
    void to(CacheClient client, CacheClient.Key key);
  }

  /** The last phase of a trial while somebody else does something to one of its keys. */
  private static PhaseResult disturbed(Plan plan, Disturbance disturbance) {
    var key = new KeySpace(plan, plan.workload()).key(50);
    var trial = new TrialRun(plan, 0);
    var result = CompletableFuture.supplyAsync(() -> finished(trial));
    await().until(() -> trial.done() > 0.4);
    try (var client = Clients.open(plan.arms().get(0))) {
      disturbance.to(client, key);
    }
    var phases = result.join().phases();
    return phases.get(phases.size() - 1);
  }

  private static Map<String, Long> grown(TrialResult result) {
    var grown = new TreeMap<String, Long>();
    result
        .countersAfter()
        .forEach(
            (name, value) ->
                grown.put(name, value - result.countersBefore().getOrDefault(name, 0L)));
    return grown;
  }
}
