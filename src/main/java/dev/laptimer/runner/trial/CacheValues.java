package dev.laptimer.runner.trial;

import dev.laptimer.client.ValueCheck;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument.RowBytes;
import dev.laptimer.runner.row.RowCodec;

/** What the keys of a cache are given, and what they are expected to have. */
interface CacheValues {

  /** What a Set of a key writes; it must not be changed. */
  byte[] written(int key);

  /** What a Get of a key is expected to read; empty where {@link #check} compares. */
  byte[] expected(int key);

  /** Compares what was read; null where comparing the bytes does. */
  default ValueCheck check() {
    return null;
  }

  /** Sizes of the rows; null where values are none. Not to be asked while the clock runs. */
  default RowBytes rowBytes() {
    return null;
  }

  /** As a workload wants them. */
  static CacheValues of(long seed, Plan.Workload workload) {
    var row = workload.row();
    if (row == null) {
      return new Values(seed, workload);
    }
    var rows = new RowValues(seed, workload.distinctValues(), RowCodec.of(row.encoding()));
    return row.insideClock() ? rows : rows.serialized();
  }
}
