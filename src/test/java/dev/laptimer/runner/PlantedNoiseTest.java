package dev.laptimer.runner;

import static dev.laptimer.api.Verdict.Faster;
import static dev.laptimer.api.Verdict.Slower;
import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.BenchmarkStatus.Check;
import dev.laptimer.api.BenchmarkStatus.Progress;
import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.Documents;
import dev.laptimer.api.Severity;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Planner;
import dev.laptimer.plan.Planner.Address;
import dev.laptimer.result.Analysis;
import dev.laptimer.result.ResultDocument;
import dev.laptimer.result.ResultDocument.Preflight;
import dev.laptimer.result.ResultDocument.TrialResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Real servers and the real runner, disturbed on purpose: what is said of the figures then. */
class PlantedNoiseTest {

  /** A target of each kind that is the same redis, so that nothing differs but the noise. */
  private static final String TWINS =
      """
      targets:
        - {name: redis, engine: Redis, client: Raw, endpoint: {host: 127.0.0.1, port: %1$d}}
        - {name: twin, engine: Redis, client: Raw, endpoint: {host: 127.0.0.1, port: %2$d}}
      workload: {keys: {count: 500}, phases: [{operation: Set}, {operation: Get, laps: 8}]}
      runner: {jvmOptions: [-XX:+UseSerialGC, -XX:TieredStopAtLevel=1, -Xmx64m]}
      rounds: 6
      """;

  @Test
  void aBusyLoopOnEveryCoreInSomeRoundsMakesNoneOfTwoEqualsFaster() throws Exception {
    try (var redis = ServerProcess.redis();
        var noise = new Noise(trial -> trial.round() % 3 == 1 ? busyLoops() : List.of())) {
      var analysis = measured(TWINS.formatted(redis.port(), redis.port()), noise);

      assertThat(analysis.comparisons().get(0).verdict())
          .as(analysis.comparisons().get(0).message())
          .isNotIn(Faster, Slower);
      assertThat(analysis.trust().noiseFloorPercent()).isNotNull();
    }
  }

  @Test
  void aServerThatIsHeldUpHalfOfTheTimeIsNotFasterThanItsTwin() throws Exception {
    try (var redis = ServerProcess.redis();
        var twin = ServerProcess.redis();
        var noise =
            new Noise(
                trial ->
                    trial.arm().equals("twin") ? stopAndGo(twin.process().pid()) : List.of())) {
      var comparison =
          measured(TWINS.formatted(redis.port(), twin.port()), noise).comparisons().get(0);

      assertThat(comparison.verdict()).as(comparison.message()).isNotEqualTo(Faster);
    }
  }

  @Test
  void aServerThatIsHeldUpInSomeRoundsOnlyMakesItsTwinNotFaster() throws Exception {
    try (var redis = ServerProcess.redis();
        var twin = ServerProcess.redis();
        var noise =
            new Noise(
                trial ->
                    !trial.arm().equals("twin") && trial.round() % 2 == 0
                        ? stopAndGo(redis.process().pid())
                        : List.of())) {
      var comparison =
          measured(TWINS.formatted(redis.port(), twin.port()), noise).comparisons().get(0);

      assertThat(comparison.verdict()).as(comparison.message()).isNotIn(Faster, Slower);
    }
  }

  @Test
  void aClientThatCollectsGarbageMostOfTheTimeIsNamed() throws Exception {
    try (var redis = ServerProcess.redis();
        var noise = new Noise(trial -> List.of())) {
      var analysis =
          measured(
              """
              targets:
                - {name: redis, engine: Redis, endpoint: {host: 127.0.0.1, port: %d}}
              workload:
                keys: {count: 100}
                value: {sizeBytes: 100000}
                phases: [{operation: Set}, {operation: Get, laps: 10}]
              runner: {jvmOptions: [-XX:+UseSerialGC, -XX:TieredStopAtLevel=1, -Xmx48m, -Xmn1m]}
              rounds: 1
              """
                  .formatted(redis.port()),
              noise);

      assertThat(analysis.trust().checks())
          .filteredOn(check -> check.severity() != Severity.Error)
          .extracting(Check::name)
          .contains("GcPause");
    }
  }

  private static Analysis measured(String yaml, Noise noise) throws IOException {
    var spec = Documents.yaml().readValue(yaml, CacheBenchmarkSpec.class);
    var plan =
        Planner.plan(
            spec, new Planner.Run("noise", 1, 7, Map.<String, Address>of(), "/no/secrets"));
    ResultDocument document = new PlanRunner(noise).run(spec, plan);
    assertThat(document.outcome().complete()).as(document.outcome().message()).isTrue();
    return Analysis.of(spec, document);
  }

  private static List<ProcessBuilder> busyLoops() {
    var loops = new ArrayList<ProcessBuilder>();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      loops.add(new ProcessBuilder("bash", "-c", "while :; do :; done"));
    }
    return loops;
  }

  private static List<ProcessBuilder> stopAndGo(long pid) {
    return List.of(
        new ProcessBuilder(
            "bash",
            "-c",
            "trap 'kill -CONT "
                + pid
                + "; exit' TERM; while :; do kill -STOP "
                + pid
                + "; read -t 0.01 <> <(:); kill -CONT "
                + pid
                + "; read -t 0.01 <> <(:); done"));
  }

  /** Programs that disturb a trial, from its beginning to its end. */
  private static final class Noise implements RunListener, AutoCloseable {

    private final Function<Plan.Trial, List<ProcessBuilder>> planted;
    private final List<Process> running = new ArrayList<>();

    Noise(Function<Plan.Trial, List<ProcessBuilder>> planted) {
      this.planted = planted;
    }

    @Override
    public void preflight(Preflight preflight) {}

    @Override
    public void trialStarted(Plan.Trial trial) {
      try {
        for (var program : planted.apply(trial)) {
          running.add(program.start());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void trialFinished(TrialResult result) {
      close();
    }

    @Override
    public void progress(Progress progress) {}

    @Override
    public void close() {
      running.forEach(Process::destroy);
      running.forEach(process -> process.onExit().join());
      running.clear();
    }
  }
}
