package dev.laptimer.runner.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.Operation;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TallyTest {

  @Test
  void operationsAreTheAnsweredAndTheFailedOnes() {
    var tally = new Tally(Operation.Get);
    tally.answered(1_000, 1);
    tally.answered(2_000, 1);
    tally.error("Connection reset");

    assertThat(tally.operations()).isEqualTo(3);
  }

  @Test
  void aLatencyAboveTheRangeCountsAsItsEndAndAsAnOverflow() {
    var tally = new Tally(Operation.Get);
    tally.answered(Times.HIGHEST_NANOS * 2, 1);

    assertThat(tally.overflows()).isEqualTo(1);
    assertThat(tally.maxNanos())
        .isBetween(Times.HIGHEST_NANOS, (long) (Times.HIGHEST_NANOS * 1.001));
  }

  @Test
  void atMostTenDifferentErrorsAreToldApart() {
    var tally = new Tally(Operation.Get);
    for (int i = 0; i < 100; i++) {
      tally.error("error " + i);
      tally.error("error 0");
    }

    assertThat(tally.errorsByMessage())
        .hasSize(10)
        .containsEntry("error 0", 101L)
        .containsEntry("error 8", 1L)
        .containsEntry("other errors", 91L);
  }

  @Test
  void talliesOfWorkersAddUp() throws DataFormatException {
    var sum = new Tally(Operation.Get);
    for (int worker = 1; worker <= 2; worker++) {
      var tally = new Tally(Operation.Get);
      tally.answered(worker * 1_000_000L, 1);
      tally.error("Connection reset");
      tally.miss(true);
      tally.miss(false);
      tally.wrongValue();
      sum.add(tally);
    }

    assertThat(sum.operations()).isEqualTo(4);
    assertThat(sum.errors()).isEqualTo(2);
    assertThat(sum.misses()).isEqualTo(4);
    assertThat(sum.expiredMisses()).isEqualTo(2);
    assertThat(sum.wrongValues()).isEqualTo(2);
    assertThat(sum.errorsByMessage()).containsEntry("Connection reset", 2L);
    var histogram =
        Histogram.decodeFromCompressedByteBuffer(
            ByteBuffer.wrap(Base64.getDecoder().decode(sum.encodedHistogram())), 0);
    assertThat(histogram.getTotalCount()).isEqualTo(2);
    assertThat(histogram.getCountAtValue(2_000_000)).isEqualTo(1);
  }
}
