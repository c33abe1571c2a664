package dev.laptimer.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.KeyOrder;
import dev.laptimer.plan.Plan.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;

class JvmDefaultsTest {

  @Test
  void theClassicComparisonAndWhatIsLikeItHasASmallHeap() {
    var small = List.of("-XX:+UseSerialGC", "-Xms128m", "-Xmx128m");

    assertThat(JvmDefaults.options(workload(10_001, 10, 10, 1))).isEqualTo(small);
    assertThat(JvmDefaults.options(workload(10_001, 10, 1_000, 50))).isEqualTo(small);
  }

  @Test
  void aMillionKeysHaveAHeapThatTheyFit() {
    assertThat(JvmDefaults.options(workload(1_000_000, 10, 10, 1)))
        .containsExactly("-XX:+UseSerialGC", "-Xms224m", "-Xmx224m", "-Xmn32m");
  }

  @Test
  void valuesCountOnlyAsFarAsKeysDoNotShareThem() {
    assertThat(JvmDefaults.options(workload(1_000_000, 10, 10_000, 1)))
        .containsExactly("-XX:+UseSerialGC", "-Xms256m", "-Xmx256m", "-Xmn32m");
  }

  @Test
  void manyConnectionsThatReadLargeValuesCount() {
    assertThat(JvmDefaults.options(workload(100, 10, 1_000_000, 256)))
        .containsExactly("-XX:+UseSerialGC", "-Xms704m", "-Xmx704m", "-Xmn32m");
  }

  private static Workload workload(int keys, int keyLength, int valueSize, int connections) {
    return new Workload(
        keys, keyLength, valueSize, 20, connections, 1, KeyOrder.Sequential, List.of(), null);
  }
}
