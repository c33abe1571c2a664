package dev.laptimer.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.CacheBenchmarkSpec.Server;
import dev.laptimer.api.CacheBenchmarkSpec.Target;
import dev.laptimer.api.ClientName;
import dev.laptimer.api.EngineName;
import dev.laptimer.client.CacheClient.Key;
import dev.laptimer.client.Clients;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Planner;
import dev.laptimer.plan.Planner.Address;
import dev.laptimer.result.ResultDocument.Failure;
import dev.laptimer.result.ResultDocument.Outcome;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.Preflight;
import dev.laptimer.result.ResultDocument.TrialResult;
import dev.laptimer.runner.trial.KeySpace;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whole runs with real servers, each trial in a JVM of its own. */
class PlanRunnerTest {

  static final CacheBenchmarkSpec SPEC = spec();
  private static final Key FOREIGN = Key.of("somebody-elses-key");

  /** The machine may be busy with other things. */
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final RecordingListener listener = new RecordingListener();
  private final PlanRunner runner = new PlanRunner(listener);

  @Test
  void theClassicComparisonComesOutAsItsReadersKnowIt() {
    try (var redis = ServerProcess.redis();
        var memcached = ServerProcess.memcached()) {
      var plan =
          Planner.plan(
              SPEC,
              new Planner.Run(
                  "classic",
                  1,
                  7,
                  Map.of(
                      "redis", new Address("127.0.0.1", redis.port()),
                      "memcached", new Address("127.0.0.1", memcached.port())),
                  "/nowhere"));
      var document = runner.run(SPEC, trialsOfOneRound(plan));

      assertThat(document.outcome())
          .isEqualTo(new Outcome(true, "Measured", "3 of 3 trials were measured"));
      assertThat(document.trials())
          .allSatisfy(
              trial ->
                  assertThat(trial.phases())
                      .extracting(
                          phase -> phase.lapNanos().size(),
                          PhaseResult::operations,
                          PhaseResult::errors,
                          PhaseResult::wrongValues)
                      .containsExactly(tuple(1, 10_001L, 0L, 0L), tuple(10, 100_010L, 0L, 0L)));
      assertThat(document.environment().clientVersions()).hasSize(2);
      assertThat(document.environment().collector()).isEqualTo("Serial");
    }
  }

  @Test
  void theListenerHearsOfEverythingInItsOrder() {
    try (var redis = ServerProcess.redis()) {
      var plan = Plans.of(Plans.redis(redis.port())).rounds(2).plan();
      var document = runner.run(SPEC, plan);

      assertThat(listener.preflights).isEqualTo(document.preflights());
      assertThat(listener.started).isEqualTo(plan.trials());
      assertThat(listener.finished).isEqualTo(document.trials());
      assertThat(listener.progress.get(0).percent()).isZero();
      assertThat(listener.progress)
          .isSortedAccordingTo((one, other) -> one.percent() - other.percent());
      var last = listener.progress.get(listener.progress.size() - 1);
      assertThat(List.of(last.percent(), last.trialsDone(), last.trials()))
          .containsExactly(100, 2, 2);
    }
  }

  @Test
  void aFailedPreflightEndsTheRunAfterAllArmsWereChecked() {
    try (var redis = ServerProcess.redis()) {
      var closed = Plans.endpoint(Plans.memcached(ServerProcess.freePort()));
      var document = runner.run(SPEC, Plans.of(closed, Plans.redis(redis.port())).plan());

      assertThat(document.outcome().reason()).isEqualTo("ConnectionRefused");
      assertThat(document.outcome().message())
          .startsWith("memcached (127.0.0.1:" + closed.port())
          .endsWith("; 0 of 2 trials were measured");
      assertThat(document.preflights())
          .extracting(Preflight::arm, found -> found.failure() == null)
          .containsExactly(tuple("memcached", false), tuple("redis", true));
      assertThat(document.trials()).isEmpty();
    }
  }

  @Test
  void atAnEndpointOurKeysAreGoneAndNothingElseWasTouched() {
    try (var redis = ServerProcess.redis();
        var memcached = ServerProcess.memcached()) {
      var plan =
          Plans.of(
                  Plans.endpoint(Plans.redis(redis.port())),
                  Plans.endpoint(Plans.memcached(memcached.port())))
              .keys(2_500)
              .plan();
      writeForeignKeys(plan);

      assertThat(runner.run(SPEC, plan).outcome().reason()).isEqualTo("Measured");

      assertOnlyForeignKeysAreLeft(plan);
    }
  }

  @Test
  void aRunThatTakesTooLongIsStoppedAndKeepsWhatItHas() {
    try (var redis = ServerProcess.redis()) {
      var plan =
          Plans.of(Plans.endpoint(Plans.redis(redis.port()))).rounds(500).timeoutSeconds(15).plan();
      writeForeignKeys(plan);
      var document = runner.run(SPEC, plan);

      var measured = document.trials().stream().filter(trial -> trial.failure() == null).count();
      assertThat(measured).isBetween(1L, 499L);
      assertThat(document.outcome())
          .isEqualTo(
              new Outcome(
                  false,
                  "TimedOut",
                  "timeoutSeconds: 15 are over; %d of 500 trials were measured"
                      .formatted(measured)));
      assertOnlyForeignKeysAreLeft(plan);
      assertThat(trialProcesses()).isEmpty();
    }
  }

  @Test
  void aCancelledRunEndsSoonAndTidiesUp() {
    try (var redis = ServerProcess.redis();
        var memcached = ServerProcess.memcached()) {
      var plan =
          Plans.of(
                  Plans.endpoint(Plans.redis(redis.port())),
                  Plans.endpoint(Plans.memcached(memcached.port())))
              .phases(Plans.set(1), Plans.getFor(3_600))
              .plan();
      writeForeignKeys(plan);
      var document = CompletableFuture.supplyAsync(() -> runner.run(SPEC, plan));
      await().atMost(MINUTE).until(() -> isWritten(plan));
      runner.cancel();

      assertThat(document.join().outcome())
          .isEqualTo(
              new Outcome(
                  false, "Cancelled", "the run was cancelled; 0 of 2 trials were measured"));
      assertOnlyForeignKeysAreLeft(plan);
      assertThat(trialProcesses()).isEmpty();
    }
  }

  @Test
  void aRunThatIsCancelledBeforeItBeginsDoesNothing() {
    try (var redis = ServerProcess.redis()) {
      runner.cancel();
      var document = runner.run(SPEC, Plans.of(Plans.redis(redis.port())).plan());

      assertThat(document.outcome().reason()).isEqualTo("Cancelled");
      assertThat(document.preflights()).isEmpty();
    }
  }

  @Test
  void aTrialThatIsKilledIsSaidAndItsKeysAreDeleted() {
    try (var redis = ServerProcess.redis()) {
      var plan =
          Plans.of(Plans.endpoint(Plans.redis(redis.port())))
              .phases(Plans.set(1), Plans.getFor(3_600))
              .plan();
      writeForeignKeys(plan);
      var document = CompletableFuture.supplyAsync(() -> runner.run(SPEC, plan));
      await().atMost(MINUTE).until(() -> isWritten(plan));
      trialProcesses().forEach(ProcessHandle::destroyForcibly);

      assertThat(document.join().outcome())
          .isEqualTo(
              new Outcome(
                  false,
                  "RunnerCrashed",
                  "the trial's JVM was ended by signal 9; it wrote nothing; 0 of 1 trials were"
                      + " measured"));
      assertOnlyForeignKeysAreLeft(plan);
    }
  }

  @Test
  void aTrialThatRunsOutOfHeapIsSaid() {
    try (var redis = ServerProcess.redis()) {
      var plan = Plans.of(Plans.redis(redis.port())).keys(200_000).jvmOptions("-Xmx12m").plan();
      var document = runner.run(SPEC, plan);

      assertThat(document.outcome().reason()).isEqualTo("RunnerOutOfMemory");
      assertThat(document.outcome().message())
          .contains("raise -Xmx in runner.jvmOptions", "java.lang.OutOfMemoryError: Java heap");
    }
  }

  @Test
  void anOptionThatTheJvmDoesNotKnowIsSaidInItsWords() {
    try (var redis = ServerProcess.redis()) {
      var plan = Plans.of(Plans.redis(redis.port())).jvmOptions("-XX:+UseNoSuchThing").plan();
      var document = runner.run(SPEC, plan);

      assertThat(document.outcome().reason()).isEqualTo("RunnerCrashed");
      assertThat(document.outcome().message())
          .contains(
              "the trial's JVM ended with exit code 1", "Unrecognized VM option 'UseNoSuchThing'");
    }
  }

  @Test
  void aServerThatDiesEndsTheRunWhichKeepsWhatItHas() {
    try (var redis = ServerProcess.redis();
        var memcached = ServerProcess.memcached()) {
      var plan =
          Plans.of(Plans.redis(redis.port()), Plans.endpoint(Plans.memcached(memcached.port())))
              .phases(Plans.set(1), Plans.getFor(5))
              .expirySeconds(60)
              .plan();
      var document = CompletableFuture.supplyAsync(() -> runner.run(SPEC, plan));
      await()
          .atMost(MINUTE)
          .until(() -> listener.finished.size() == 1 && isWritten(plan, plan.arms().get(1)));
      memcached.kill();

      assertThat(document.join().trials())
          .extracting(TrialResult::arm, trial -> reason(trial.failure()))
          .containsExactly(tuple("redis", "none"), tuple("memcached", "TargetFailed"));
      assertThat(document.join().outcome().message())
          .contains(
              "; 1 of 2 trials were measured; up to 100 keys 'lt:0000002a:...' may be left at"
                  + " 'memcached' (ConnectException: Connection refused); they expire 60 s after they were set");
    }
  }

  private static String reason(Failure failure) {
    return failure == null ? "none" : failure.reason();
  }

  private static CacheBenchmarkSpec spec() {
    var server = new Server(null, null, null, null, null);
    return new CacheBenchmarkSpec(
        List.of(
            new Target("redis", EngineName.Redis, null, null, server, null, null),
            new Target("memcached", EngineName.Memcached, null, null, server, null, null)),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private static Plan trialsOfOneRound(Plan plan) {
    return new Plan(
        plan.benchmark(),
        plan.runNumber(),
        plan.seed(),
        plan.keyPrefix(),
        1,
        plan.workload(),
        plan.arms(),
        plan.control(),
        plan.trials().subList(0, plan.measured().size()),
        plan.timeoutSeconds(),
        plan.startTimeoutSeconds(),
        plan.jvmOptions(),
        null,
        null);
  }

  private static Stream<ProcessHandle> trialProcesses() {
    return ProcessHandle.current()
        .children()
        .filter(child -> child.info().command().orElse("").endsWith("/java"));
  }

  private static boolean isWritten(Plan plan) {
    return isWritten(plan, plan.arms().get(0));
  }

  /** Whether the last of the keys is there. */
  private static boolean isWritten(Plan plan, Plan.Arm arm) {
    try (var client = Clients.open(arm)) {
      return client.get(new KeySpace(plan, plan.workload()).key(plan.workload().keyCount() - 1))
          != null;
    }
  }

  private static void writeForeignKeys(Plan plan) {
    for (var arm : plan.arms()) {
      try (var client = Clients.open(arm)) {
        client.set(FOREIGN, new byte[] {1}, 0);
      }
    }
  }

  private static void assertOnlyForeignKeysAreLeft(Plan plan) {
    for (var arm : plan.arms()) {
      try (var client = Clients.open(arm)) {
        assertThat(client.get(FOREIGN)).isEqualTo(new byte[] {1});
        assertThat(new KeySpace(plan, plan.workload()).keys(ClientName.Jedis))
            .allMatch(key -> client.get(key) == null);
        var counters = client.serverCounters();
        if (counters.containsKey("curr_items")) {
          assertThat(counters).containsEntry("curr_items", 1L).containsEntry("cmd_flush", 0L);
        }
      }
    }
  }
}
