package dev.laptimer.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.ClientName;
import dev.laptimer.api.Documents;
import dev.laptimer.api.KeyForm;
import dev.laptimer.api.KeyOrder;
import dev.laptimer.api.RowEncoding;
import dev.laptimer.api.WireProtocol;
import dev.laptimer.plan.Plan.Arm;
import dev.laptimer.plan.Plan.Workload;
import dev.laptimer.plan.Planner.Address;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Targets under variants. */
class VariantsTest {

  private static final String TWO =
      "{'name': 'redis', 'engine': 'Redis', 'server': {}},"
          + " {'name': 'memcached', 'engine': 'Memcached', 'server': {}}";

  @Test
  void everyTargetIsMeasuredUnderEveryVariantThatItsClientFits() {
    var plan =
        plan(
            TWO,
            "{'name': 'jedis', 'client': 'Jedis'}, {'name': 'binary', 'protocol': 'Binary'},"
                + " {'name': 'raw', 'client': 'Raw'}");

    assertThat(plan.arms())
        .extracting(Arm::name, Arm::target, Arm::client, Arm::protocol)
        .containsExactly(
            tuple("redis/jedis", "redis", ClientName.Jedis, null),
            tuple("redis/raw", "redis", ClientName.Raw, null),
            tuple("memcached/binary", "memcached", ClientName.Spymemcached, WireProtocol.Binary),
            tuple("memcached/raw", "memcached", ClientName.Raw, WireProtocol.Text));
    assertThat(plan.trials()).hasSize(4 * plan.rounds());
  }

  @Test
  void aVariantChangesWhatItSaysAndNothingElse() {
    var plan =
        plan(
            "{'name': 'redis', 'engine': 'Redis', 'server': {}}",
            "{'name': 'base'}, {'name': 'deep', 'client': 'Raw', 'connections': 50,"
                + " 'pipelineDepth': 16, 'keys': {'order': 'Zipf'}, 'value': {'sizeBytes': 100}}");

    var phases = plan.workload().phases();
    assertThat(plan.workload(plan.arm("redis/base")))
        .isEqualTo(new Workload(2000, 12, 10, 60, 1, 1, KeyOrder.Sequential, phases, null));
    assertThat(plan.workload(plan.arm("redis/deep")))
        .isEqualTo(new Workload(2000, 12, 100, 60, 50, 16, KeyOrder.Zipf, phases, null));
  }

  @Test
  void aVariantMayHaveRowsAndKeysOfAnotherForm() {
    var plan =
        plan(
            "{'name': 'redis', 'engine': 'Redis', 'server': {}}",
            "{'name': 'bytes'}, {'name': 'rows', 'value': {'row': {}}}, {'name': 'inside', 'value': {'row':"
                + " {'encoding': 'Cbor', 'insideClock': true}}, 'keys': {'form': 'Md5Numbered'}}");

    assertThat(plan.arms())
        .extracting(arm -> plan.workload(arm).row(), arm -> plan.workload(arm).valueSizeBytes())
        .containsExactly(
            tuple(null, 10),
            tuple(new Plan.Row(RowEncoding.Json, false), 0),
            tuple(new Plan.Row(RowEncoding.Cbor, true), 0));
    assertThat(plan.arms())
        .extracting(arm -> plan.workload(arm).keyForm(), arm -> plan.workload(arm).keyLengthBytes())
        .containsExactly(tuple(null, 12), tuple(null, 12), tuple(KeyForm.Md5Numbered, 36));
  }

  @Test
  void aVariantMayHaveItsOwnJvmAndALargeOneHasAHeapThatItFits() {
    var plan =
        plan(
            "{'name': 'redis', 'engine': 'Redis', 'server': {}}",
            "{'name': 'base'}, {'name': 'parallel', 'jvmOptions': ['-XX:+UseParallelGC']},"
                + " {'name': 'many', 'keys': {'count': 1000000}}");

    assertThat(plan.arms())
        .extracting(plan::jvmOptions)
        .containsExactly(
            plan.jvmOptions(),
            List.of("-XX:+UseParallelGC"),
            List.of("-XX:+UseSerialGC", "-Xms224m", "-Xmx224m", "-Xmn32m"));
  }

  @Test
  void theFirstArmIsTheOneThatOthersAreComparedWith() {
    assertThat(spec(TWO, "{'name': 'raw', 'client': 'Raw'}", "{}").referenceOrDefault())
        .isEqualTo("redis/raw");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'name': 'x', 'client': 'MariaDbConnectorJ'}"
            + " | variant 'x' fits none of `targets`: its client MariaDbConnectorJ does not talk to their engines",
        "{'name': 'x', 'client': 'Jedis'}"
            + " | none of `variants` fits target 'memcached': their clients do not talk to Memcached",
        "{'name': 'x', 'pipelineDepth': 2}"
            + " | 'memcached/x': `pipelineDepth` of 2 needs a client that can send several operations together: Jedis, Lettuce or Raw, not Spymemcached",
        "{'name': 'x'}, {'name': 'y', 'client': 'Raw', 'protocol': 'Text'}"
            + " | 'memcached/y': `protocol` may be chosen with Spymemcached or Xmemcached, not with Raw",
        "{'name': 'x', 'client': 'Raw', 'pipelineDepth': 1000, 'connections': 256, 'value': {'sizeBytes': 10000}}"
            + " | 'redis/x': `connections` times `pipelineDepth` times `value.sizeBytes` must be at most 268435456 (256 MiB), they are 2560000000",
        "{'name': 'x', 'expiry': {'method': 'Separate'}}"
            + " | 'memcached/x': `expiry.method` Separate is not there for Memcached, which takes the time to live with the Set and has neither transactions nor sets",
        "{'name': 'x'}, {'name': 'y', 'client': 'Lettuce', 'expiry': {'method': 'Pipeline'}}"
            + " | 'redis/y': `expiry.method` Pipeline needs the client Jedis, not Lettuce",
        "{'name': 'x'}, {'name': 'y', 'client': 'Jedis', 'expiry': {'seconds': 0, 'method': 'Pipeline'}}"
            + " | 'redis/y': `expiry.method` Pipeline needs `expiry.seconds` above 0: there is nothing to expire",
        "{'name': 'x'}, {'name': 'y', 'client': 'Jedis', 'pipelineDepth': 2, 'expiry': {'method': 'Separate'}}"
            + " | 'redis/y': `expiry.method` Separate waits for answers between its commands and needs a `pipelineDepth` of 1",
        "{'name': 'x'}, {'name': 'y', 'client': 'Jedis', 'value': {'sizeBytes': 7}, 'expiry': {'method': 'SetMembers'}}"
            + " | 'redis/y': `expiry.method` SetMembers needs members that differ: `value.sizeBytes` of 8 to 100000, or a `value.row` that is not `insideClock`",
        "{'name': 'x'}, {'name': 'y', 'client': 'Jedis', 'value': {'row': {'insideClock': true}}, 'expiry': {'method': 'SetMembers'}}"
            + " | 'redis/y': `expiry.method` SetMembers needs members that differ: `value.sizeBytes` of 8 to 100000, or a `value.row` that is not `insideClock`",
        "{'name': 'x', 'keys': {'lengthBytes': 2}}"
            + " | 'redis/x': 2 letters do not make 2000 distinct keys",
      })
  void whatAVariantCannotDoIsRefused(String variants, String problem) {
    assertThat(Planner.problem(spec(TWO, variants, "{}"))).contains(problem);
  }

  @Test
  void anEndpointWithTlsOrALoginIsNotForEveryClient() {
    var tls = "{'name': 'r', 'engine': 'Redis', 'endpoint': {'host': 'h', 'port': 1, 'tls': {}}}";
    var login =
        "{'name': 'm', 'engine': 'Memcached', 'endpoint': {'host': 'h', 'port': 1,"
            + " 'auth': {'secretRef': {'name': 's'}}}}";

    assertThat(Planner.problem(spec(tls, "{'name': 'raw', 'client': 'Raw'}", "{}")))
        .contains("'r/raw': Raw speaks plain TCP only, the endpoint has `tls`");
    assertThat(Planner.problem(spec(login, "{'name': 'x', 'client': 'Xmemcached'}", "{}")))
        .contains("'m/x': Xmemcached does not log in to Memcached, the endpoint has `auth`");
  }

  @Test
  void aReferenceThatIsNotMeasuredIsRefused() {
    assertThat(
            Planner.problem(
                spec(TWO, "{'name': 'raw', 'client': 'Raw'}", "{'reference': 'redis'}")))
        .contains(
            "`comparison.reference` must be one of 'redis/raw', 'memcached/raw', not 'redis'");
  }

  @Test
  void moreThanSixteenAreRefused() {
    var variants = new StringBuilder("{'name': 'v0'}");
    for (int i = 1; i < 9; i++) {
      variants.append(", {'name': 'v%d'}".formatted(i));
    }
    assertThat(Planner.problem(spec(TWO, variants.toString(), "{}")))
        .contains("`targets` under `variants` must be at most 16, they are 18");
  }

  @Test
  void eachRunnerPodNeedsAConnectionOfItsOwn() {
    var spec =
        Documents.fromJson(
            """
            {"targets": [{"name": "redis", "engine": "Redis", "server": {}}],
             "variants": [{"name": "many", "connections": 3}, {"name": "few", "connections": 2}],
             "runner": {"pods": 3}}
            """,
            CacheBenchmarkSpec.class);

    assertThat(Planner.problem(spec).orElseThrow())
        .endsWith(
            "`connections` must be at least as many as `runner.pods`, among which they are split: 2 for 3 pods");
  }

  private static Plan plan(String targets, String variants) {
    var address = new Address("127.0.0.1", 1);
    var spec = spec(targets, variants, "{}");
    assertThat(Planner.problem(spec)).isEmpty();
    return Planner.plan(
        spec,
        new Planner.Run("b", 1, 1, Map.of("redis", address, "memcached", address), "/secrets"));
  }

  private static CacheBenchmarkSpec spec(String targets, String variants, String comparison) {
    return Documents.fromJson(
        """
        {"targets": [%s], "variants": [%s], "comparison": %s, "rounds": 2,
         "workload": {"keys": {"count": 2000, "lengthBytes": 12}, "expiry": {"seconds": 60}}}
        """
            .formatted(targets, variants, comparison)
            .replace('\'', '"'),
        CacheBenchmarkSpec.class);
  }
}
