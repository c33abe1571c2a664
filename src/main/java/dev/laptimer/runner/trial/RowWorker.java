package dev.laptimer.runner.trial;

import dev.laptimer.api.Operation;
import dev.laptimer.client.ClientErrors;
import dev.laptimer.client.sql.Connector;
import dev.laptimer.client.sql.RowStatements;
import dev.laptimer.client.sql.RowStatements.RowReader;
import dev.laptimer.client.sql.SqlException;
import java.util.function.BooleanSupplier;

/**
 * One connection and its share of the rows: the timed loop of databases. The connection stays open,
 * which is what a warm pool gives to an application; a pool's own work is not measured. It is
 * opened anew after it broke, within the time of the operation that needs it. The clock is read
 * once for each operation, whose end is the start of the next.
 */
final class RowWorker implements TimedWorker, AutoCloseable {

  /** A transaction that was rolled back for the sake of others so often has failed. */
  static final int MAX_ATTEMPTS = 100;

  private final Connector connector;
  private final Rows rows;
  private final int from;
  private final int to;
  private final Failures failures;
  private final RowReader check = this::check;
  private final Tally untimed = new Tally(Operation.Insert);
  private RowStatements statements;
  private boolean written;
  private long mixed;
  private boolean wrong;

  /**
   * @param from number of the first row of the share
   * @param to number after its last
   */
  RowWorker(Connector connector, ClientErrors errors, Rows rows, int from, int to) {
    this.connector = connector;
    this.rows = rows;
    this.from = from;
    this.to = to;
    this.failures = new Failures(errors);
    this.mixed = (long) from << 32;
  }

  /** Connections of a ConnectQueryClose come one after the other, with none beside them. */
  @Override
  public void begin(Operation operation) {
    if (operation == Operation.ConnectQueryClose) {
      close();
    } else {
      connected();
    }
  }

  @Override
  public void prepare(Operation operation, BooleanSupplier stopped) {
    if (operation == Operation.Insert) {
      clear();
    } else if (!written) {
      clear();
      pass(Operation.Insert, untimed, false, 0, stopped);
      written = true;
    }
  }

  @Override
  public void clear() {
    for (int attempt = 1; ; attempt++) {
      try {
        connected().delete(from, to - 1);
        written = false;
        return;
      } catch (SqlException e) {
        if (!e.isRolledBack() || attempt == MAX_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  @Override
  public boolean hasWork() {
    return from < to;
  }

  @Override
  public void pass(
      Operation operation, Tally tally, boolean limited, long endNanos, BooleanSupplier stopped) {
    long start = System.nanoTime();
    for (int id = from; id < to && !stopped.getAsBoolean(); id++) {
      boolean read = operation == Operation.Mix && rows.reads().isRead(mixed++);
      boolean answered = isAnswered(operation, id, read, start, tally, stopped);
      long end = System.nanoTime();
      if (answered) {
        tally.answered(end - start, 1);
        if (operation == Operation.Mix) {
          tally.answeredPart(read, end - start, 1);
        }
      }
      if (limited && end - endNanos >= 0) {
        return;
      }
      start = end;
    }
  }

  @Override
  public int connections() {
    return 1;
  }

  @Override
  public void pass(Operation operation, Pace pace, Tally tally, BooleanSupplier stopped) {
    int id = from;
    while (!pace.isOver()) {
      pace.await();
      if (stopped.getAsBoolean()) {
        return;
      }
      long due = pace.dueNanos();
      long sent = System.nanoTime();
      pace.sent(sent);
      tally.sent(due, sent);
      boolean read = operation == Operation.Mix && rows.reads().isRead(mixed++);
      if (isAnswered(operation, id, read, sent, tally, stopped)) {
        long end = System.nanoTime();
        tally.answered(due, sent, end);
        if (operation == Operation.Mix) {
          tally.answeredPart(read, end - due, 1);
        }
      }
      id = id + 1 < to ? id + 1 : from;
    }
  }

  private boolean isAnswered(
      Operation operation, int id, boolean read, long start, Tally tally, BooleanSupplier stopped) {
    for (int attempt = 1; ; attempt++) {
      try {
        wrong = false;
        boolean found = isFound(operation, id, read);
        if (!found) {
          tally.miss(false);
        }
        if (wrong) {
          tally.wrongValue();
        }
        failures.over();
        return true;
      } catch (SqlException e) {
        if (!e.isRolledBack() || attempt == MAX_ATTEMPTS || stopped.getAsBoolean()) {
          failed(e, start, tally);
          return false;
        }
        tally.retry();
      }
    }
  }

  /** Does it; false if a row was missing. */
  private boolean isFound(Operation operation, int id, boolean read) {
    return switch (operation) {
      case Insert -> {
        connected().insert(id, rows.text(id));
        yield true;
      }
      case PointRead -> connected().read(id, check) == 1;
      case RangeRead -> {
        int count = rows.rangeRows();
        int first = rows.first(id, count);
        yield connected().readRange(first, first + count - 1, check) == count;
      }
      case FullRead -> connected().readAll(check) == rows.count();
      case Update -> connected().update(id);
      case Mix -> read ? connected().read(id, check) == 1 : connected().update(id);
      case Transaction -> {
        int count = rows.transactionRows();
        int first = rows.first(id, count);
        yield connected().updateInTransaction(first, first + count - 1) == count;
      }
      case ConnectQueryClose -> {
        try (var own = RowStatements.open(connector, rows.table())) {
          yield own.read(id, check) == 1;
        }
      }
      default -> throw new IllegalArgumentException(operation + " is not done to tables");
    };
  }

  private void check(int id, String text) {
    wrong |= !rows.isAsWritten(id, text);
  }

  private void failed(SqlException error, long start, Tally tally) {
    boolean disconnected = ClientErrors.isConnectionError(error);
    if (disconnected) {
      close();
    }
    failures.count(error, start, tally);
    if (disconnected) {
      Failures.pause();
    }
  }

  private RowStatements connected() {
    if (statements == null) {
      statements = RowStatements.open(connector, rows.table());
    }
    return statements;
  }

  @Override
  public void close() {
    if (statements != null) {
      statements.close();
      statements = null;
    }
  }
}
