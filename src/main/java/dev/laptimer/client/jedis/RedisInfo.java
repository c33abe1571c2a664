package dev.laptimer.client.jedis;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a server of the Redis family says of itself by {@code INFO}. Pure. */
final class RedisInfo {

  /** Settings that matter for the speed. */
  static final List<String> SETTINGS =
      List.of(
          "appendfsync",
          "appendonly",
          "hz",
          "io-threads",
          "maxmemory",
          "maxmemory-policy",
          "save",
          "tcp-keepalive");

  private static final Set<String> COUNTERS =
      Set.of(
          "connected_clients",
          "evicted_keys",
          "expired_keys",
          "instantaneous_ops_per_sec",
          "keyspace_hits",
          "keyspace_misses",
          "rdb_bgsave_in_progress",
          "rejected_connections",
          "total_commands_processed",
          "total_connections_received",
          "total_error_replies",
          "total_net_input_bytes",
          "total_net_output_bytes",
          "uptime_in_seconds",
          "used_memory");

  /** CPU seconds, given with a fraction; kept in microseconds. */
  private static final Set<String> CPU_SECONDS =
      Set.of(
          "used_cpu_sys", "used_cpu_user", "used_cpu_sys_main_thread", "used_cpu_user_main_thread");

  private static final Set<String> COMMANDS =
      Set.of(
          "cmdstat_get",
          "cmdstat_set",
          "cmdstat_del",
          "cmdstat_expire",
          "cmdstat_multi",
          "cmdstat_exec");

  private RedisInfo() {}

  /** The server's version; null if the text does not say. */
  static String version(String info) {
    var fields = fields(info);
    var valkey = fields.get("valkey_version");
    return valkey == null ? fields.get("redis_version") : valkey;
  }

  /**
   * Counters by their own names. {@code used_cpu_...} come as {@code used_cpu_..._micros}; {@code
   * cmdstat_...} as {@code cmdstat_..._calls}.
   */
  static Map<String, Long> counters(String info) {
    var counters = new TreeMap<String, Long>();
    fields(info)
        .forEach(
            (name, value) -> {
              if (COUNTERS.contains(name)) {
                counters.put(name, Long.valueOf(value));
              } else if (CPU_SECONDS.contains(name)) {
                counters.put(name + "_micros", new BigDecimal(value).movePointRight(6).longValue());
              } else if (COMMANDS.contains(name)) {
                counters.put(name + "_calls", calls(value));
              }
            });
    return counters;
  }

  /** From {@code calls=3,usec=41,...}. */
  private static long calls(String stats) {
    return Long.parseLong(stats.replaceFirst("^calls=(\\d+).*", "$1"));
  }

  static Map<String, String> fields(String info) {
    var fields = new TreeMap<String, String>();
    info.lines()
        .filter(line -> !line.startsWith("#") && line.contains(":"))
        .forEach(
            line -> {
              int colon = line.indexOf(':');
              fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
            });
    return fields;
  }
}
