package dev.laptimer.result.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ScaleTest {

  @Test
  void equalDifferencesHaveEqualDistances() {
    var scale = Scale.linear(10, 20, 100, 300);
    assertThat(scale.at(10)).isEqualTo(100);
    assertThat(scale.at(15)).isEqualTo(200);
    assertThat(scale.at(20)).isEqualTo(300);
  }

  @Test
  void equalRatiosHaveEqualDistances() {
    var scale = Scale.log(0.5, 2, 0, 100);
    assertThat(scale.at(0.5)).isEqualTo(0);
    assertThat(scale.at(1)).isCloseTo(50, within(1e-9));
    assertThat(scale.at(2)).isEqualTo(100);
  }

  @Test
  void mayRunBackwardsAsHeightsDo() {
    assertThat(Scale.linear(0, 10, 200, 0).at(7.5)).isEqualTo(50);
  }

  @Test
  void leavesRoomBesideTheValues() {
    assertThat(Scale.fromZero(100, 0, 106).at(100)).isEqualTo(100);
    assertThat(Scale.logAround(1, 100, 0, 1).low()).isCloseTo(0.7586, within(1e-4));
    assertThat(Scale.logAround(1, 100, 0, 1).high()).isCloseTo(131.8, within(0.1));
  }

  @Test
  void hasARangeEvenWhereThereIsNone() {
    assertThat(Scale.fromZero(0, 0, 100).at(0)).isEqualTo(0);
    assertThat(Scale.logAround(7, 7, 0, 100).at(7)).isCloseTo(50, within(1e-9));
  }

  @Test
  void refusesWhatCannotBeDrawn() {
    assertThatIllegalArgumentException().isThrownBy(() -> Scale.linear(1, 1, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> Scale.linear(Double.NaN, 1, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> Scale.log(0, 1, 0, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scale.log(1, Double.POSITIVE_INFINITY, 0, 1));
  }
}
