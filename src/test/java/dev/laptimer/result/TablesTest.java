package dev.laptimer.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.CacheBenchmarkSpec.Keys;
import dev.laptimer.api.CacheBenchmarkSpec.Phase;
import dev.laptimer.api.CacheBenchmarkSpec.Workload;
import dev.laptimer.api.Operation;
import dev.laptimer.result.ResultDocument.Failure;
import dev.laptimer.result.ResultDocument.Preflight;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The texts are in {@code src/test/resources/tables}. */
class TablesTest {

  @Test
  void theClassicComparison() throws IOException {
    assertText(
        tables(DocumentFixture.of("redis", "memcached").speed("memcached", 1.4)), "classic.txt");
  }

  @Test
  void aRunThatTimedOut() throws IOException {
    assertText(
        tables(
            DocumentFixture.of("redis", "memcached")
                .failsAfter(7, Reason.TimedOut, "the 1800 s of timeoutSeconds were over")),
        "timed-out.txt");
  }

  @Test
  void aTargetThatRefusesTheLogin() throws IOException {
    var failure =
        new Failure("AuthenticationFailed", "redis.test:6379 said: WRONGPASS invalid password");
    assertText(
        tables(
            DocumentFixture.of("redis")
                .failsAfter(
                    0,
                    Reason.AuthenticationFailed,
                    "redis: redis.test:6379 said: WRONGPASS invalid password")
                .document(
                    d ->
                        new ResultDocument(
                            d.schemaVersion(),
                            d.kind(),
                            d.laptimerVersion(),
                            d.spec(),
                            d.plan(),
                            d.startTime(),
                            d.finishTime(),
                            d.outcome(),
                            d.environment(),
                            List.of(
                                new Preflight(
                                    "redis",
                                    "10.0.0.7",
                                    null,
                                    null,
                                    null,
                                    310L,
                                    null,
                                    null,
                                    null,
                                    failure,
                                    null,
                                    null)),
                            d.trials(),
                            null,
                            d.omitted(),
                            d.placement(),
                            null))),
        "refused.txt");
  }

  @Test
  void manyTargetsLapsAndAPhaseByDuration() throws IOException {
    var workload =
        new Workload(
            new Keys(50, null, null, null),
            null,
            null,
            4,
            null,
            List.of(
                new Phase(null, Operation.Set, 2, null),
                new Phase(null, Operation.Get, 20, null),
                new Phase("soak", Operation.Get, null, 5)),
            null,
            null);
    var names = IntStream.rangeClosed(1, 6).mapToObj(i -> "redis-" + i).toArray(String[]::new);
    assertText(
        tables(
            DocumentFixture.of(names)
                .workload(workload)
                .rounds(7)
                .price("redis-2", "0.068")
                .speed("redis-6", 0.5)),
        "many.txt");
  }

  @Test
  void driversAtADatabaseThroughItsServiceAndStraightToAMember() throws IOException {
    var fixture =
        DatabaseFixture.of(
                """
                variants: [{name: mariadb}, {name: mysql, client: MySqlConnectorJ}]
                rounds: 7
                comparison: {control: false}
                workload:
                  rows: 20
                  connections: 2
                  phases:
                    - {operation: Insert}
                    - {operation: Transaction, laps: 2}
                """)
            .retries(3);
    assertText(
        Tables.of(fixture.build(), Analysis.of(fixture.spec(), fixture.build())), "database.txt");
  }

  @Test
  void numbersAreWrittenTheSameInEveryCountry() throws IOException {
    var locale = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertText(
          tables(DocumentFixture.of("redis", "memcached").speed("memcached", 1.4)), "classic.txt");
    } finally {
      Locale.setDefault(locale);
    }
  }

  private static String tables(DocumentFixture fixture) {
    return Tables.of(fixture.build(), Analysis.of(fixture.spec(), fixture.build()));
  }

  /** Where the text differs, the whole new one is left in {@code target/tables} to look at. */
  private static void assertText(String actual, String name) throws IOException {
    var folder = Files.createDirectories(Path.of("target/tables"));
    Files.writeString(folder.resolve(name), actual);
    assertThat(actual).isEqualTo(Files.readString(Path.of("src/test/resources/tables", name)));
  }
}
