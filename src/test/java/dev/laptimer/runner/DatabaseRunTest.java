package dev.laptimer.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.laptimer.api.DbBenchmarkSpec;
import dev.laptimer.api.Operation;
import dev.laptimer.plan.DbPlanner;
import dev.laptimer.plan.Plan.Phase;
import dev.laptimer.plan.Planner.Address;
import dev.laptimer.result.ResultDocument.Outcome;
import dev.laptimer.result.ResultDocument.PhaseResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whole runs at a real cluster of one member, each trial in a JVM of its own. */
class DatabaseRunTest {

  private static final Phase INSERT = new Phase("insert", Operation.Insert, 1, 0);

  /** The machine may be busy with other things. */
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static GaleraProcess server;

  private final RecordingListener listener = new RecordingListener();
  private final PlanRunner runner = new PlanRunner(listener);

  @BeforeAll
  static void start() {
    server = GaleraProcess.start("--max-connections=150");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void theClassicFormOfMysqlslapComesOutAsItsReadersKnowIt() {
    var spec = spec(1);
    var address = new Address("127.0.0.1", server.port());
    var plan =
        DbPlanner.plan(
            spec,
            new DbPlanner.Run(
                "db", 1, 42, address, List.of(server.member()), server.credentialsDir()));
    var document = runner.run(spec, plan);

    assertThat(document.outcome())
        .isEqualTo(new Outcome(true, "Measured", "2 of 2 trials were measured"));
    assertThat(document.trials())
        .allSatisfy(
            trial ->
                assertThat(trial.phases())
                    .extracting(
                        phase -> phase.lapNanos().size(),
                        PhaseResult::operations,
                        PhaseResult::errors,
                        PhaseResult::misses)
                    .containsExactly(tuple(1, 50L, 0L, 0L), tuple(500, 25_000L, 0L, 0L)));
    assertThat(document.environment().clientVersions()).hasSize(1);
    assertThat(server.databases()).isEmpty();
  }

  @Test
  void aRunThatIsCancelledLeavesNothingBehind() {
    var plan =
        server.plans().phases(INSERT, new Phase("mix", Operation.Mix, 0, 60)).rounds(3).plan();
    var document = CompletableFuture.supplyAsync(() -> runner.run(spec(3), plan));
    await().atMost(MINUTE).until(() -> listener.progress.size() > 2);
    assertThat(server.databases()).containsExactly("laptimer_0000002a");
    runner.cancel();

    await().atMost(MINUTE).until(document::isDone);
    assertThat(document.join().outcome())
        .isEqualTo(
            new Outcome(false, "Cancelled", "the run was cancelled; 0 of 6 trials were measured"));
    assertThat(server.databases()).isEmpty();
  }

  @Test
  void aDatabaseThatIsThereAlreadyEndsTheRunAndStays() {
    try (var client = server.client()) {
      client.execute("CREATE DATABASE laptimer_0000002a");
      var document = runner.run(spec(1), server.plans().plan());

      assertThat(document.outcome().reason()).isEqualTo("CommandRefused");
      assertThat(document.outcome().message()).contains("'laptimer_0000002a' already");
      assertThat(server.databases()).containsExactly("laptimer_0000002a");
      client.execute("DROP DATABASE laptimer_0000002a");
    }
  }

  @Test
  void aMemberThatDiesIsATargetThatFailedAndWhatMayBeLeftIsSaid() {
    try (var dying = GaleraProcess.start()) {
      var plan =
          dying.plans().phases(INSERT, new Phase("mix", Operation.Mix, 0, 60)).rounds(3).plan();
      var document = CompletableFuture.supplyAsync(() -> runner.run(spec(3), plan));
      await().atMost(MINUTE).until(() -> listener.progress.size() > 2);
      dying.kill();

      await().atMost(MINUTE).until(document::isDone);
      var outcome = document.join().outcome();
      assertThat(outcome.reason()).isEqualTo("TargetFailed");
      assertThat(outcome.message())
          .contains("Connection refused")
          .contains("the database 'laptimer_0000002a' may be left (SQLSTATE 08");
    }
  }

  private static DbBenchmarkSpec spec(int rounds) {
    return new DbBenchmarkSpec(null, null, null, rounds, null, null, null, null, null, null, null);
  }
}
