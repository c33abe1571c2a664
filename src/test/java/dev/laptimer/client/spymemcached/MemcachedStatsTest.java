package dev.laptimer.client.spymemcached;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MemcachedStatsTest {

  @Test
  void countersKeepTheirNamesAndCpuSecondsBecomeMicroseconds() {
    var stats =
        Map.of(
            "cmd_get", "100010",
            "version", "1.6.18",
            "rusage_user", "1.250000",
            "libevent", "2.1.12-stable");

    assertThat(MemcachedStats.counters(stats, Set.of("cmd_get", "evictions")))
        .isEqualTo(Map.of("cmd_get", 100010L, "rusage_user_micros", 1_250_000L));
  }
}
