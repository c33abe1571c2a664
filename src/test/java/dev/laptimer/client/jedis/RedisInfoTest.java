package dev.laptimer.client.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RedisInfoTest {

  @Test
  void countersKeepTheirNamesAndCpuSecondsBecomeMicroseconds() {
    var info =
        """
        # Stats\r
        total_commands_processed:110228\r
        evicted_keys:3\r
        keyspace_misses:0\r
        instantaneous_input_kbps:0.01\r
        \r
        # CPU\r
        used_cpu_sys:0.017498\r
        used_cpu_user:12.5\r
        \r
        # Commandstats\r
        cmdstat_set:calls=10002,usec=41,usec_per_call=4.10,rejected_calls=0,failed_calls=0\r
        cmdstat_info:calls=2,usec=41,usec_per_call=4.10\r
        """;

    assertThat(RedisInfo.counters(info))
        .isEqualTo(
            Map.of(
                "total_commands_processed", 110228L,
                "evicted_keys", 3L,
                "keyspace_misses", 0L,
                "used_cpu_sys_micros", 17498L,
                "used_cpu_user_micros", 12_500_000L,
                "cmdstat_set_calls", 10002L));
  }

  @Test
  void valkeyTellsItsOwnVersionBesideThatOfRedis() {
    assertThat(RedisInfo.version("# Server\r\nredis_version:7.0.15\r\n")).isEqualTo("7.0.15");
    assertThat(RedisInfo.version("redis_version:7.2.4\r\nvalkey_version:9.1.0\r\n"))
        .isEqualTo("9.1.0");
    assertThat(RedisInfo.version("")).isNull();
  }
}
