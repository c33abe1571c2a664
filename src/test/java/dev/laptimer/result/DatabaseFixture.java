package dev.laptimer.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.laptimer.api.DbBenchmarkSpec;
import dev.laptimer.api.Documents;
import dev.laptimer.plan.DbPlanner;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Planner.Address;
import dev.laptimer.result.ResultDocument.Environment;
import dev.laptimer.result.ResultDocument.Outcome;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.Preflight;
import dev.laptimer.result.ResultDocument.TrialResult;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes result documents of a cluster of three members for tests, with what its members counted.
 */
public final class DatabaseFixture {

  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
  private static final List<String> MEMBERS = List.of("db-0", "db-1", "db-2");
  private static final long LAP_NANOS = 50_000_000;

  private final DbBenchmarkSpec spec;
  private final Map<String, Long> before = new TreeMap<>();
  private final Map<String, Long> after = new TreeMap<>();
  private String flushLog = "1";
  private long retries;
  private long misses;

  private DatabaseFixture(DbBenchmarkSpec spec) {
    this.spec = spec;
    MEMBERS.forEach(member -> counter(member, "Uptime", 100, 110));
  }

  static DatabaseFixture of(String yaml) {
    try {
      return new DatabaseFixture(Documents.yaml().readValue(yaml, DbBenchmarkSpec.class));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Six rounds with 20 rows, one Insert and three laps of PointRead by two connections. */
  public static DatabaseFixture reads() {
    return of(
        """
        rounds: 6
        comparison: {control: false}
        workload:
          {rows: 20, connections: 2, phases: [{operation: Insert}, {operation: PointRead, laps: 3}]}
        """);
  }

  /** What a member counted before and after each trial. */
  DatabaseFixture counter(String member, String name, long before, long after) {
    this.before.put(member + "." + name, before);
    this.after.put(member + "." + name, after);
    return this;
  }

  DatabaseFixture without(String member) {
    after.keySet().removeIf(name -> name.startsWith(member + "."));
    return this;
  }

  DatabaseFixture withoutCounters() {
    before.clear();
    after.clear();
    return this;
  }

  DatabaseFixture flushLog(String value) {
    flushLog = value;
    return this;
  }

  DatabaseFixture retries(long ofEachPhase) {
    retries = ofEachPhase;
    return this;
  }

  DatabaseFixture misses(long ofEachPhase) {
    misses = ofEachPhase;
    return this;
  }

  DbBenchmarkSpec spec() {
    return spec;
  }

  public ResultDocument build() {
    var members =
        MEMBERS.stream().map(name -> new Plan.Member(name, name + ".test", 3306)).toList();
    var plan =
        DbPlanner.plan(
            spec, new DbPlanner.Run("db", 1, 42, new Address("db", 3306), members, "/secrets/db"));
    return new ResultDocument(
        ResultDocument.SCHEMA_VERSION,
        "DbCluster",
        "0.1.0",
        spec,
        plan,
        START,
        START.plusSeconds(90),
        new Outcome(true, "Measured", "all trials were measured"),
        new Environment(
            "OpenJDK 25.0.1+8",
            List.of("-Xmx128m"),
            "Serial",
            134_217_728L,
            "Debian GNU/Linux 12",
            "6.1.0-18-amd64",
            "Some CPU at 2.5 GHz",
            2,
            null,
            536_870_912L,
            "v2",
            "tsc",
            25.0,
            true,
            Map.of()),
        plan.arms().stream().map(this::preflight).toList(),
        plan.trials().stream().map(trial -> trial(plan, trial)).toList(),
        null,
        null,
        null,
        null);
  }

  private Preflight preflight(Plan.Arm arm) {
    return new Preflight(
        arm.name(),
        "10.0.0.7",
        "10.11.11-MariaDB",
        null,
        null,
        2_300L,
        90L,
        210L,
        Map.of("innodb_flush_log_at_trx_commit", flushLog),
        null,
        null,
        null);
  }

  private TrialResult trial(Plan plan, Plan.Trial trial) {
    return new TrialResult(
        trial.index(),
        trial.round(),
        trial.arm(),
        START.plusSeconds(trial.index()),
        START.plusSeconds(trial.index() + 1),
        plan.workload().phases().stream().map(phase -> phase(plan, phase)).toList(),
        null,
        Map.copyOf(before),
        Map.copyOf(after),
        null,
        null);
  }

  private PhaseResult phase(Plan plan, Plan.Phase phase) {
    long operations = (long) plan.workload().keyCount() * phase.laps();
    return new PhaseResult(
        phase.name(),
        phase.operation(),
        Collections.nCopies(phase.laps(), LAP_NANOS),
        operations,
        0,
        misses,
        0,
        0,
        Map.of(),
        4_500_000,
        6_000_000,
        9_000_000,
        11_000_000,
        12_000_000,
        0,
        null,
        null,
        retries,
        null,
        null,
        null,
        null,
        null,
        null);
  }
}
