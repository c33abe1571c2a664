package dev.laptimer.runner.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.runner.trial.Share.Range;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShareTest {

  @Test
  void connectionsAndKeysAreSplitWithoutAGapAndInProportion() {
    assertThat(ranges(3, pod -> new Share(pod, 3).connections(8)))
        .containsExactly(new Range(0, 2), new Range(2, 5), new Range(5, 8));
    assertThat(ranges(3, pod -> new Share(pod, 3).items(8_000, 8)))
        .containsExactly(new Range(0, 2_000), new Range(2_000, 5_000), new Range(5_000, 8_000));
  }

  @Test
  void theWholeIsOneShare() {
    assertThat(Share.WHOLE.items(7, 3)).isEqualTo(new Range(0, 7));
    assertThat(Share.parse(new Share(2, 4).toString())).isEqualTo(new Share(2, 4));
  }

  @Test
  void aRangeHasPartsOfAboutTheSameSize() {
    assertThat(ranges(3, part -> new Range(10, 20).part(part, 3)))
        .containsExactly(new Range(10, 13), new Range(13, 16), new Range(16, 20));
  }

  private static List<Range> ranges(int count, IntFunction<Range> range) {
    return IntStream.range(0, count).mapToObj(range).toList();
  }
}
