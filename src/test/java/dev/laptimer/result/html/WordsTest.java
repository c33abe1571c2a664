package dev.laptimer.result.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class WordsTest {

  @Test
  void aTimeIsInTheUnitThatFits() {
    assertThat(Words.duration(0)).isEqualTo("0");
    assertThat(Words.duration(850)).isEqualTo("0.85 µs");
    assertThat(Words.duration(22_412)).isEqualTo("22.4 µs");
    assertThat(Words.duration(999_999)).isEqualTo("1 ms");
    assertThat(Words.duration(1_250_000)).isEqualTo("1.25 ms");
    assertThat(Words.duration(60_000_000_000.0)).isEqualTo("60 s");
    assertThat(Words.duration(1_834_000_000_000.0)).isEqualTo("1830 s");
  }

  @Test
  void aPercentileHasAsManyNinesAsItNeeds() {
    assertThat(Words.percentile(50)).isEqualTo("50 %");
    assertThat(Words.percentile(99.99)).isEqualTo("99.99 %");
  }

  @Test
  void namesInCamelCaseBecomeWords() {
    assertThat(Words.field("keyLengthBytes")).isEqualTo("Key length bytes");
    assertThat(Words.field("GcPause")).isEqualTo("GC pause");
    assertThat(Words.field("CpuThrottled")).isEqualTo("CPU throttled");
    assertThat(Words.field("")).isEmpty();
  }

  @Test
  void theMostFrequentErrorComesFirst() {
    assertThat(Words.counts(Map.of("08S01 gone", 3L, "40001 deadlock", 12_000L, "08000 no", 3L)))
        .isEqualTo("12,000× 40001 deadlock; 3× 08000 no; 3× 08S01 gone");
  }
}
