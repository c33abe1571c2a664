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
  private final Connector connector;
  private final MemberCounters members;
  private final Rows rows;
  private List<RowWorker> workers = List.of();

  TableTarget(Plan plan, Plan.Arm arm, ClientErrors errors) {
    this.plan = plan;
    this.rows = new Rows(plan);
    this.errors = errors;
    this.connector = Connector.of(arm);
    this.members = new MemberCounters(connector, plan.cluster().members());
  }

  /** Each worker has a connection and a contiguous share of the rows; the table is empty. */
  @Override
  public List<RowWorker> connect() {
    try (var client = connector.open()) {
      rows.table().create(client);
    }
    settle();
    int count = plan.workload().connections();
    workers =
        IntStream.range(0, count)
            .mapToObj(
                i ->
                    new RowWorker(
                        connector,
                        errors,
                        rows,
                        (int) ((long) rows.count() * i / count),
                        (int) ((long) rows.count() * (i + 1) / count)))
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
