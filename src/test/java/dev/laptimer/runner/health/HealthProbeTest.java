package dev.laptimer.runner.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.result.ResultDocument.Signals;
import dev.laptimer.result.ResultDocument.Window;
import dev.laptimer.runner.health.HealthProbe.Reading;
import dev.laptimer.runner.health.KernelFiles.CpuTicks;
import dev.laptimer.runner.health.KernelFiles.Throttling;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthProbeTest {

  @Test
  void aWindowIsWhatHappenedBetweenTwoReadings() {
    var before =
        new Reading(
            1_000,
            500,
            List.of(9L),
            Optional.of(new Throttling(1, 10)),
            Optional.of(new CpuTicks(100, 0)),
            null,
            0);
    var after =
        new Reading(
            5_000,
            2_500,
            List.of(9L, 3L, 4L),
            Optional.of(new Throttling(3, 40)),
            Optional.of(new CpuTicks(200, 10)),
            null,
            0);

    assertThat(HealthProbe.window(before, after))
        .isEqualTo(
            new Window(
                4_000,
                2_000L,
                2,
                7_000_000,
                4_000_000,
                2L,
                30L,
                0.1,
                new Signals(null, null, null, -4_000L)));
  }

  @Test
  void whatCannotBeReadIsNull() {
    var before = new Reading(0, -1, List.of(), Optional.empty(), Optional.empty(), null, 0);
    var after = new Reading(10, -1, List.of(), Optional.empty(), Optional.empty(), null, 0);

    assertThat(HealthProbe.window(before, after))
        .isEqualTo(
            new Window(10, null, 0, 0, 0, null, null, null, new Signals(null, null, null, -10L)));
  }

  @Test
  void collectionsOfThisJvmAreHeard() {
    var probe = new HealthProbe();
    var before = probe.read();
    System.gc();
    var window = probe.since(before);

    assertThat(window.gcCount()).isPositive();
    assertThat(window.longestGcNanos()).isLessThanOrEqualTo(window.gcNanos());
    assertThat(window.gcNanos()).isLessThanOrEqualTo(window.wallNanos() + 1_000_000);
    assertThat(window.cpuNanos()).isPositive();
  }

  @ParameterizedTest
  @CsvSource({
    "Copy, Serial",
    "MarkSweepCompact, Serial",
    "PS MarkSweep, Parallel",
    "G1 Young Generation, G1",
    "ZGC Minor Cycles, ZGC",
    "Shenandoah Pauses, Shenandoah"
  })
  void theCollectorHasTheNameThatPeopleKnow(String bean, String collector) {
    assertThat(GcWatch.collector(bean)).isEqualTo(collector);
  }
}
