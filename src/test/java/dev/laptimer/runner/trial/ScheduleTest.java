package dev.laptimer.runner.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.laptimer.api.Arrivals;
import dev.laptimer.runner.trial.Schedule.Load;
import dev.laptimer.runner.trial.Share.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {

  @ParameterizedTest
  @CsvSource({
    "1, 60, 1, Even, 1",
    "1, 60, 50, Poisson, 1",
    "7, 3600, 3, Poisson, 420",
    "60, 1, 1, Poisson, 1",
    "61, 60, 7, Even, 61",
    "6000, 10, 50, Poisson, 1000",
    "59999, 7, 13, Even, 6999",
    "600000, 5, 256, Poisson, 50000",
    "12000000, 5, 1, Poisson, 1000000",
    "12000000, 5, 50, Even, 1000000"
  })
  void allConnectionsTogetherHaveExactlyWhatTheRateMakes(
      long ratePerMinute, int seconds, int connections, Arrivals arrivals, long expected) {
    var load = Load.of(ratePerMinute, seconds, arrivals);
    var parts =
        IntStream.range(0, connections)
            .mapToObj(i -> new Schedule(load, new Range(i, i + 1), connections, 42 + i))
            .toList();

    assertThat(load.count()).isEqualTo(expected);
    assertThat(parts.stream().mapToLong(Schedule::count).sum()).isEqualTo(expected);
    assertThat(parts).extracting(Schedule::count).allMatch(c -> c >= expected / connections);
    assertThat(parts.stream().mapToLong(part -> inOrderAndInTime(part, load)).sum())
        .isEqualTo(expected);
  }

  /** How many there are. */
  private static long inOrderAndInTime(Schedule schedule, Load load) {
    long before = 0;
    long count = 0;
    while (!schedule.isOver()) {
      assertThat(schedule.nextNanos()).isBetween(before, load.nanos() - 1);
      before = schedule.nextNanos();
      schedule.advance();
      count++;
    }
    return count;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 50})
  void evenOperationsAreAtEqualDistancesHoweverManyConnectionsShareThem(int connections) {
    var load = Load.of(60_000, 1, Arrivals.Even);
    var all = new ArrayList<Long>();
    for (int i = 0; i < connections; i++) {
      all.addAll(times(new Schedule(load, new Range(i, i + 1), connections, 0)));
    }

    assertThat(all.stream().sorted())
        .containsExactlyElementsOf(
            IntStream.range(0, 1_000).mapToObj(k -> k * 1_000_000L).toList());
  }

  @ParameterizedTest
  @EnumSource(Arrivals.class)
  void theSeedDecidesAndNothingElse(Arrivals arrivals) {
    var load = Load.of(60_000, 1, arrivals);

    assertThat(times(new Schedule(load, new Range(0, 3), 7, 1)))
        .isEqualTo(times(new Schedule(load, new Range(0, 3), 7, 1)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void distancesOfAPoissonProcessAreExponential(long seed) {
    var load = Load.of(6_000_000, 1, Arrivals.Poisson);
    var distances = new Histogram(3);
    long before = 0;
    for (long time : times(new Schedule(load, new Range(0, 1), 1, seed))) {
      distances.recordValue(time - before);
      before = time;
    }

    // 100,000 a second: the mean is 10 us, the median ln 2, the 99th percentile ln 100 of it
    assertThat(distances.getMean()).isCloseTo(10_000, within(100.0));
    assertThat((double) distances.getValueAtPercentile(50)).isCloseTo(6_931, within(150.0));
    assertThat((double) distances.getValueAtPercentile(99)).isCloseTo(46_052, within(2_000.0));
  }

  private static List<Long> times(Schedule schedule) {
    var times = new ArrayList<Long>();
    while (!schedule.isOver()) {
      times.add(schedule.nextNanos());
      schedule.advance();
    }
    return times;
  }
}
