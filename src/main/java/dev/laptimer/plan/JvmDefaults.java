package dev.laptimer.plan;

import dev.laptimer.plan.Plan.Workload;
import java.util.List;

/**
 * Options of the JVM that measures when the user gives none. The serial collector disturbs least on
 * few CPUs. All keys and values are in memory before the clock starts, so the heap grows with them:
 * a million keys of 10 bytes take about 95 MiB and do not fit the usual 128 with their values.
 */
final class JvmDefaults {

  private static final int USUAL_MIB = 128;

  /** For the new objects of the driver library; the rest of the heap is for what stays. */
  private static final int YOUNG_MIB = 32;

  private static final int STEP_MIB = 32;

  /** Code, classes' data and histograms. */
  private static final int OTHER_MIB = 16;

  /**
   * At most two objects, a reference, the time of the Set; see {@link #arrayBytes} for the letters.
   */
  private static final int BYTES_OF_A_KEY = 60;

  /** Keys that are drawn at random, beforehand. */
  private static final int DRAWS_BYTES = 4 << 20;

  private static final int REFERENCE_BYTES = 4;
  private static final int ARRAY_HEADER_BYTES = 16;

  private JvmDefaults() {}

  static List<String> options(Workload workload) {
    // With room to spare, as a collection of what stays takes long when it is tight
    long needed = OTHER_MIB + YOUNG_MIB + mib(liveBytes(workload) * 115 / 100);
    if (needed <= USUAL_MIB) {
      return List.of("-XX:+UseSerialGC", "-Xms" + USUAL_MIB + "m", "-Xmx" + USUAL_MIB + "m");
    }
    long heap = (needed + STEP_MIB - 1) / STEP_MIB * STEP_MIB;
    return List.of(
        "-XX:+UseSerialGC", "-Xms" + heap + "m", "-Xmx" + heap + "m", "-Xmn" + YOUNG_MIB + "m");
  }

  private static long liveBytes(Workload workload) {
    long keys =
        workload.keyCount()
            * (BYTES_OF_A_KEY + arrayBytes(Plan.KEY_PREFIX_BYTES + workload.keyLengthBytes()));
    long values =
        workload.distinctValues() * (REFERENCE_BYTES + arrayBytes(workload.valueBytesAtMost()));
    return keys + values + readBytes(workload) + orderBytes(workload);
  }

  private static long readBytes(Workload workload) {
    if (workload.table() != null) {
      return RowReads.bytes(workload);
    }
    // A connection may hold the values it reads and the buffer that one comes in
    return (workload.pipelineDepth() + 1L) * workload.connections() * workload.valueBytesAtMost();
  }

  private static long orderBytes(Workload workload) {
    return switch (workload.keyOrder()) {
      case Sequential -> 0;
      case Shuffled -> 4L * workload.keyCount();
      case Uniform -> DRAWS_BYTES;
      // Weights while they are drawn
      case Zipf, Latest -> DRAWS_BYTES + 8L * workload.keyCount();
    };
  }

  /** A byte array, whose size is a multiple of eight. */
  private static long arrayBytes(int length) {
    return ARRAY_HEADER_BYTES + (length + 7L) / 8 * 8;
  }

  private static long mib(long bytes) {
    return (bytes >> 20) + 1;
  }
}
