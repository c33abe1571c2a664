package dev.laptimer.runner.failover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.BenchmarkStatus.Progress;
import dev.laptimer.api.ClientName;
import dev.laptimer.api.DbBenchmarkSpec;
import dev.laptimer.api.Documents;
import dev.laptimer.api.FaultAction;
import dev.laptimer.client.sql.RunDatabase;
import dev.laptimer.plan.DbPlanner;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Planner.Address;
import dev.laptimer.result.FaultRequest;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument.Preflight;
import dev.laptimer.result.ResultDocument.TrialResult;
import dev.laptimer.runner.GaleraProcess;
import dev.laptimer.runner.RunListener;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a run does when nothing happens to a real member, or it is stopped. */
class FailoverRunTest {

  private static final int EVENT_SECONDS = 8;

  private static GaleraProcess server;

  @BeforeAll
  static void startAMember() {
    server = GaleraProcess.start("--wsrep-node-name=db-0");
  }

  @AfterAll
  static void stopIt() {
    server.close();
  }

  @Test
  void aFaultThatNobodyCausesFailsTheRunByName() {
    var plan = plan(1, "\"kills\": 1, \"stops\": 0");
    var listener = new Listener(() -> {});
    var ended = run(plan, listener, new AtomicBoolean());
    assertThat(listener.request).isEqualTo(new FaultRequest(1, FaultAction.Kill, "db-0"));
    assertThat(ended.failure().reason()).isEqualTo(Reason.FaultNotSeen.name());
    assertThat(ended.failure().message())
        .isEqualTo(
            "event 1 (Kill): within `eventTimeoutSeconds` (8) no member was seen to go; db-0: Synced, counts 1");
    assertThat(ended.result().acknowledgedRows()).isPositive();
    assertThat(ended.result().lostRows()).isNull();
    assertThat(ended.result().events()).isEmpty();
  }

  @Test
  void aRunThatIsStoppedKeepsWhatItHas() {
    var stopped = new AtomicBoolean();
    var listener = new Listener(() -> stopped.set(true));
    var ended = run(plan(2, "\"kills\": 0, \"stops\": 0, \"awaited\": 1"), listener, stopped);
    assertThat(listener.awaited).isEqualTo(1);
    assertThat(ended.failure()).isNull();
    assertThat(ended.result().acknowledgedRows()).isPositive();
    assertThat(ended.result().lostRows()).isNull();
  }

  private static FailoverRun.Ended run(Plan plan, Listener listener, AtomicBoolean stopped) {
    var database = new RunDatabase(plan);
    try (var client = server.client()) {
      database.create(client);
      return new FailoverRun(plan, listener, stopped::get, done -> {}).run();
    } finally {
      assertThat(database.drop()).isEmpty();
    }
  }

  private static Plan plan(long seed, String events) {
    var arm = server.arm("service", ClientName.MariaDbConnectorJ);
    var spec =
        """
        {"failover": {%s, "connections": 2, "eventTimeoutSeconds": %d}}"""
            .formatted(events, EVENT_SECONDS);
    return DbPlanner.plan(
        Documents.fromJson(spec, DbBenchmarkSpec.class),
        new DbPlanner.Run(
            "orders",
            1,
            seed,
            new Address(arm.host(), arm.port()),
            List.of(server.member()),
            arm.credentialsDir()));
  }

  /** Does something when a fault is wanted or awaited. */
  private static final class Listener implements RunListener {
    private final Runnable then;
    private FaultRequest request;
    private int awaited;

    private Listener(Runnable then) {
      this.then = then;
    }

    @Override
    public void preflight(Preflight preflight) {}

    @Override
    public void trialStarted(Plan.Trial trial) {}

    @Override
    public void trialFinished(TrialResult result) {}

    @Override
    public void progress(Progress progress) {}

    @Override
    public void faultWanted(FaultRequest wanted) {
      request = wanted;
      then.run();
    }

    @Override
    public void eventAwaited(int number) {
      awaited = number;
      then.run();
    }
  }
}
