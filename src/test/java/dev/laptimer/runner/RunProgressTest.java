package dev.laptimer.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.BenchmarkStatus.Progress;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RunProgressTest {

  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

  @Test
  void theRestIsJudgedByWhatIsDone() {
    assertThat(RunProgress.progress(4, 0, 1, 0.5, MINUTE_NANOS))
        .isEqualTo(new Progress(37, 1, 4, 100L));
  }

  @Test
  void atTheBeginningNothingIsKnown() {
    assertThat(RunProgress.progress(4, 0, 0, 0, MINUTE_NANOS))
        .isEqualTo(new Progress(0, 0, 4, null));
  }

  @Test
  void atTheEndNothingIsLeft() {
    assertThat(RunProgress.progress(4, 0, 4, 0, MINUTE_NANOS))
        .isEqualTo(new Progress(100, 4, 4, 0L));
  }

  @Test
  void anEventAfterTheTrialsCountsAsATrial() {
    assertThat(RunProgress.progress(4, 4, 4, 2, 6 * MINUTE_NANOS))
        .isEqualTo(new Progress(75, 4, 4, 120L));
  }
}
