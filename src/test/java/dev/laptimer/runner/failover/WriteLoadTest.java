package dev.laptimer.runner.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WriteLoadTest {

  @Test
  void eachWriterLosesPatienceAtAnotherTime() {
    assertThat(IntStream.range(0, 4).mapToObj(writer -> WriteLoad.timeout(writer, 4)))
        .containsExactly(
            Duration.ofMillis(500),
            Duration.ofMillis(1000),
            Duration.ofMillis(1500),
            Duration.ofMillis(2000));
  }

  @Test
  void theOnlyWriterIsNeitherHastyNorSlow() {
    assertThat(WriteLoad.timeout(0, 1)).isEqualTo(Duration.ofMillis(1250));
  }
}
