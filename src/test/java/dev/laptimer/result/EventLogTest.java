package dev.laptimer.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.laptimer.api.BenchmarkStatus.Progress;
import dev.laptimer.api.FaultAction;
import dev.laptimer.result.EventLog.ResultLostException;
import dev.laptimer.result.EventLog.Termination;
import dev.laptimer.result.ResultDocument.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EventLogTest {

  private static final ResultDocument DOCUMENT = LargeDocument.create();
  private static final List<String> LINES = EventLog.result(DOCUMENT);
  private static final Termination TERMINATION = EventLog.termination(DOCUMENT);

  @Test
  void whatIsWrittenIsRead() throws ResultLostException {
    assertThat(LINES).hasSizeGreaterThan(3);
    assertThat(EventLog.read(log(LINES), TERMINATION)).isEqualTo(DOCUMENT);
  }

  @Test
  void everyLineIsShortEnoughForEveryContainerRuntime() {
    assertThat(LINES)
        .allMatch(line -> line.getBytes(StandardCharsets.UTF_8).length <= 8192)
        .allMatch(line -> line.startsWith(EventLog.PREFIX) && !line.contains("\n"));
  }

  @Test
  void foreignLinesCopiesAndAnotherOrderDoNoHarm() throws ResultLostException {
    var lines = new ArrayList<String>();
    lines.add("Picked up JAVA_TOOL_OPTIONS: -Xmx1g");
    lines.add("@laptimer this is no event");
    lines.add("@laptimer {\"event\":\"of-another-version\",\"what\":1}");
    lines.add(EventLog.progress(new Progress(50, 1, 2, 3L)));
    lines.addAll(LINES);
    // As `kubectl logs --timestamps` shows it
    LINES.forEach(line -> lines.add("2026-01-01T00:00:00.000000000Z " + line));
    EventLog.result(DOCUMENT.withOutcome(new Outcome(false, "Cancelled", "another document")))
        .forEach(lines::add);
    Collections.shuffle(lines, new Random(7));

    assertThat(EventLog.read(log(lines), TERMINATION)).isEqualTo(DOCUMENT);
  }

  @Test
  void theNewestFaultIsReadAmongAllElseThatIsTold() {
    var log =
        log(
            List.of(
                "an outage of 12 ms",
                EventLog.fault(new FaultRequest(1, FaultAction.Kill, "db-0")),
                EventLog.progress(new Progress(50, 1, 2, 3L)),
                EventLog.fault(new FaultRequest(2, FaultAction.Stop, "db-1")),
                // As a log that is read twice has it
                EventLog.fault(new FaultRequest(1, FaultAction.Kill, "db-0"))));

    assertThat(EventLog.latestFault(log)).contains(new FaultRequest(2, FaultAction.Stop, "db-1"));
    assertThat(EventLog.latestFault("nothing of the kind")).isEmpty();
  }

  @Test
  void aMissingPieceIsNamed() {
    var lines = new ArrayList<>(LINES);
    lines.remove(2);
    lines.remove(0);

    assertThatThrownBy(() -> EventLog.read(log(lines), TERMINATION))
        .isInstanceOf(ResultLostException.class)
        .hasMessage(
            "2 of the result's %d pieces are missing in the log or altered: 1, 3"
                .formatted(LINES.size()));
  }

  @Test
  void anAlteredPieceIsNamed() {
    var lines = new ArrayList<>(LINES);
    var line = lines.get(1);
    char last = line.charAt(line.length() - 3);
    lines.set(1, line.substring(0, line.length() - 3) + (last == 'A' ? 'B' : 'A') + "\"}");

    assertThatThrownBy(() -> EventLog.read(log(lines), TERMINATION))
        .isInstanceOf(ResultLostException.class)
        .hasMessageEndingWith("pieces are missing in the log or altered: 2");
  }

  @Test
  void aPieceThatWasCutIsNamed() {
    var lines = new ArrayList<>(LINES);
    lines.set(1, lines.get(1).substring(0, 4_000));

    assertThatThrownBy(() -> EventLog.read(log(lines), TERMINATION))
        .isInstanceOf(ResultLostException.class)
        .hasMessageEndingWith("pieces are missing in the log or altered: 2");
  }

  @Test
  void aLogWithoutAnyPieceSaysSo() {
    assertThatThrownBy(() -> EventLog.read("nothing here", TERMINATION))
        .isInstanceOf(ResultLostException.class)
        .hasMessage("the log holds no piece of the result");
  }

  @Test
  void aRunnerThatLeftNoDocumentSaysWhy() {
    var termination = new Termination("RunnerCrashed", "no plan", null, 0);

    assertThatThrownBy(() -> EventLog.read("", termination))
        .isInstanceOf(ResultLostException.class)
        .hasMessage("the runner left no result: RunnerCrashed: no plan");
  }

  @Test
  void aLengthThatDoesNotFitIsNoticed() {
    var shorter =
        new Termination(
            TERMINATION.reason(),
            TERMINATION.message(),
            TERMINATION.sha256(),
            TERMINATION.bytes() - 10);

    assertThatThrownBy(() -> EventLog.read(log(LINES), shorter))
        .isInstanceOf(ResultLostException.class)
        .hasMessageContaining("the runner's termination message says " + TERMINATION.sha256());
  }

  @Test
  void theNewestProgressCounts() {
    var log =
        log(
            List.of(
                "half a line of a log that was cut: 1,\"trials\":2}}",
                EventLog.progress(new Progress(10, 1, 10, null)),
                "trial 3: round 2, redis",
                EventLog.progress(new Progress(25, 2, 10, 31L)),
                "@laptimer {\"event\":\"progress\",\"progress\":{\"percent\":3"));

    assertThat(EventLog.latestProgress(log)).contains(new Progress(25, 2, 10, 31L));
    assertThat(EventLog.latestProgress("no event")).isEmpty();
  }

  @Test
  void aTerminationMessageIsReadAsItWasWritten() {
    assertThat(Termination.fromJson(TERMINATION.toJson())).contains(TERMINATION);
    assertThat(TERMINATION.reason()).isEqualTo("Measured");
  }

  @Test
  void aTerminationMessageOfSomebodyElseIsNone() {
    assertThat(Termination.fromJson("")).isEmpty();
    assertThat(Termination.fromJson("Error: no such file")).isEmpty();
    assertThat(Termination.fromJson("{\"other\":1}")).isEmpty();
    assertThat(Termination.fromJson("[]")).isEmpty();
  }

  @Test
  void aLongMessageIsCutSoThatKubernetesKeepsTheWhole() {
    for (var character : List.of("x", "\u00e9", "\u20ac", "\ud83d\ude00", "\u0001", "\"")) {
      var outcome = new Outcome(false, "RunnerCrashed", character.repeat(10_000));
      var json = EventLog.termination(DOCUMENT.withOutcome(outcome)).toJson();

      assertThat(json.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(4096);
      assertThat(Termination.fromJson(json).orElseThrow().message())
          .hasSizeGreaterThan(200)
          .matches("(" + (character.equals("\"") ? "\"" : character) + ")+");
    }
  }

  private static String log(List<String> lines) {
    return lines.stream().collect(Collectors.joining("\n", "", "\n"));
  }
}
