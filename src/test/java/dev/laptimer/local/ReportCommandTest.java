package dev.laptimer.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.laptimer.api.Documents;
import dev.laptimer.result.Analysis;
import dev.laptimer.result.DocumentFixture;
import dev.laptimer.result.ResultDocument;
import dev.laptimer.result.Tables;
import dev.laptimer.result.html.HtmlReport;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ReportCommandTest {

  private static final ResultDocument DOCUMENT =
      DocumentFixture.of("redis", "memcached").speed("memcached", 1.4).build();
  private static final String TABLES = Tables.of(DOCUMENT, Analysis.of(DOCUMENT.spec(), DOCUMENT));

  private static final String HTML =
      HtmlReport.of(DOCUMENT, Analysis.of(DOCUMENT.spec(), DOCUMENT));

  @TempDir private Path folder;

  @Test
  void printsADocument() throws IOException {
    assertThat(report(json(DOCUMENT))).isEqualTo(new Outcome(0, TABLES, ""));
  }

  @Test
  void printsADocumentWithGzip() throws IOException {
    assertThat(report(gzip(json(DOCUMENT)))).isEqualTo(new Outcome(0, TABLES, ""));
  }

  @Test
  void printsAConfigMapAsYaml() throws IOException {
    assertThat(report(yaml(packed()))).isEqualTo(new Outcome(0, TABLES, ""));
    assertThat(report(yaml(plain()))).isEqualTo(new Outcome(0, TABLES, ""));
  }

  @Test
  void printsAConfigMapAsJson() throws IOException {
    assertThat(report(json(packed()))).isEqualTo(new Outcome(0, TABLES, ""));
    assertThat(report(json(plain()))).isEqualTo(new Outcome(0, TABLES, ""));
  }

  @Test
  void printsTheOneOfAListOfConfigMaps() throws IOException {
    var other = new ConfigMapBuilder(plain()).withData(Map.of("plan.json", "{}")).build();
    assertThat(report(list(other, packed()))).isEqualTo(new Outcome(0, TABLES, ""));
    assertThat(report(list(packed(), packed())))
        .isEqualTo(
            refused(
                "it has 2 ConfigMaps with a result document, give one of them: sample-1-result,"
                    + " sample-1-result"));
  }

  @Test
  void saysWhichKeyAConfigMapLacks() throws IOException {
    assertThat(report(yaml(new ConfigMapBuilder(plain()).withData(Map.of()).build())))
        .isEqualTo(
            refused(
                "the ConfigMap has no result document: neither data 'result.json' nor binaryData"
                    + " 'result.json.gz'"));
  }

  @Test
  void refusesADocumentOfALaterForm() throws IOException {
    var later = (ObjectNode) Documents.json().valueToTree(DOCUMENT);
    later.put("schemaVersion", 2).put("laptimerVersion", "3.1.0");
    assertThat(report(json(later)))
        .isEqualTo(
            refused(
                "its schemaVersion is 2, and this version of laptimer reads 1; read it with the"
                    + " laptimer that wrote it (3.1.0) or a newer one"));
  }

  @Test
  void refusesWhatIsNoResultDocument() throws IOException {
    assertThat(report("".getBytes(StandardCharsets.UTF_8))).isEqualTo(refused("it is empty"));
    assertThat(report("{}".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(refused("it is not a result document: it has no schemaVersion"));
    assertThat(report("just words".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(refused("it is neither a result document nor a ConfigMap with one"));
    assertThat(report("{\"kind\": oops".getBytes(StandardCharsets.UTF_8)).err())
        .contains("it is not valid JSON, line 1, column 10: Unrecognized token 'oops'");
    assertThat(report("a: [".getBytes(StandardCharsets.UTF_8)).err())
        .contains("it is not valid YAML, line 1, column");
  }

  @Test
  void namesEachFieldThatIsWrong() throws IOException {
    var broken = (ObjectNode) Documents.json().valueToTree(DOCUMENT);
    var phase = (ObjectNode) broken.at("/trials/3/phases/1");
    phase.put("errors", -1);
    phase.remove("p50Nanos");
    assertThat(report(json(broken)))
        .isEqualTo(
            refused(
                """
                it is not a valid result document:
                  trials[3].phases[1].errors: must be at least 0, is -1
                  trials[3].phases[1].p50Nanos: must be given. Latency, 50th percentile, in nanoseconds."""));
  }

  @Test
  void refusesATrialThatIsLessWholeThanItSays() throws IOException {
    var broken = (ObjectNode) Documents.json().valueToTree(DOCUMENT);
    ((ArrayNode) broken.at("/trials/3/phases/1/lapNanos")).remove(9);
    ((ArrayNode) broken.at("/trials/4/phases")).remove(0);
    assertThat(report(json(broken)))
        .isEqualTo(
            refused(
                """
                it is not a valid result document:
                  trial 3 has no failure, but not every lap of phase 'get'
                  trial 4 has no failure, but not every lap of phase 'set'"""));
  }

  @Test
  void refusesACutFile() throws IOException {
    var bytes = gzip(json(DOCUMENT));
    assertThat(report(Arrays.copyOf(bytes, bytes.length / 2)).err())
        .contains("its gzip data is damaged");
    var text = json(DOCUMENT);
    assertThat(report(Arrays.copyOf(text, text.length / 2)).err())
        .contains("it is not valid JSON, line 1");
  }

  @Test
  void refusesMoreThanFitsIntoMemory() throws IOException {
    assertThat(report(gzip(new byte[ResultFile.MAX_BYTES + 1])))
        .isEqualTo(refused("it is larger than 64 MiB, the most that is read"));
  }

  @Test
  void aWrongCommandLineIsUsage() {
    assertThat(run().exitCode()).isEqualTo(2);
    assertThat(run("nowhere.json"))
        .isEqualTo(new Outcome(2, "", "there is no file nowhere.json\n"));
    assertThat(run(folder.toString()).exitCode()).isEqualTo(2);
    assertThat(run("a", "b").exitCode()).isEqualTo(2);
  }

  @Test
  void writesAPageBesideTheDocument() throws IOException {
    var file = Files.write(folder.resolve("file"), json(DOCUMENT));
    var page = folder.resolve("report.html");
    assertThat(run("--html", file.toString()))
        .isEqualTo(new Outcome(0, "", "The page is " + page + "\n"));
    assertThat(page).content().isEqualTo(HTML);
  }

  @Test
  void writesAPageToWhereItIsTold() throws IOException {
    var file = Files.write(folder.resolve("file"), json(DOCUMENT)).toString();
    var page = folder.resolve("page.html");
    assertThat(run(file, "--html=" + page))
        .isEqualTo(new Outcome(0, "", "The page is " + page + "\n"));
    assertThat(page).content().isEqualTo(HTML);
    assertThat(run("--html=-", file)).isEqualTo(new Outcome(0, HTML, ""));
  }

  @Test
  void saysThatAPageCannotBeWritten() throws IOException {
    var file = Files.write(folder.resolve("file"), json(DOCUMENT)).toString();
    var page = folder.resolve("nowhere/page.html");
    assertThat(run(file, "--html=" + page))
        .isEqualTo(
            new Outcome(
                1,
                "",
                "the page %s cannot be written: java.nio.file.NoSuchFileException: %s\n"
                    .formatted(page, page)));
  }

  @Test
  void refusesAPageOfADamagedHistogram() throws IOException {
    var damaged =
        DocumentFixture.of("redis")
            .phase("redis", "get", phase -> DocumentFixture.withHistogram(phase, "AAAA"))
            .build();
    var file = Files.write(folder.resolve("file"), json(damaged)).toString();
    assertThat(run("--html", file)).isEqualTo(refused("a histogram of phase 'get' is damaged"));
  }

  private Outcome refused(String why) {
    return new Outcome(1, "", folder.resolve("file") + " cannot be reported: " + why + "\n");
  }

  private Outcome report(byte[] content) throws IOException {
    var file = Files.write(folder.resolve("file"), content);
    return run(file.toString());
  }

  private static Outcome run(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exitCode =
        new CommandLine(new ReportCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new Outcome(exitCode, out.toString(), err.toString());
  }

  private record Outcome(int exitCode, String out, String err) {}

  private static ConfigMap plain() {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName("sample-1-result")
        .endMetadata()
        .withData(Map.of("result.json", Documents.toJson(DOCUMENT)))
        .build();
  }

  private static ConfigMap packed() throws IOException {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName("sample-1-result")
        .endMetadata()
        .withBinaryData(
            Map.of("result.json.gz", Base64.getEncoder().encodeToString(gzip(json(DOCUMENT)))))
        .build();
  }

  private static byte[] list(ConfigMap... items) throws IOException {
    return Documents.yaml()
        .writeValueAsBytes(Map.of("apiVersion", "v1", "kind", "List", "items", items));
  }

  private static byte[] json(Object document) {
    return Documents.toJson(document).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] yaml(Object document) throws IOException {
    return Documents.yaml().writeValueAsBytes(document);
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var stream = new GZIPOutputStream(packed)) {
      stream.write(bytes);
    }
    return packed.toByteArray();
  }
}
