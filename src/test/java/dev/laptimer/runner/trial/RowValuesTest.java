package dev.laptimer.runner.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.laptimer.api.ClientName;
import dev.laptimer.api.KeyForm;
import dev.laptimer.api.Operation;
import dev.laptimer.api.RowEncoding;
import dev.laptimer.api.WireProtocol;
import dev.laptimer.client.ClientErrors;
import dev.laptimer.client.Clients;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.RowBytes;
import dev.laptimer.result.ResultDocument.TrialResult;
import dev.laptimer.runner.Plans;
import dev.laptimer.runner.ServerProcess;
import dev.laptimer.runner.row.Row;
import dev.laptimer.runner.row.RowCodec;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that are rows, with real servers. */
class RowValuesTest {

  private static final int KEYS = 200;

  @ParameterizedTest
  @CsvSource({
    "Jedis, Json, true, 1",
    "Jedis, Json, false, 1",
    "Jedis, JavaSerialization, true, 8",
    "Jedis, Cbor, false, 8",
    "Lettuce, Cbor, true, 1",
    "Lettuce, JavaSerialization, true, 8",
    "Raw, Json, true, 1",
    "Raw, Cbor, true, 16",
    "Raw, JavaSerialization, false, 16"
  })
  void rowsGoToRedisAndComeBack(ClientName client, RowEncoding encoding, boolean inside, int depth)
      throws Exception {
    try (var redis = ServerProcess.redis()) {
      assertWorks(
          Plans.withClient(Plans.redis(redis.port()), client, null), encoding, inside, depth);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Spymemcached, Text, Json, true",
    "Spymemcached, Binary, JavaSerialization, true",
    "Xmemcached, Text, Cbor, true",
    "Xmemcached, Binary, Json, false",
    "Raw, Text, JavaSerialization, true",
    "Raw, Text, Json, false"
  })
  void rowsGoToMemcachedAndComeBack(
      ClientName client, WireProtocol protocol, RowEncoding encoding, boolean inside)
      throws Exception {
    try (var memcached = ServerProcess.memcached()) {
      assertWorks(
          Plans.withClient(Plans.memcached(memcached.port()), client, protocol),
          encoding,
          inside,
          1);
    }
  }

  private static void assertWorks(Plan.Arm arm, RowEncoding encoding, boolean inside, int depth)
      throws Exception {
    var plan = plan(arm, encoding, inside, depth);

    var result = new TrialRun(plan, 0).run();

    assertThat(result.failure()).isNull();
    assertThat(result.phases())
        .extracting(
            PhaseResult::operations,
            PhaseResult::misses,
            PhaseResult::wrongValues,
            PhaseResult::errors)
        .containsExactly(tuple(200L, 0L, 0L, 0L), tuple(400L, 0L, 0L, 0L));
    var codec = RowCodec.of(encoding);
    assertThat(result.rowBytes()).isEqualTo(sizes(plan, codec));
    var key = new KeySpace(plan, plan.workload()).key(17);
    assertThat(key.text()).matches(plan.keyPrefix() + "[0-9a-f]{32}17");
    try (var client = Clients.open(arm)) {
      assertThat(client.get(key)).isEqualTo(codec.encode(Row.of(plan.seed(), 17)));
    }
  }

  private static RowBytes sizes(Plan plan, RowCodec codec) {
    var sizes =
        IntStream.range(0, KEYS)
            .map(i -> codec.encode(Row.of(plan.seed(), i)).length)
            .sorted()
            .toArray();
    return new RowBytes(sizes[0], sizes[KEYS / 2], sizes[KEYS - 1]);
  }

  private static Plan plan(Plan.Arm arm, RowEncoding encoding, boolean inside, int depth) {
    return Plans.of(arm)
        .keys(KEYS)
        .keyForm(KeyForm.Md5Numbered)
        .rows(encoding, inside)
        .pipelineDepth(depth)
        .phases(Plans.set(1), Plans.get(2))
        .plan();
  }

  @ParameterizedTest
  @CsvSource({"Jedis, true", "Jedis, false", "Raw, true", "Raw, false"})
  void aRowThatSomebodyChangedIsAWrongValue(ClientName client, boolean inside) throws Exception {
    try (var redis = ServerProcess.redis()) {
      var arm = Plans.withClient(Plans.redis(redis.port()), client, null);
      var plan = plan(arm, RowEncoding.Json, inside, 1);
      var errors = new ClientErrors(null);
      try (var target = new CacheTarget(plan, arm, errors, Share.WHOLE);
          var other = Clients.open(arm)) {
        var worker = target.connect().get(0);
        worker.prepare(Operation.Get, () -> false);
        var keys = new KeySpace(plan, plan.workload());
        other.set(keys.key(3), RowCodec.of(RowEncoding.Json).encode(Row.of(plan.seed(), 4)), 0);
        other.set(keys.key(4), "{}".getBytes(StandardCharsets.US_ASCII), 0);
        other.set(keys.key(5), new byte[] {1}, 0);
        other.delete(keys.key(6));
        var tally = new Tally(Operation.Get);

        worker.pass(Operation.Get, tally, false, 0, () -> false);

        assertThat(tally.operations()).isEqualTo(KEYS);
        assertThat(tally.wrongValues()).isEqualTo(3);
        assertThat(tally.misses()).isEqualTo(1);
      }
    }
  }

  @Test
  void valuesOfRandomBytesHaveNoRowSize() throws Exception {
    try (var redis = ServerProcess.redis()) {
      var plan = Plans.of(Plans.redis(redis.port())).phases(Plans.set(1)).plan();
      assertThat(new TrialRun(plan, 0).run()).extracting(TrialResult::rowBytes).isNull();
    }
  }
}
