package dev.laptimer.result.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.laptimer.api.CacheBenchmarkSpec.Workload;
import dev.laptimer.api.Documents;
import dev.laptimer.api.Metric;
import dev.laptimer.result.DatabaseFixture;
import dev.laptimer.result.DocumentFixture;
import dev.laptimer.result.Feature;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument;
import dev.laptimer.result.ResultDocument.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HtmlReportTest {

  private static final String HOSTILE = "</title></style><script>alert(1)</script>\"'&\0";

  static List<ResultDocument> everySortOfDocument() {
    return List.of(
        classic().build(),
        DocumentFixture.of("redis").build(),
        DocumentFixture.of("redis", "memcached").rounds(3).build(),
        DocumentFixture.of("redis", "memcached").noise(0).build(),
        classic().failover(Failovers.killAndStop(0L)).build(),
        classic().failover(Failovers.killAndStop(null)).build(),
        classic().failsAfter(7, Reason.TimedOut, "the time was over").build(),
        DocumentFixture.of("redis").failsAfter(0, Reason.ConnectionRefused, "nobody").build(),
        many().build(),
        classic().control().build(),
        DatabaseFixture.reads().build(),
        hostile());
  }

  @ParameterizedTest
  @MethodSource("everySortOfDocument")
  void isWellFormedAndNeedsNothingButItself(ResultDocument document) {
    var page = Page.of(document);
    assertThat(page.html()).startsWith("<!DOCTYPE html>\n<html lang=\"en\"");
    assertThat(page.count("//script | //link | //img | //iframe | //object | //base | //form"))
        .isZero();
    assertThat(page.count("//@src | //@href | //@style | //@*[starts-with(name(), 'on')]"))
        .isZero();
    assertThat(page.text("//style")).contains("@media print").doesNotContain("url(", "@import");
  }

  @ParameterizedTest
  @MethodSource("everySortOfDocument")
  void everyDrawingSaysWhatItShowsAndNamesAreUnique(ResultDocument document) {
    var page = Page.of(document);
    assertThat(page.texts("//*[@role='img']/title")).doesNotContain("");
    assertThat(page.texts("//*[@role='img']/desc"))
        .hasSize(page.count("//*[local-name()='svg'][not(@aria-hidden)]"))
        .doesNotContain("");
    var ids = page.texts("//@id");
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(
            page.texts("//@aria-labelledby").stream().flatMap(l -> List.of(l.split(" ")).stream()))
        .isSubsetOf(ids);
    assertThat(page.text("//@d | //@x | //@y | //@x1 | //@width"))
        .doesNotContain("NaN", "Infinity", "E");
  }

  @Test
  void isTheSameForTheSameDocument() {
    assertThat(Page.of(classic().build()).html()).isEqualTo(Page.of(classic().build()).html());
  }

  @Test
  void theVerdictStandsOnTopInWords() {
    var page = Page.of(classic().build());
    assertThat(page.text("//h1")).isEqualTo("memcached is faster than redis on get");
    assertThat(page.text("//header/@class")).isEqualTo("good");
    assertThat(page.text("//header/p[@class='lead']"))
        .startsWith("memcached is 1.40 times as fast as redis on get (95 % interval 1.37 to ");
    assertThat(page.text("//header")).contains("trust: High", "20 of 20 trials measured");
    assertThat(page.text("//title[1]"))
        .startsWith("memcached is faster than redis on get – sample");
  }

  @Test
  void theVerdictsOfSeveralTargetsAreGrouped() {
    var fixture =
        DocumentFixture.of("redis", "valkey", "memcached", "valkey-2")
            .noise(0.01)
            .speed("valkey", 1.2)
            .speed("valkey-2", 1.3)
            .speed("memcached", 0.5)
            .comparison("redis", "get", Metric.P99Micros, null);
    assertThat(Page.of(fixture.build()).text("//h1"))
        .isEqualTo(
            "Compared with redis on get by 99th percentile of the latency, valkey and valkey-2 are"
                + " faster; memcached is slower");
  }

  @Test
  void aRunThatFailedSaysSoFirst() {
    var page = Page.of(classic().failsAfter(7, Reason.TimedOut, "the 1800 s were over").build());
    assertThat(page.text("//h1")).isEqualTo("The run failed: Timed out");
    assertThat(page.text("//header/@class")).isEqualTo("bad");
    assertThat(page.texts("//header/p[@class='lead']").get(0)).isEqualTo("the 1800 s were over");
    assertThat(page.text("//h2")).contains("Operations a second", "Can these figures be trusted?");
  }

  @Test
  void figuresThatMeanNothingAreNotAnnouncedAsAVerdict() {
    var page =
        Page.of(
            classic()
                .phase("memcached", "get", p -> DocumentFixture.withCounts(p, 0, 0, 0, 3))
                .build());
    assertThat(page.text("//h1")).isEqualTo("These figures cannot be trusted");
    assertThat(page.text("//header/p[@class='lead']"))
        .isEqualTo(
            "Wrong values at memcached: 30 values that were read were not the ones written.");
    assertThat(page.text("//section[h2='Can these figures be trusted?']//li[1]"))
        .startsWith("Error Wrong values at memcached");
  }

  @Test
  void manyComparisonsAreInWordsWhereTheyAre() {
    var page = Page.of(many().build());
    assertThat(page.count("//header/p[@class='lead']")).isZero();
    assertThat(page.texts("//details[summary='Each comparison in words']//li"))
        .hasSize(15)
        .allSatisfy(
            words ->
                assertThat(words).contains(" times as fast as target-0 on timed").endsWith("."))
        .anySatisfy(words -> assertThat(words).startsWith("No verdict, "))
        .anySatisfy(words -> assertThat(words).startsWith("target-"));
  }

  @Test
  void targetsWithoutARoundInCommonAreNotDrawn() {
    var page =
        Page.of(
            DocumentFixture.of("redis", "memcached")
                .failsAfter(1, Reason.TimedOut, "late")
                .build());
    assertThat(page.count("//*[starts-with(@id, 'ratios')]")).isZero();
    assertThat(page.table("Comparisons").get(1)).contains("-", "✕\u00a0not valid");
  }

  @Test
  void noVerdictLooksOpen() {
    var page = Page.of(DocumentFixture.of("redis", "memcached").rounds(3).build());
    assertThat(page.text("//h1")).isEqualTo("No verdict between memcached and redis on get");
    assertThat(page.text("//header/@class")).isEqualTo("open");
  }

  @Test
  void theRatiosHaveIntervalsBandAndTable() {
    var page = Page.of(classic().build());
    var chart = "//*[@id='ratioswt']/..";
    assertThat(page.count(chart + "/*[@class='interval s1']"))
        .as("a line and two ends")
        .isEqualTo(3);
    assertThat(page.count(chart + "/*[@class='threshold']")).isEqualTo(1);
    assertThat(page.count(chart + "/*[@class='one']")).isEqualTo(1);
    assertThat(page.table("Comparisons").get(1))
        .containsExactly(
            "memcached", "redis", "1.40", "1.37 to 1.42", "10", "0.0020", "2.4 %", "▲\u00a0faster");
  }

  @Test
  void theNoiseFloorIsABandAndASentence() {
    var page = Page.of(classic().control().build());
    assertThat(page.count("//*[@id='ratioswt']/../*[@class='noise']")).isEqualTo(1);
    assertThat(page.text("//section[h2='Compared with redis']/p"))
        .contains("redis differs from itself when it is measured twice in each round");
    assertThat(page.text("//section[last()]")).contains("and redis once more to see how far");
    assertThat(page.html()).doesNotContain("~again");
  }

  @Test
  void withoutAnIntervalOnlyTheRatioIsDrawn() {
    var page = Page.of(DocumentFixture.of("redis", "memcached").rounds(3).build());
    assertThat(page.count("//*[starts-with(@class, 'interval')]")).isZero();
    assertThat(page.table("Comparisons").get(1)).contains("-", "?\u00a0no verdict");
  }

  @Test
  void eachRoundIsADot() {
    var page = Page.of(classic().build());
    var chart = "//figure[h3='get']/*[@role='img'][contains(@aria-labelledby, 'rounds')]";
    assertThat(page.count(chart + "/*[@class='round s0']")).isEqualTo(10);
    assertThat(page.count(chart + "/*[@class='round s1']")).isEqualTo(10);
    assertThat(page.count(chart + "/*[@class='median s1']")).isEqualTo(1);
    assertThat(page.table("Medians of the rounds").stream().map(row -> row.get(0)))
        .containsExactly(
            "phase and target", "set, redis", "set, memcached", "get, redis", "get, memcached");
  }

  @Test
  void theLapsAreALineWithABandAndATable() {
    var page = Page.of(classic().build());
    var chart = "//*[@id='laps1wt']/..";
    assertThat(page.count(chart + "/*[@class='line s0']")).isEqualTo(1);
    assertThat(page.count(chart + "/*[@class='range s0']")).isEqualTo(1);
    assertThat(page.count(chart + "/*[@class='mark s0']")).isEqualTo(10);
    assertThat(page.table("Laps of get")).hasSize(11);
    assertThat(page.count("//*[starts-with(@id, 'laps0')]")).as("one lap is no curve").isZero();
  }

  @Test
  void lapsThatTheDocumentLeftOutAreNotDrawn() {
    var page =
        Page.of(
            classic()
                .phase("redis", "get", p -> DocumentFixture.withLaps(p, List.of(p.totalNanos())))
                .build());
    assertThat(page.text("//h2")).doesNotContain("Lap by lap").contains("Operations a second");
  }

  @Test
  void theLatenciesGoAsFarAsTheirOperations() {
    var page = Page.of(classic().histograms(2_000).build());
    assertThat(page.table("Latency by percentile, all rounds together").get(0))
        .containsExactly("phase and target", "50 %", "90 %", "99 %", "99.9 %", "99.99 %");
    assertThat(page.table("Latency by percentile").get(1))
        .startsWith("set, redis")
        .endsWith("-", "-");
    assertThat(page.count("//*[@id='latency0t']/../*[@class='mark s0']")).isEqualTo(3);
  }

  @Test
  void withoutHistogramsItSaysWhatTheLatenciesAre() {
    assertThat(Page.of(classic().build()).text("//section[h2='How long an operation took']/p"))
        .contains("medians of the rounds where the document has no histograms");
  }

  @Test
  void theTimeLineOfAFailoverHasMembersAndWrites() {
    var page = Page.of(classic().failover(Failovers.killAndStop(0L)).build());
    assertThat(page.texts("//ul[@class='facts']/li"))
        .containsExactly(
            "12,480 rows acknowledged",
            "0 acknowledged rows lost",
            "2 rows there although their write failed");
    assertThat(page.table("Each event"))
        .containsExactly(
            List.of(
                "event",
                "no write for",
                "failed writes",
                "slow writes",
                "slowest write",
                "all back after"),
            List.of("1, orders-0 was killed", "5.41 s", "40", "30", "5.4 s", "24.3 s"),
            List.of("2, orders-1 was asked to stop", "48 ms", "0", "0", "48 ms", "11.8 s"));
    var chart = "//*[@id='event1wt']/..";
    assertThat(page.texts(chart + "/*[@class='name']"))
        .containsExactly("orders-0", "orders-1", "orders-2");
    assertThat(page.count(chart + "/*[@class='synced']")).isEqualTo(4);
    assertThat(page.count("//*[@id='closeup1wt']/../*[@class='synced']"))
        .as("close up the killed member does not come back")
        .isEqualTo(3);
    assertThat(page.count("//*[starts-with(@id, 'closeup2')]")).isZero();
    assertThat(page.text(chart + "/*[@class='failed']/@d").split("M")).hasSize(41);
    assertThat(page.text(chart + "/*[@class='slow']/@d").split("M")).hasSize(31);
    assertThat(page.text("//*[@id='event2wt']/..")).contains("no write failed or was slow");
    assertThat(page.text("//figure"))
        .contains("38× 08S01 connection lost; 2× 1205 lock wait <timeout>");
    assertThat(page.table("Time line of event 1, the first 60 of 72")).hasSize(61);
  }

  @Test
  void whatAFailoverCostStandsOnTop() {
    var page = Page.of(classic().failover(Failovers.killAndStop(0L)).build());
    assertThat(page.texts("//header/p[@class='lead']").get(1))
        .isEqualTo(
            "Longest time without an acknowledged write: 5.41 s when a member was killed, 48 ms when a member was asked to stop; of 12,480 acknowledged rows none"
                + " was lost.");
  }

  @Test
  void rowsThatWereNotLookedForAreUnknown() {
    var page = Page.of(classic().failover(Failovers.killAndStop(null)).build());
    assertThat(page.texts("//ul[@class='facts']/li").get(1))
        .isEqualTo("unknown acknowledged rows lost");
    assertThat(page.text("//header")).contains("it is unknown whether one was lost.");
  }

  @Test
  void lostRowsAreNotGood() {
    var page = Page.of(classic().failover(Failovers.killAndStop(7L)).build());
    assertThat(page.text("//header")).contains("of 12,480 acknowledged rows 7 were lost.");
    assertThat(page.text("//ul[@class='facts']//strong[@class='bad']")).isEqualTo("7");
  }

  @Test
  void whatWasMeasuredAndWhereIsInTables() {
    var page = Page.of(classic().endpoint("memcached", "cache.example.com").build());
    assertThat(page.table("Targets"))
        .contains(
            List.of(
                "memcached",
                "Memcached 1.6.18",
                "Spymemcached 2.12.3",
                "cache.example.com:6379",
                "bare round trip 21 µs (p99 55 µs), connect 310 µs",
                "run by somebody else"));
    assertThat(page.table("Workload"))
        .contains(
            List.of("Key count", "10,001"),
            List.of("Expiry seconds", "20"),
            List.of("Phases", "set, 1 lap, then get, 10 laps"),
            List.of("Seed", "1"));
    assertThat(page.table("The client"))
        .contains(List.of("Machine", "Some CPU at 2.5 GHz, 2 CPUs, virtual"));
    assertThat(page.text("//pre")).contains("engine: Redis", "host: cache.example.com");
  }

  @Test
  void whatAnArmHasOfItsOwnIsInTheTableToo() throws IOException {
    var tree = (ObjectNode) Documents.json().valueToTree(classic().build());
    var arm = (ObjectNode) tree.at("/plan/arms/1");
    var own = (ObjectNode) tree.at("/plan/workload").deepCopy();
    arm.set("workload", own.put("pipelineDepth", 16));
    arm.putArray("jvmOptions").add("-Xmx1g");
    assertThat(Page.of(Documents.json().treeToValue(tree, ResultDocument.class)).table("Workload"))
        .contains(
            List.of("Pipeline depth", "1"),
            List.of("memcached: Pipeline depth", "16"),
            List.of("memcached: JVM options", "-Xmx1g"));
  }

  @Test
  void ofADatabaseClusterItSpeaksOfRows() {
    var page = Page.of(DatabaseFixture.reads().build());
    assertThat(page.table("Workload"))
        .contains(List.of("Rows", "20"), List.of("Connections", "2"))
        .noneMatch(row -> row.get(0).startsWith("Key"));
    assertThat(page.table("Medians of the rounds").get(0)).endsWith("retries");
    assertThat(page.table("Targets").get(1)).endsWith("the cluster's members");
    assertThat(page.text("//section[h2='Lap by lap']/p")).contains("pass over all rows");
  }

  @Test
  void whatTheDocumentLacksIsSaid() {
    var page = Page.of(classic().document(d -> d.withTrials(d.trials(), "left out: x")).build());
    assertThat(page.text("//section[last()]")).endsWith("The document is not whole; left out: x.");
  }

  @Test
  void nothingThatADocumentSaysBecomesMarkup() {
    var page = Page.of(hostile());
    assertThat(page.html()).doesNotContain("<script").doesNotContain("\0");
    assertThat(page.count("//title[not(ancestor::*[local-name()='svg'])]")).isEqualTo(1);
    var shown = HOSTILE.replace('\0', '\ufffd');
    assertThat(page.text("//title[1]")).contains(shown);
    assertThat(page.text("//header")).contains(shown);
    assertThat(page.text("//table")).contains(shown);
  }

  private static DocumentFixture classic() {
    return DocumentFixture.of("redis", "memcached").speed("memcached", 1.4);
  }

  private static DocumentFixture many() {
    return DocumentFixture.of(
            IntStream.range(0, 16).mapToObj(i -> "target-" + i).toArray(String[]::new))
        .workload(
            Documents.fromJson(
                """
                {"phases": [{"operation": "Set"},
                            {"name": "long", "operation": "Get", "laps": 500},
                            {"name": "timed", "operation": "Get", "durationSeconds": 5}]}
                """,
                Workload.class));
  }

  private static ResultDocument hostile() {
    return DocumentFixture.of("redis", HOSTILE)
        .failover(Failovers.killAndStop(0L))
        .document(d -> d.withOutcome(new Outcome(false, HOSTILE, HOSTILE)))
        .phase(HOSTILE, "get", p -> DocumentFixture.withCounts(p, 5, 0, 0, 0))
        .document(
            d ->
                new ResultDocument(
                    d.schemaVersion(),
                    d.kind(),
                    HOSTILE,
                    d.spec(),
                    d.plan(),
                    d.startTime(),
                    d.finishTime(),
                    d.outcome(),
                    d.environment(),
                    d.preflights().stream()
                        .map(
                            p ->
                                new ResultDocument.Preflight(
                                    p.arm(),
                                    HOSTILE,
                                    HOSTILE,
                                    HOSTILE,
                                    HOSTILE,
                                    p.connectMicros(),
                                    p.pingP50Micros(),
                                    p.pingP99Micros(),
                                    Map.of(HOSTILE, HOSTILE),
                                    null,
                                    null,
                                    List.of(Feature.yes(Feature.Name.Tls, HOSTILE, HOSTILE))))
                        .toList(),
                    d.trials(),
                    d.failover(),
                    HOSTILE,
                    d.placement(),
                    null))
        .build();
  }
}
