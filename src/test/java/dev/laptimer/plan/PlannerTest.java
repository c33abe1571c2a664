package dev.laptimer.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.ClientName;
import dev.laptimer.api.Documents;
import dev.laptimer.api.EngineName;
import dev.laptimer.api.KeyOrder;
import dev.laptimer.api.Operation;
import dev.laptimer.plan.Plan.Arm;
import dev.laptimer.plan.Plan.Control;
import dev.laptimer.plan.Plan.Phase;
import dev.laptimer.plan.Plan.Tls;
import dev.laptimer.plan.Plan.Trial;
import dev.laptimer.plan.Plan.Workload;
import dev.laptimer.plan.Planner.Address;
import dev.laptimer.plan.Planner.Run;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlannerTest {

  private static final Run RUN =
      new Run(
          "caches",
          3,
          42,
          Map.of(
              "redis",
              new Address("caches-3-redis", 6379),
              "memcached",
              new Address("127.0.0.1", 40123)),
          "/secrets");

  @Test
  void anEmptyWorkloadIsTheClassicComparison() {
    var plan = plan("targets: [{name: redis, engine: Redis, server: {}}]\nrounds: 1");

    assertThat(plan)
        .isEqualTo(
            new Plan(
                "caches",
                3,
                42,
                plan.keyPrefix(),
                1,
                new Workload(
                    10001,
                    10,
                    10,
                    20,
                    1,
                    1,
                    KeyOrder.Sequential,
                    List.of(
                        new Phase("set", Operation.Set, 1, 0),
                        new Phase("get", Operation.Get, 10, 0)),
                    null),
                List.of(
                    new Arm(
                        "redis",
                        "redis",
                        EngineName.Redis,
                        ClientName.Jedis,
                        null,
                        true,
                        "caches-3-redis",
                        6379,
                        null,
                        null)),
                null,
                List.of(new Trial(0, 1, "redis")),
                1800,
                300,
                plan.jvmOptions(),
                null,
                null));
    assertThat(plan.keyPrefix()).hasSize(Plan.KEY_PREFIX_BYTES).startsWith("lt:").endsWith(":");
  }

  @Test
  void anEndpointIsNeverOwnedAndItsSecretsAreFolders() {
    var plan =
        plan(
            """
            targets:
              - name: managed
                engine: Valkey
                endpoint:
                  host: cache.example.com
                  port: 6380
                  tls: {caSecretRef: {name: ca, key: ca.pem}, clientCertificateSecretRef: {name: me}}
                  auth: {secretRef: {name: login}}
            """);

    assertThat(plan.arms())
        .containsExactly(
            new Arm(
                "managed",
                "managed",
                EngineName.Valkey,
                ClientName.Jedis,
                null,
                false,
                "cache.example.com",
                6380,
                new Tls("/secrets/ca/ca.pem", "/secrets/me"),
                "/secrets/login"));
  }

  @Test
  void phasesGoByLapsOrByDurationAndAreCalledAsTheirOperation() {
    var plan =
        plan(
            """
            targets: [{name: redis, engine: Redis, server: {}}]
            workload:
              phases:
                - {operation: Set}
                - {operation: Get, durationSeconds: 5, name: long}
                - {operation: Get, laps: 3}
                - {operation: Delete}
            """);

    assertThat(plan.workload().phases())
        .containsExactly(
            new Phase("set", Operation.Set, 1, 0),
            new Phase("long", Operation.Get, 0, 5),
            new Phase("get", Operation.Get, 3, 0),
            new Phase("delete", Operation.Delete, 1, 0));
  }

  @Test
  void theSameSeedGivesTheSamePlanAndAnotherSeedAnotherOrder() {
    assertThat(pair(10, 1)).isEqualTo(pair(10, 1));
    assertThat(IntStream.range(0, 20).mapToObj(seed -> order(pair(10, seed))).distinct().count())
        .isGreaterThan(10);
  }

  @Test
  void everyRoundHasEveryArmOnceAndTrialsAreNumberedInOrder() {
    for (int seed = 0; seed < 50; seed++) {
      for (var plan : List.of(pair(7, seed), many(5, 9, seed))) {
        assertThat(plan.trials())
            .extracting(Trial::index)
            .isEqualTo(IntStream.range(0, plan.trials().size()).boxed().toList());
        assertThat(plan.trials()).extracting(Trial::round).isSorted();
        var arms = plan.measured().stream().map(Arm::name).collect(Collectors.toSet());
        plan.trials().stream()
            .collect(
                Collectors.groupingBy(
                    Trial::round, Collectors.mapping(Trial::arm, Collectors.toList())))
            .forEach(
                (round, order) -> {
                  assertThat(order).doesNotHaveDuplicates();
                  assertThat(new HashSet<>(order)).isEqualTo(arms);
                });
      }
    }
  }

  @Test
  void ofTwoArmsEachGoesFirstEquallyOften() {
    for (int seed = 0; seed < 50; seed++) {
      var firsts =
          pair("rounds: 10\ncomparison: {control: false}", seed).trials().stream()
              .filter(trial -> trial.index() % 2 == 0)
              .collect(Collectors.groupingBy(Trial::arm, Collectors.counting()));
      assertThat(firsts).isEqualTo(Map.of("redis", 5L, "memcached", 5L));
    }
  }

  @Test
  void theReferenceIsMeasuredOnceMoreInEachRoundUnderANameThatNoTargetCanHave() {
    var plan = pair(6, 1);
    var redis = plan.arm("redis");

    assertThat(plan.arms()).extracting(Arm::name).containsExactly("redis", "memcached");
    assertThat(plan.control())
        .isEqualTo(
            new Control(
                "redis",
                new Arm(
                    "redis~again",
                    redis.target(),
                    redis.engine(),
                    redis.client(),
                    redis.protocol(),
                    redis.owned(),
                    redis.host(),
                    redis.port(),
                    redis.tls(),
                    redis.credentialsDir())));
    assertThat(plan.arm("redis~again")).isEqualTo(plan.control().arm());
    assertThat(
            plan.trials().stream()
                .collect(Collectors.groupingBy(Trial::arm, Collectors.counting())))
        .isEqualTo(Map.of("redis", 6L, "memcached", 6L, "redis~again", 6L));
  }

  @Test
  void thereIsNoControlWhereItIsNotWantedOrNoVerdictCanComeOfIt() {
    assertThat(pair(5, 1).control()).isNull();
    assertThat(many(1, 10, 1).control()).isNull();
    assertThat(pair("rounds: 10\ncomparison: {control: false}", 1).control()).isNull();
    assertThat(
            pair("rounds: 10\ncomparison: {control: true, reference: memcached}", 1).control().of())
        .isEqualTo("memcached");
  }

  @Test
  void aServerWithoutAnAddressIsNamed() {
    assertThatThrownBy(() -> plan("targets: [{name: lost, engine: Redis, server: {}}]"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no address for the server of target 'lost'");
  }

  @Test
  void aPlanSurvivesItsDocument() {
    var plan = pair(4, 9);
    assertThat(Documents.fromJson(Documents.toJson(plan), Plan.class)).isEqualTo(plan);
  }

  private static String order(Plan plan) {
    return plan.trials().stream().map(Trial::arm).collect(Collectors.joining(","));
  }

  private static Plan pair(int rounds, long seed) {
    return pair("rounds: " + rounds, seed);
  }

  private static Plan pair(String rest, long seed) {
    return Planner.plan(
        spec(
            """
            targets:
              - {name: redis, engine: Redis, server: {}}
              - {name: memcached, engine: Memcached, server: {}}
            """
                + rest),
        new Run(RUN.benchmark(), RUN.number(), seed, RUN.servers(), RUN.secretsDir()));
  }

  private static Plan many(int arms, int rounds, long seed) {
    var targets =
        IntStream.range(0, arms)
            .mapToObj(
                i ->
                    "  - {name: t%d, engine: Redis, endpoint: {host: h%d, port: 1}}"
                        .formatted(i, i))
            .collect(Collectors.joining("\n"));
    return Planner.plan(
        spec("targets:\n%s\nrounds: %d\ncomparison: {control: false}".formatted(targets, rounds)),
        new Run("many", 1, seed, Map.of(), "/secrets"));
  }

  private static Plan plan(String spec) {
    return Planner.plan(spec(spec), RUN);
  }

  private static CacheBenchmarkSpec spec(String yaml) {
    try {
      return Documents.yaml().readValue(yaml, CacheBenchmarkSpec.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
