package dev.laptimer.runner.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.laptimer.api.ClientName;
import dev.laptimer.api.ExpiryMethod;
import dev.laptimer.api.Operation;
import dev.laptimer.client.CacheClient.Key;
import dev.laptimer.client.ClientErrors;
import dev.laptimer.client.Clients;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.runner.Plans;
import dev.laptimer.runner.ServerProcess;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.Jedis;

/** Ways to expire keys, and whether the keys do expire. */
class TimeToLiveCheckTest {

  private static final int KEYS = 300;

  @ParameterizedTest
  @CsvSource({
    "WithSet, 1",
    "Separate, 1",
    "Transaction, 1",
    "Pipeline, 1",
    "WithSet, 10",
    "Pipeline, 10"
  })
  void everyWayGivesTheTimeToLiveByAsManyCommandsAsItSays(ExpiryMethod method, int depth)
      throws Exception {
    try (var redis = ServerProcess.redis()) {
      var arm = Plans.redis(redis.port());
      var plan =
          Plans.of(arm)
              .keys(KEYS)
              .expirySeconds(100)
              .expiryMethod(method)
              .pipelineDepth(depth)
              .phases(new Plan.Phase("set", Operation.Set, 1, 0))
              .plan();

      var result = new TrialRun(plan, 0).run();

      assertThat(result.failure()).isNull();
      assertThat(result.phases().get(0).operations()).isEqualTo(KEYS);
      try (var client = Clients.open(arm)) {
        assertThat(new KeySpace(plan, plan.workload()).keys(ClientName.Jedis))
            .allMatch(key -> client.timeToLiveSeconds(key).getAsLong() > 90);
        long commands =
            client.serverCounters().entrySet().stream()
                .filter(counter -> counter.getKey().startsWith("cmdstat_"))
                .mapToLong(Map.Entry::getValue)
                .sum();
        assertThat(commands).isEqualTo((long) KEYS * method.commands());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "10, 1", "16, 3"})
  void membersOfSetsAreAddedFoundRemovedAndExpireWithTheirSet(int depth, int connections)
      throws Exception {
    try (var redis = ServerProcess.redis()) {
      var arm = Plans.redis(redis.port());
      var plan =
          Plans.of(arm)
              .keys(KEYS + 50)
              .connections(connections)
              .expirySeconds(100)
              .expiryMethod(ExpiryMethod.SetMembers)
              .pipelineDepth(depth)
              .phases(Plans.set(2), Plans.get(2))
              .plan();

      var result = new TrialRun(plan, 0).run();

      assertThat(result.failure()).isNull();
      assertThat(result.phases())
          .extracting(PhaseResult::operations, PhaseResult::misses, PhaseResult::errors)
          .containsExactly(tuple(700L, 0L, 0L), tuple(700L, 0L, 0L));
      var keys = new KeySpace(plan, plan.workload());
      try (var jedis = new Jedis("127.0.0.1", redis.port())) {
        assertThat(IntStream.of(0, 100, 200, 300).mapToObj(i -> jedis.scard(keys.key(i).text())))
            .containsExactly(100L, 100L, 100L, 50L);
        assertThat(jedis.dbSize()).isEqualTo(4);
        assertThat(jedis.ttl(keys.key(300).text())).isBetween(91L, 100L);
      }
    }
  }

  @Test
  void membersThatAreRemovedAreMissesAfterwards() throws Exception {
    try (var redis = ServerProcess.redis()) {
      var plan =
          Plans.of(Plans.redis(redis.port()))
              .keys(KEYS)
              .expirySeconds(100)
              .expiryMethod(ExpiryMethod.SetMembers)
              .phases(Plans.set(1), Plans.delete(), Plans.get(1))
              .plan();

      assertThat(new TrialRun(plan, 0).run().phases())
          .extracting(PhaseResult::operations, PhaseResult::misses, PhaseResult::errors)
          .containsExactly(tuple(300L, 0L, 0L), tuple(300L, 0L, 0L), tuple(300L, 300L, 0L));
    }
  }

  @Test
  void aSetThatLivesForEverIsFound() {
    try (var redis = ServerProcess.redis();
        var jedis = new Jedis("127.0.0.1", redis.port())) {
      var plan =
          Plans.of(Plans.redis(redis.port()))
              .keys(KEYS)
              .expirySeconds(100)
              .expiryMethod(ExpiryMethod.SetMembers)
              .plan();
      try (var target =
          new CacheTarget(plan, plan.arms().get(0), new ClientErrors(null), Share.WHOLE)) {
        target.connect().get(0).prepare(Operation.Get, () -> false);
        target.settle();
        jedis.persist(new KeySpace(plan, plan.workload()).key(100).text());

        assertThatThrownBy(target::settle)
            .isInstanceOf(TargetFailedException.class)
            .hasMessageContaining("has none, 100 s were asked for");
      }
    }
  }

  @Test
  void keysThatLiveForEverAreFound() {
    try (var redis = ServerProcess.redis();
        var client = Clients.open(Plans.redis(redis.port()))) {
      var keys = IntStream.range(0, 200).mapToObj(i -> Key.of("key" + i)).toArray(Key[]::new);
      var expiry = Worker.Expiry.of(100, ExpiryMethod.Separate, 0, keys.length, false);
      for (int i = 0; i < keys.length; i++) {
        client.set(keys[i], new byte[1], i % 4 == 0 ? 0 : 100);
        expiry.setNanos()[i] = 1;
      }

      assertThat(TimeToLiveCheck.problem(client, keys, expiry))
          .contains(
              "50 of 100 sampled keys do not have the time to live that was asked for; the first"
                  + " has none, 100 s were asked for");
    }
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "fine",
      value = {
        "100, 0, fine",
        "99, 0, fine",
        "90, 10, fine",
        "89, 10, fine",
        "-2, 10, fine",
        "101, 0, 'has 101 s left, 0 s after it was set with 100 s'",
        "80, 10, 'has 80 s left, 10 s after it was set with 100 s'",
        "-1, 0, 'has none, 100 s were asked for'"
      })
  void aTimeToLiveIsJudgedByTheAgeOfTheKey(long left, long age, String problem) {
    assertThat(TimeToLiveCheck.problem(left, 100, age).orElse(null)).isEqualTo(problem);
  }
}
