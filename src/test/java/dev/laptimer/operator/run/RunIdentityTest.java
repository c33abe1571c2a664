package dev.laptimer.operator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.operator.cachebenchmark.CacheRuns;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What makes a benchmark run again, and what does not. */
class RunIdentityTest {

  private static final String BASE =
      """
      targets:
        - {name: redis, engine: Redis, server: {config: {maxmemory: 100mb, hz: "20"}}}
        - {name: cloud, engine: Redis, endpoint: {host: a.example.com, port: 6379}}
      """;

  @Test
  void theHashOfASpecIsTheSameInEveryVersion() {
    assertThat(hash(BASE)).isEqualTo("686cda03a9d7e8c5");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rounds: 10",
        "workload: {connections: 2}",
        "workload: {keys: {count: 10001}}",
        "workload: {phases: [{operation: Set}]}",
        "runner: {separation: Required}",
        "runner: {jvmOptions: [-Xmx64m]}",
        "runner: {image: registry.example.com/laptimer:1}"
      })
  void aChangeOfWhatIsMeasuredIsAnotherRun(String more) {
    assertThat(hash(BASE + more)).isNotEqualTo(hash(BASE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "suspend: true",
        "run: {token: again}",
        "timeoutSeconds: 60",
        "startTimeoutSeconds: 60",
        "comparison: {reference: cloud, thresholdPercent: 5}"
      })
  void aChangeOfAnythingElseIsNot(String more) {
    assertThat(hash(BASE + more)).isEqualTo(hash(BASE));
  }

  @Test
  void aPriceIsNoReasonToRunAgainAndAnEndpointIs() {
    assertThat(hash(BASE.replace("{name: cloud,", "{name: cloud, pricePerHour: \"0.1\",")))
        .isEqualTo(hash(BASE));
    assertThat(hash(BASE.replace("a.example.com", "b.example.com"))).isNotEqualTo(hash(BASE));
  }

  @Test
  void theOrderInWhichFieldsAreWrittenDoesNotMatterAndThatOfTargetsDoes() {
    assertThat(hash(BASE.replace("maxmemory: 100mb, hz: \"20\"", "hz: \"20\", maxmemory: 100mb")))
        .isEqualTo(hash(BASE));
    var lines = BASE.split("\n");
    assertThat(hash(lines[0] + "\n" + lines[2] + "\n" + lines[1] + "\n")).isNotEqualTo(hash(BASE));
  }

  @Test
  void seedsDifferAndCanBeHeldByEveryReaderOfJson() {
    var seeds =
        IntStream.rangeClosed(1, 1000).mapToObj(number -> RunIdentity.seed("uid", number)).toList();
    assertThat(seeds).doesNotHaveDuplicates().allMatch(seed -> seed >= 0 && seed < 1L << 53);
    assertThat(RunIdentity.seed("uid", 1)).isEqualTo(RunIdentity.seed("uid", 1));
    assertThat(RunIdentity.seed("another", 1)).isNotEqualTo(RunIdentity.seed("uid", 1));
  }

  private static String hash(String yaml) {
    return CacheRuns.hash(World.spec(yaml));
  }
}
