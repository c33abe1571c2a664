package dev.laptimer.result.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.result.html.Paths.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

class PathsTest {

  private static final List<Point> TWO = List.of(new Point(1, 2), new Point(30.04, 40.06));

  @Test
  void aLineGoesFromPointToPoint() {
    assertThat(Paths.line(TWO)).isEqualTo("M1 2L30 40.1");
  }

  @Test
  void aBandGoesThereAboveAndBackBelow() {
    assertThat(Paths.band(TWO, List.of(new Point(1, 9), new Point(30, 99))))
        .isEqualTo("M1 2L30 40.1L30 99L1 9Z");
  }

  @Test
  void marksStandAroundTheirPoints() {
    assertThat(Paths.crosses(TWO, 3)).isEqualTo("M-2 -1l6 6m0 -6l-6 6M27 37.1l6 6m0 -6l-6 6");
    assertThat(Paths.rings(List.of(new Point(10, 20)), 2.5))
        .isEqualTo("M7.5 20a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0");
    assertThat(Paths.diamond(10, 20, 4)).isEqualTo("M10 16L14 20L10 24L6 20Z");
    assertThat(Paths.square(10, 20, 4)).isEqualTo("M6 16L14 16L14 24L6 24Z");
    assertThat(Paths.triangle(10, 20, 4)).isEqualTo("M10 16L14 24L6 24Z");
  }

  @Test
  void numbersAreShort() {
    assertThat(List.of(0.0, -0.01, 7.0, 100.0, 1234.56, -3.25).stream().map(Paths::number))
        .containsExactly("0", "0", "7", "100", "1234.6", "-3.2");
  }
}
