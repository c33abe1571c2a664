package dev.laptimer.plan;

import dev.laptimer.plan.Plan.Workload;

/** How much memory the answers of a database take: a driver holds every row of a query. */
final class RowReads {

  /** A row's number, the objects around it, its place in the driver's list. */
  private static final int BYTES_OF_A_ROW = 150;

  private RowReads() {}

  /** Bytes that all connections hold together during the phase that reads most. */
  static long bytes(Workload workload) {
    long rows =
        workload.phases().stream().mapToLong(phase -> rows(phase, workload)).max().orElse(0);
    // Each text as it came and as it is compared
    return workload.connections() * rows * (2L * workload.valueSizeBytes() + BYTES_OF_A_ROW);
  }

  private static long rows(Plan.Phase phase, Workload workload) {
    return switch (phase.operation()) {
      case FullRead -> workload.keyCount();
      case RangeRead -> workload.table().rangeRows();
      default -> 1;
    };
  }
}
