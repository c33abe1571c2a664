package dev.laptimer.runner.failover;

import dev.laptimer.client.sql.Connector;
import dev.laptimer.client.sql.SqlClient;
import dev.laptimer.client.sql.SqlException;
import dev.laptimer.plan.Plan;
import java.sql.SQLException;
import java.time.Duration;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Which rows are there, asked of every member after it has done all that the others had done.
 *
 * @param lost ids of acknowledged rows that some member does not have
 * @param unknownRows rows whose write failed, but which some member has
 * @param lostByMember the ids that each member lacks, of those that lack any
 */
record RowCheck(BitSet lost, long unknownRows, Map<String, BitSet> lostByMember) {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int PAGE_ROWS = 10_000;
  private static final int SHOWN = 5;

  /**
   * Reads all rows of all members.
   *
   * @param table with the rows
   * @param connector whose driver and login are used
   * @throws SqlException if a member cannot be read
   */
  static RowCheck of(
      List<Plan.Member> members,
      String table,
      Connector connector,
      BitSet acknowledged,
      BitSet failed) {
    var present = new LinkedHashMap<String, BitSet>();
    for (var member : members) {
      try (var client = connector.to(member).within(TIMEOUT).open()) {
        present.put(member.name(), ids(client, table));
      }
    }
    return of(present, acknowledged, failed);
  }

  /** The same from the ids that each member has. Pure. */
  static RowCheck of(Map<String, BitSet> present, BitSet acknowledged, BitSet failed) {
    var lost = new BitSet();
    var unknown = new BitSet();
    var byMember = new LinkedHashMap<String, BitSet>();
    present.forEach(
        (member, ids) -> {
          var missing = (BitSet) acknowledged.clone();
          missing.andNot(ids);
          if (!missing.isEmpty()) {
            byMember.put(member, missing);
          }
          lost.or(missing);
          var there = (BitSet) failed.clone();
          there.and(ids);
          unknown.or(there);
        });
    return new RowCheck(lost, unknown.cardinality(), byMember);
  }

  private static BitSet ids(SqlClient client, String table) {
    var ids = new BitSet();
    // Not before it has done what was done elsewhere before this question
    client.execute("SET SESSION wsrep_sync_wait = 1");
    try (var page =
        client.prepare(
            "SELECT id FROM %s WHERE id > ? ORDER BY id LIMIT %d".formatted(table, PAGE_ROWS))) {
      long last = -1;
      int rows;
      do {
        rows = 0;
        page.setLong(1, last);
        try (var result = page.executeQuery()) {
          while (result.next()) {
            last = result.getLong(1);
            ids.set(Math.toIntExact(last));
            rows++;
          }
        }
      } while (rows == PAGE_ROWS);
      return ids;
    } catch (SQLException e) {
      throw new SqlException(e);
    }
  }

  /** Which rows are missing where. */
  String lostText() {
    return lostByMember.entrySet().stream()
        .map(
            entry ->
                "%s lacks %d (ids %s%s)"
                    .formatted(
                        entry.getKey(),
                        entry.getValue().cardinality(),
                        entry.getValue().stream()
                            .limit(SHOWN)
                            .mapToObj(Integer::toString)
                            .collect(Collectors.joining(", ")),
                        entry.getValue().cardinality() > SHOWN ? ", ..." : ""))
        .collect(Collectors.joining("; "));
  }
}
