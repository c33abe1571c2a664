package dev.laptimer.client.spymemcached;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What Memcached says of itself by {@code stats}. Pure. */
final class MemcachedStats {

  /** CPU seconds, given with a fraction; kept in microseconds. */
  private static final Set<String> CPU_SECONDS = Set.of("rusage_system", "rusage_user");

  private MemcachedStats() {}

  /** Counters by their own names; {@code rusage_...} come as {@code rusage_..._micros}. */
  static Map<String, Long> counters(Map<String, String> stats, Set<String> names) {
    var counters = new TreeMap<String, Long>();
    stats.forEach(
        (name, value) -> {
          if (names.contains(name)) {
            counters.put(name, Long.valueOf(value));
          } else if (CPU_SECONDS.contains(name)) {
            counters.put(name + "_micros", new BigDecimal(value).movePointRight(6).longValue());
          }
        });
    return counters;
  }
}
