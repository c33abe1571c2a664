package dev.laptimer.runner.trial;

import dev.laptimer.client.sql.RowTable;
import dev.laptimer.plan.Plan;

/**
 * The rows of a run: numbers from 0 and the text of each, which is a function of seed and number,
 * so that what is read can be checked.
 */
final class Rows {

  private final RowTable table;
  private final String[] texts;
  private final int count;
  private final Plan.Table shape;
  private final ReadShare reads;

  Rows(Plan plan) {
    this.table = new RowTable(plan.cluster().database(), "timed_rows");
    this.texts = new Values(plan.seed(), plan.workload()).texts();
    this.count = plan.workload().keyCount();
    this.shape = plan.workload().table();
    this.reads = new ReadShare(plan.seed(), shape.readPercent());
  }

  RowTable table() {
    return table;
  }

  int count() {
    return count;
  }

  String text(int id) {
    return texts[id % texts.length];
  }

  /** Whether a row is one of the run's as it was written. */
  boolean isAsWritten(int id, String text) {
    return id >= 0 && id < count && text(id).equals(text);
  }

  int rangeRows() {
    return shape.rangeRows();
  }

  int transactionRows() {
    return shape.statementsPerTransaction();
  }

  /** First of a number of rows in a row that begin with this one, or end with the last of all. */
  int first(int id, int rows) {
    return Math.min(id, count - rows);
  }

  /** What of a Mix is read. */
  ReadShare reads() {
    return reads;
  }
}
