package dev.laptimer.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.BenchmarkStatus.ExpiryCost;
import dev.laptimer.api.BenchmarkStatus.Result;
import dev.laptimer.api.BenchmarkStatus.RowBytes;
import dev.laptimer.api.ExpiryMethod;
import dev.laptimer.api.KeyForm;
import dev.laptimer.api.RowEncoding;
import dev.laptimer.plan.Plan.Workload;
import dev.laptimer.runner.Plans;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkloadTextTest {

  @Test
  void randomBytesAndLettersAreSaidBySize() {
    assertThat(List.of(WorkloadText.keys(bytes()), WorkloadText.values(bytes())))
        .containsExactly("of 10 letters", "values of 10 bytes");
  }

  @Test
  void rowsAreSaidByTheirEncodingAndWhereTheyAreSerialized() {
    assertThat(WorkloadText.values(rows(false)))
        .isEqualTo(
            "values that are rows of 11 fields in Cbor, serialized before the clock started");
    assertThat(WorkloadText.values(rows(true)))
        .isEqualTo(
            "values that are rows of 11 fields in Cbor, serialized and deserialized inside the measured time");
    assertThat(WorkloadText.keys(rows(true))).isEqualTo("of the 32 digits of an MD5 and a number");
  }

  @Test
  void sizesOfRowsAndCostsOfExpiryStandInOneLineEach() {
    var result = result(new RowBytes(240, 281, 310));

    assertThat(WorkloadText.rowBytes(result)).isEqualTo("281 bytes (240 to 310)");
    assertThat(WorkloadText.rowBytes(result(null))).isNull();
    assertThat(ExpiryFigures.lines(List.of(result)))
        .isEqualTo(
            "redis/x set, expiry by SetMembers: 10,000 keys/s, 20,000 commands/s, 0.06 round trips for each key\n");
  }

  private static Result result(RowBytes bytes) {
    return new Result(
        "redis/x",
        null,
        null,
        null,
        1,
        List.of(),
        null,
        null,
        null,
        null,
        bytes,
        List.of(new ExpiryCost("set", ExpiryMethod.SetMembers, 10_000L, 20_000L, "0.06")));
  }

  private static Workload bytes() {
    return Plans.of(Plans.redis(1)).plan().workload();
  }

  private static Workload rows(boolean inside) {
    return Plans.of(Plans.redis(1))
        .keyForm(KeyForm.Md5Numbered)
        .rows(RowEncoding.Cbor, inside)
        .plan()
        .workload();
  }
}
