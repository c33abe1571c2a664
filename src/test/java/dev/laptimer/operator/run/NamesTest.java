package dev.laptimer.operator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.operator.Hashes;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NamesTest {

  @Test
  void namesSayWhatTheyAreOf() {
    assertThat(Names.job("redis-vs-memcached", 1)).isEqualTo("redis-vs-memcached-1");
    assertThat(Names.server("redis-vs-memcached", 12, "redis"))
        .isEqualTo("redis-vs-memcached-12-redis");
    assertThat(Names.plan("caches", 1)).isEqualTo("caches-1-plan");
    assertThat(Names.result("caches", 1)).isEqualTo("caches-1-result");
    assertThat(Names.secretVolume("login")).isEqualTo("secret-login");
    assertThat(Names.label("caches")).isEqualTo("caches");
  }

  @Test
  void aNameThatIsTooLongEndsInAHashOfTheWhole() {
    assertThat(Names.job("a".repeat(253), 1))
        .isEqualTo("a".repeat(41) + "-" + Hashes.sha256("a".repeat(253) + "-1").substring(0, 10));
  }

  @Test
  void everyNameOfABenchmarkGivesDnsLabelsThatDiffer() {
    var random = new Random(1);
    Map<String, String> seen = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      var benchmark = dnsSubdomain(random);
      int run = 1 + random.nextInt(3);
      var name = Names.server(benchmark, run, "redis");

      assertThat(name).matches("[a-z]([-a-z0-9]*[a-z0-9])?").hasSizeLessThanOrEqualTo(52);
      var other = seen.put(name, benchmark + "/" + run);
      assertThat(other).isIn(null, benchmark + "/" + run);
      assertThat(Names.label(benchmark)).hasSizeLessThanOrEqualTo(63);
    }
  }

  private static String dnsSubdomain(Random random) {
    var alphabet = "ab01";
    int length = random.nextInt(10) == 0 ? 30 + random.nextInt(224) : 1 + random.nextInt(6);
    var name = new StringBuilder();
    for (int i = 0; i < length; i++) {
      boolean inside = i > 0 && i < length - 1 && Character.isLetterOrDigit(name.charAt(i - 1));
      name.append(
          inside && random.nextInt(4) == 0
              ? ".-".charAt(random.nextInt(2))
              : alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return name.toString();
  }
}
