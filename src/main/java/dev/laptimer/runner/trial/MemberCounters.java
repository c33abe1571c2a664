package dev.laptimer.runner.trial;

import dev.laptimer.client.sql.Connector;
import dev.laptimer.client.sql.SqlException;
import dev.laptimer.plan.Plan;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What every member of a cluster counts, asked straight and not through the proxy. A member that
 * does not answer has no counters.
 */
final class MemberCounters {

  /** Whole numbers that only grow, or the highest since the member's start. */
  private static final List<String> WHOLE =
      List.of(
          "wsrep_flow_control_paused_ns",
          "wsrep_flow_control_sent",
          "wsrep_flow_control_recv",
          "wsrep_local_recv_queue_max",
          "wsrep_local_send_queue_max",
          "wsrep_local_cert_failures",
          "wsrep_local_bf_aborts",
          "wsrep_local_commits",
          "wsrep_replicated",
          "wsrep_replicated_bytes",
          "wsrep_received",
          "wsrep_received_bytes",
          "Rows_read",
          "Rows_sent",
          "Handler_write",
          "Handler_update",
          "Handler_commit",
          "Innodb_row_lock_waits",
          "Innodb_row_lock_time",
          "Innodb_log_waits",
          "Innodb_buffer_pool_reads",
          "Innodb_buffer_pool_wait_free",
          "Innodb_data_fsyncs",
          "Uptime");

  /** Averages since the member's start. */
  private static final List<String> AVERAGES =
      List.of(
          "wsrep_local_recv_queue_avg",
          "wsrep_local_send_queue_avg",
          "wsrep_cert_deps_distance",
          "wsrep_apply_window");

  private static final String QUERY =
      Stream.concat(WHOLE.stream(), AVERAGES.stream())
          .collect(
              Collectors.joining("', '", "SHOW GLOBAL STATUS WHERE Variable_name IN ('", "')"));

  private final Connector connector;
  private final List<Plan.Member> members;

  MemberCounters(Connector connector, List<Plan.Member> members) {
    this.connector = connector;
    this.members = members;
  }

  /** By {@code <member>.<name of the status variable>}; averages in thousandths, with "_x1000". */
  Map<String, Long> read() {
    var counters = new TreeMap<String, Long>();
    for (var member : members) {
      try (var client = connector.to(member).open()) {
        client
            .pairs(QUERY)
            .forEach((name, value) -> counters.put(key(member, name), number(name, value)));
      } catch (SqlException e) {
        // It has none; whether that is a failure is for the operations to say
      }
    }
    return counters;
  }

  /** Waits until every member that answers has applied what was committed before. */
  void settle() {
    for (var member : members) {
      try (var client = connector.to(member).open()) {
        client.awaitReplication();
      } catch (SqlException e) {
        // As above
      }
    }
  }

  private static String key(Plan.Member member, String name) {
    return member.name() + "." + name + (AVERAGES.contains(name) ? "_x1000" : "");
  }

  private static long number(String name, String value) {
    return AVERAGES.contains(name)
        ? Math.round(Double.parseDouble(value) * 1000)
        : Long.parseLong(value);
  }
}
