package dev.laptimer.runner.trial;

import dev.laptimer.client.ClientErrors;
import dev.laptimer.client.sql.Connector;
import dev.laptimer.plan.Plan;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A database cluster and the run's rows, in a table of the run's own database. */
final class TableTarget implements TrialTarget {

  private final Plan plan;
  private final ClientErrors errors;
  private final Share share;
  private final Connector connector;
  private final MemberCounters members;
  private final Rows rows;
  private List<RowWorker> workers = List.of();

  TableTarget(Plan plan, Plan.Arm arm, ClientErrors errors, Share share) {
    this.plan = plan;
    this.rows = new Rows(plan);
    this.errors = errors;
    this.share = share;
    this.connector = Connector.of(arm);
    this.members = new MemberCounters(connector, plan.cluster().members());
  }

  /** Each worker has a connection and a contiguous share of the rows; the table is empty. */
  @Override
  public List<RowWorker> connect() {
    if (share.isFirst()) {
      try (var client = connector.open()) {
        rows.table().create(client);
      }
    }
    settle();
    int connections = plan.workload().connections();
    int count = share.connections(connections).size();
    var own = share.items(rows.count(), connections);
    workers =
        IntStream.range(0, count)
            .mapToObj(
                i -> {
                  var part = own.part(i, count);
                  return new RowWorker(connector, errors, rows, part.from(), part.to());
                })
            .toList();
    return workers;
  }

  @Override
  public Map<String, Long> counters() {
    return members.read();
  }

  /** Rows come to the other members a little later than they are confirmed. */
  @Override
  public void settle() {
    members.settle();
  }

  @Override
  public void ping() {
    try (var client = connector.open()) {
      client.ping();
    }
  }

  @Override
  public void close() {
    workers.forEach(RowWorker::close);
  }
}
