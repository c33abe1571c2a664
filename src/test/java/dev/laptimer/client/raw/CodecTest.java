package dev.laptimer.client.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.laptimer.api.ExpiryMethod;
import dev.laptimer.client.Batch;
import dev.laptimer.client.CacheClient.Key;
import dev.laptimer.client.CacheOperation;
import dev.laptimer.client.Outcome;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes over the wire. Line breaks are written as | here. */
class CodecTest {

  private static final Codec REDIS = new RedisCodec();
  private static final Codec MEMCACHED = new MemcachedCodec();

  @Test
  void requestsOfRedis() {
    assertThat(request(REDIS, CacheOperation.Set, 0)).isEqualTo("*3|$3|SET|$3|key|$5|value|");
    assertThat(request(REDIS, CacheOperation.Set, 20))
        .isEqualTo("*5|$3|SET|$3|key|$5|value|$2|EX|$2|20|");
    assertThat(request(REDIS, CacheOperation.Get, 0)).isEqualTo("*2|$3|GET|$3|key|");
    assertThat(request(REDIS, CacheOperation.Delete, 0)).isEqualTo("*2|$3|DEL|$3|key|");
  }

  @Test
  void requestsOfMemcached() {
    assertThat(request(MEMCACHED, CacheOperation.Set, 0)).isEqualTo("set key 0 0 5|value|");
    assertThat(request(MEMCACHED, CacheOperation.Set, 20)).isEqualTo("set key 0 20 5|value|");
    assertThat(request(MEMCACHED, CacheOperation.Get, 0)).isEqualTo("get key|");
    assertThat(request(MEMCACHED, CacheOperation.Delete, 0)).isEqualTo("delete key|");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "Set, +OK|, Done",
        "Set, -OOM command not allowed|, Failed",
        "Get, $5|value|, Done",
        "Get, $5|other|, WrongValue",
        "Get, $4|valu|, WrongValue",
        "Get, $0||, WrongValue",
        "Get, $-1|, Miss",
        "Get, -NOAUTH Authentication required.|, Failed",
        "Delete, :1|, Done",
        "Delete, :0|, Miss",
        "Delete, -READONLY You can't write|, Failed"
      })
  void repliesOfRedis(CacheOperation operation, String reply, Outcome outcome) {
    assertOutcome(REDIS, operation, reply, outcome);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "Set, STORED|, Done",
        "Set, SERVER_ERROR out of memory storing object|, Failed",
        "Get, VALUE key 0 5|value|END|, Done",
        "Get, VALUE key 0 5|other|END|, WrongValue",
        "Get, VALUE key 0 4|valu|END|, WrongValue",
        "Get, VALUE key 1 5|value|END|, WrongValue",
        "Get, VALUE kex 0 5|value|END|, WrongValue",
        "Get, END|, Miss",
        "Get, CLIENT_ERROR bad command line format|, Failed",
        "Delete, DELETED|, Done",
        "Delete, NOT_FOUND|, Miss"
      })
  void repliesOfMemcached(CacheOperation operation, String reply, Outcome outcome) {
    assertOutcome(MEMCACHED, operation, reply, outcome);
  }

  @ParameterizedTest
  @CsvSource({"Set, $2|OK|", "Get, :1|", "Get, $x|value|", "Get, $99999999999|", "Delete, +OK|"})
  void whatIsNoReplyOfRedisIsNotTakenForOne(CacheOperation operation, String reply) {
    assertNotTheProtocol(REDIS, operation, reply);
  }

  @ParameterizedTest
  @CsvSource({
    "Set, +OK|",
    "Get, ERROR|",
    "Get, VALUE key 0 x|value|END|",
    "Get, VALUE key 0 5|value|VALUE|"
  })
  void whatIsNoReplyOfMemcachedIsNotTakenForOne(CacheOperation operation, String reply) {
    assertNotTheProtocol(MEMCACHED, operation, reply);
  }

  private static void assertNotTheProtocol(Codec codec, CacheOperation operation, String reply) {
    var in = bytes(reply);
    assertThatThrownBy(() -> codec.read(batch(operation, 0), 0, in, 0, in.length))
        .isInstanceOf(Codec.NotTheProtocolException.class);
  }

  /** A reply may come in any two pieces, and after other bytes. */
  private static void assertOutcome(
      Codec codec, CacheOperation operation, String reply, Outcome outcome) {
    var in = bytes("before" + reply + "after");
    int from = "before".length();
    int end = from + bytes(reply).length;
    for (int to = from; to < end; to++) {
      assertThat(codec.read(batch(operation, 0), 0, in, from, to))
          .as("the first %d bytes", to - from)
          .isEqualTo(Codec.INCOMPLETE);
    }
    var batch = batch(operation, 0);
    assertThat(codec.read(batch, 0, in, from, in.length)).isEqualTo(end);
    assertThat(batch.outcome(0)).isEqualTo(outcome);
  }

  private static String request(Codec codec, CacheOperation operation, int expirySeconds) {
    var out = new byte[200];
    int end = codec.write(batch(operation, expirySeconds), 0, out, 10);
    return new String(out, 10, end - 10, StandardCharsets.US_ASCII).replace("\r\n", "|");
  }

  private static Batch batch(CacheOperation operation, int expirySeconds) {
    var batch = new Batch(0, 1, expirySeconds, ExpiryMethod.WithSet, null);
    batch.begin(0);
    batch.add(operation, 0, Key.of("key"), bytes("value"));
    return batch;
  }

  private static byte[] bytes(String text) {
    return text.replace("|", "\r\n").getBytes(StandardCharsets.US_ASCII);
  }
}
