package dev.laptimer.api;

import java.util.List;

/** What a phase does to each key of a cache, or for each row of a table. */
public enum Operation {
  Set,
  Get,
  Delete,

  /** Inserts the row. */
  Insert,

  /** Selects the row by its primary key. */
  PointRead,

  /** Selects a run of rows by a range of the primary key. */
  RangeRead,

  /** Selects the whole table. */
  FullRead,

  /** Updates the row by its primary key. */
  Update,

  /**
   * Reads and writes in random order, by the workload's share of reads: Gets and Sets, or point
   * reads and updates.
   */
  Mix,

  /** Several updates of different rows and their commit; counted as one operation. */
  Transaction,

  /** Opens a connection, selects the row by its primary key, closes the connection. */
  ConnectQueryClose;

  /** What can be done to the keys of a cache. */
  public static final List<Operation> OF_CACHES = List.of(Set, Get, Delete, Mix);

  /** What can be done to the rows of a table. */
  public static final List<Operation> OF_TABLES =
      List.of(Insert, PointRead, RangeRead, FullRead, Update, Mix, Transaction, ConnectQueryClose);
}
