package dev.laptimer.runner.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.laptimer.api.Arrivals;
import dev.laptimer.api.Operation;
import dev.laptimer.client.ClientErrors;
import dev.laptimer.client.sql.Connector;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Plan.Phase;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.runner.GaleraProcess;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trials of rows in this process, with a real cluster of one member. */
class RowTrialTest {

  private static final Phase INSERT = phase(Operation.Insert, 1);

  private static GaleraProcess server;

  @BeforeAll
  static void start() {
    server = GaleraProcess.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void makeDatabase() {
    execute("CREATE DATABASE laptimer_0000002a");
  }

  @AfterEach
  void dropDatabase() {
    execute("DROP DATABASE laptimer_0000002a");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void everyOperationIsDoneOnceForEachRowAndChecksWhatItReads(int arm) throws InterruptedException {
    var operations = Operation.OF_TABLES.stream().map(operation -> phase(operation, 1)).toList();
    var plan = server.plans().phases(operations.toArray(Phase[]::new)).plan();
    var result = new TrialRun(plan, arm).run();

    assertThat(result.failure()).isNull();
    assertThat(result.phases())
        .extracting(PhaseResult::operation, PhaseResult::operations, p -> p.lapNanos().size())
        .containsExactlyElementsOf(
            Operation.OF_TABLES.stream().map(operation -> tuple(operation, 20L, 1)).toList());
    assertThat(result.phases())
        .extracting(
            PhaseResult::errors,
            PhaseResult::misses,
            PhaseResult::wrongValues,
            PhaseResult::errorsByMessage)
        .containsOnly(tuple(0L, 0L, 0L, Map.of()));
    assertThat(result.phases()).allSatisfy(phase -> assertThat(phase.retries()).isNotNegative());
    // Each row once by Update, five rows for each by Transaction, some by Mix
    assertThat(number("SELECT SUM(updates) FROM laptimer_0000002a.timed_rows"))
        .isBetween(20L + 100L, 20L + 100L + 20L);
    assertThat(number("SELECT COUNT(DISTINCT text) FROM laptimer_0000002a.timed_rows"))
        .isEqualTo(20);
    assertThat(grown(result.countersBefore(), result.countersAfter(), "db-0.Handler_write"))
        .isGreaterThanOrEqualTo(20);
    assertThat(result.countersAfter())
        .containsKeys(
            "db-0.wsrep_flow_control_paused_ns",
            "db-0.wsrep_local_recv_queue_avg_x1000",
            "db-0.wsrep_local_cert_failures");
  }

  @Test
  void rowsAreAskedForAtARateAsKeysAre() throws InterruptedException {
    var rate = new Plan.OpenLoop(60 * 60, Arrivals.Poisson);
    var plan =
        server
            .plans()
            .phases(
                INSERT,
                new Phase("read", Operation.PointRead, 0, 1, rate, null),
                new Phase("mix", Operation.Mix, 0, 1, rate, null))
            .plan();
    var result = new TrialRun(plan, 0).run();

    assertThat(result.failure()).isNull();
    assertThat(result.phases().subList(1, 3))
        .extracting(
            PhaseResult::operations,
            PhaseResult::errors,
            PhaseResult::misses,
            phase -> phase.openLoop().offered())
        .containsOnly(tuple(60L, 0L, 0L, 60L));
  }

  @Test
  void everyOperationIsDoneBeforeAnyIsTimedAndTheTableIsThenEmptyAgain()
      throws InterruptedException {
    var operations =
        List.of(
            Operation.Insert, Operation.FullRead, Operation.Update, Operation.ConnectQueryClose);
    var plan =
        server
            .plans()
            .warmUp(new Plan.WarmUp(0, 1, 1))
            .phases(operations.stream().map(o -> phase(o, 1)).toArray(Phase[]::new))
            .plan();
    var result = new TrialRun(plan, 0).run();

    assertThat(result.failure()).isNull();
    assertThat(result.phases())
        .extracting(PhaseResult::operations, PhaseResult::errors, PhaseResult::misses)
        .containsOnly(tuple(20L, 0L, 0L));
    assertThat(result.phases())
        .extracting(PhaseResult::warmUp)
        .allSatisfy(warmUp -> assertThat(warmUp.operations()).isPositive());
    // Nothing is left of the updates of the warm-up
    assertThat(number("SELECT SUM(updates) FROM laptimer_0000002a.timed_rows")).isEqualTo(20);
  }

  @Test
  void eachTrialBeginsWithAnEmptyTable() throws InterruptedException {
    var plan = server.plans().phases(INSERT, phase(Operation.FullRead, 3)).plan();
    for (int i = 0; i < 2; i++) {
      var result = new TrialRun(plan, i).run();
      assertThat(result.failure()).isNull();
      assertThat(result.phases())
          .extracting(PhaseResult::operations, PhaseResult::errors, PhaseResult::misses)
          .containsExactly(tuple(20L, 0L, 0L), tuple(60L, 0L, 0L));
    }
  }

  @Test
  void aPhaseByDurationGoesOnUntilItIsOver() throws InterruptedException {
    var plan = server.plans().phases(INSERT, new Phase("mix", Operation.Mix, 0, 1)).plan();
    var mix = new TrialRun(plan, 0).run().phases().get(1);

    assertThat(mix.operations()).isGreaterThan(20);
    assertThat(mix.mix().reads().operations() + mix.mix().writes().operations())
        .isEqualTo(mix.operations());
    assertThat(mix.mix().reads().operations()).isPositive();
    assertThat(mix.mix().writes().operations()).isPositive();
    assertThat(mix.lapNanos()).hasSize(1);
    assertThat(mix.totalNanos()).isGreaterThanOrEqualTo(1_000_000_000L);
  }

  @Test
  void aRowThatIsGoneIsAMissAndOneThatIsAnotherIsWrong() {
    var tally = new Tally(Operation.Get);
    try (var worker = worker(0)) {
      worker.pass(Operation.Insert, tally, false, 0, () -> false);
      execute("DELETE FROM laptimer_0000002a.timed_rows WHERE id = 3");
      execute("UPDATE laptimer_0000002a.timed_rows SET text = 'x' WHERE id = 5");
      worker.pass(Operation.PointRead, tally, false, 0, () -> false);
      worker.pass(Operation.Update, tally, false, 0, () -> false);
    }
    assertThat(List.of(tally.operations(), tally.errors(), tally.misses(), tally.wrongValues()))
        .containsExactly(60L, 0L, 2L, 1L);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aTransactionThatWasRolledBackForOthersIsDoneAgain(int arm) {
    var tally = new Tally(Operation.Get);
    try (var worker = worker(arm)) {
      worker.pass(Operation.Insert, tally, false, 0, () -> false);
      failUpdates("@failed IS NULL OR @failed < 2");
      worker.pass(Operation.Transaction, tally, false, 0, () -> false);
    }
    assertThat(List.of(tally.operations(), tally.errors(), tally.retries()))
        .containsExactly(40L, 0L, 2L);
  }

  @Test
  void notForEverThough() {
    var tally = new Tally(Operation.Get);
    try (var worker = worker(0)) {
      worker.pass(Operation.Insert, tally, false, 0, () -> false);
      failUpdates("NEW.id = 4");
      worker.pass(Operation.Update, tally, false, 0, () -> false);
    }
    assertThat(List.of(tally.operations(), tally.errors(), tally.retries()))
        .containsExactly(40L, 1L, RowWorker.MAX_ATTEMPTS - 1L);
    assertThat(tally.errorsByMessage().keySet()).containsExactly("SQLSTATE 40001 (1644): again");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aConnectionThatBreaksIsOpenedAnew(int arm) {
    var tally = new Tally(Operation.Get);
    try (var worker = worker(arm);
        var admin = server.client()) {
      worker.pass(Operation.Insert, tally, false, 0, () -> false);
      admin
          .pairs(
              "SELECT id, '' FROM information_schema.PROCESSLIST"
                  + " WHERE user = 'root' AND id <> CONNECTION_ID()")
          .keySet()
          .forEach(id -> admin.execute("KILL " + id));
      worker.pass(Operation.PointRead, tally, false, 0, () -> false);
    }
    assertThat(tally.operations()).isEqualTo(40);
    assertThat(tally.errors()).isBetween(1L, 2L);
    assertThat(tally.misses()).isZero();
    assertThat(tally.errorsByMessage().keySet()).allMatch(text -> text.startsWith("SQLSTATE "));
  }

  @Test
  void tooManyConnectionsAreNamed() throws InterruptedException {
    var result = new TrialRun(server.plans().connections(60).plan(), 0).run();
    assertThat(result.failure().message()).endsWith(" (1040): Too many connections");
  }

  private static RowWorker worker(int arm) {
    var plan = server.plans().plan();
    var rows = new Rows(plan);
    var connector = Connector.of(plan.arms().get(arm));
    try (var client = connector.open()) {
      rows.table().create(client);
    }
    return new RowWorker(connector, new ClientErrors(null), rows, 0, rows.count());
  }

  /** Lets updates fail with the SQL state of a deadlock; counts them for each connection. */
  private static void failUpdates(String when) {
    execute(
        "CREATE TRIGGER laptimer_0000002a.again BEFORE UPDATE ON laptimer_0000002a.timed_rows"
            + " FOR EACH ROW IF "
            + when
            + " THEN SET @failed = COALESCE(@failed, 0) + 1;"
            + " SIGNAL SQLSTATE '40001' SET MESSAGE_TEXT = 'again'; END IF");
  }

  private static void execute(String sql) {
    try (var client = server.client()) {
      client.execute(sql);
    }
  }

  private static long number(String query) {
    try (var client = server.client()) {
      return Long.parseLong(client.value(query));
    }
  }

  private static long grown(Map<String, Long> before, Map<String, Long> after, String name) {
    return after.get(name) - before.get(name);
  }

  private static Phase phase(Operation operation, int laps) {
    return new Phase(operation.name().toLowerCase(Locale.ROOT), operation, laps, 0);
  }
}
