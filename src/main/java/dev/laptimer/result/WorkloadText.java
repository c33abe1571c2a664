package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus.Result;
import dev.laptimer.plan.Plan;

/** A workload's keys and values in words. Pure. */
public final class WorkloadText {

  private WorkloadText() {}

  /** What a key is after its prefix. */
  public static String keys(Plan.Workload workload) {
    return switch (workload.keyFormOrDefault()) {
      case Letters -> "of %d letters".formatted(workload.keyLengthBytes());
      case Md5Numbered -> "of the 32 digits of an MD5 and a number";
    };
  }

  /** What a value is. */
  public static String values(Plan.Workload workload) {
    var row = workload.row();
    return row == null
        ? "values of %s bytes".formatted(Format.number(workload.valueSizeBytes()))
        : "values that are rows of 11 fields in %s, %s"
            .formatted(
                row.encoding(),
                row.insideClock()
                    ? "serialized and deserialized inside the measured time"
                    : "serialized before the clock started");
  }

  /** How large the rows of a result are; null where its values are no rows. */
  public static String rowBytes(Result result) {
    var bytes = result.rowBytes();
    return bytes == null
        ? null
        : "%d bytes (%d to %d)".formatted(bytes.median(), bytes.smallest(), bytes.largest());
  }
}
