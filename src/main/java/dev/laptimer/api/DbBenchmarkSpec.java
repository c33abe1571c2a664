package dev.laptimer.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Optional;

/**
 * What is timed of a database cluster, as the user wrote it. Every {@code ...OrDefault} method
 * gives the meaning of an absent field.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(
    value =
        "!has(self.targets) || self.targets.all(t, self.targets.exists_one(u, u.name == t.name))",
    message = "targets must have names of their own: a name appears more than once in `targets`")
@ValidationRule(
    value =
        "!has(self.variants) || self.variants.all(v, self.variants.exists_one(u, u.name == v.name))",
    message = "variants must have names of their own: a name appears more than once in `variants`")
@ValidationRule(
    value =
        "!has(self.comparison) || !has(self.comparison.reference)"
            + " || (has(self.targets) ? self.targets.map(t, t.name) : ['service', 'member']).exists(t,"
            + " has(self.variants) ? self.variants.exists(v, t + '/' + v.name == self.comparison.reference)"
            + " : t == self.comparison.reference)",
    message =
        "`comparison.reference` must be the name of an arm: of one of `targets` (by default 'service' and 'member'),"
            + " with '/' and the name of one of `variants` if there are any")
@ValidationRule(
    value =
        "!has(self.comparison) || !has(self.comparison.phase)"
            + " || (has(self.workload) && has(self.workload.phases)"
            + " ? self.workload.phases.exists(p,"
            + " (has(p.name) ? p.name : p.operation.lowerAscii()) == self.comparison.phase)"
            + " : self.comparison.phase in ['insert', 'fullread'])",
    message =
        "`comparison.phase` must be the name of one of `workload.phases` (a phase without a name is called as its"
            + " operation in lower case; without `workload.phases` there are 'insert' and 'fullread')")
public record DbBenchmarkSpec(
    @JsonPropertyDescription(
            "The ways to the members that are compared, 1 to 4. Default: 'service', through the cluster's Service, and"
                + " 'member', straight to the first member.")
        @Size(min = 1, max = 4)
        List<Target> targets,
    @JsonPropertyDescription(
            "Drivers that are compared, 1 to 4; each is timed at every target, and each pair is an arm, called"
                + " <target>/<variant>. Default: MariaDB Connector/J, and arms called as the targets.")
        @Size(min = 1, max = 4)
        List<Variant> variants,
    @JsonPropertyDescription(
            "What is done in every trial, in a database that is the run's own. Default: mysqlslap's classic form, 50"
                + " connections, a table with a row for each, 500 times read as a whole by each of them.")
        Workload workload,
    @JsonPropertyDescription(
            "How often every arm is measured, 1 to 50; each round measures every arm once, in random order, each in a"
                + " fresh process. Fewer than 6 rounds give no verdict. Default: 10.")
        @Min(1)
        @Max(50)
        Integer rounds,
    @JsonPropertyDescription(
            "What is compared with what. Default: every other arm with the first one.")
        Comparison comparison,
    @JsonPropertyDescription(
            "How long the cluster is away when members die: events under a steady load of writes, after the rounds."
                + " Default: none.")
        Failover failover,
    @JsonPropertyDescription("The pod that puts the load on the cluster and measures.")
        Runner runner,
    @JsonPropertyDescription(
            "Seconds that the measuring may take, 10 to 86400; then the run fails as TimedOut, and what was measured is"
                + " kept. Default: 1800.")
        @Min(10)
        @Max(86400)
        Integer timeoutSeconds,
    @JsonPropertyDescription(
            "Seconds that the runner may take to start (image, scheduling, quota), 5 to 86400; then the run fails and"
                + " says what it waited for. Default: 300.")
        @Min(5)
        @Max(86400)
        Integer startTimeoutSeconds,
    @JsonPropertyDescription(
            "If true no run starts and a run in progress is cancelled; a run that is already finished stays as it is."
                + " The cluster is not concerned. Default: false.")
        Boolean suspend,
    @JsonPropertyDescription("Asks for a run of its own.") RunToken run)
    implements BenchmarkSpec {

  private static final List<Target> BOTH_WAYS =
      List.of(new Target("service", DbRoute.Service), new Target("member", DbRoute.Member));

  public List<Target> targetsOrDefault() {
    return targets == null ? BOTH_WAYS : targets;
  }

  /** One variant without a name stands for the default driver. */
  public List<Variant> variantsOrDefault() {
    return variants == null ? List.of(new Variant(null, null)) : variants;
  }

  public Workload workloadOrDefault() {
    return workload == null ? Workload.CLASSIC : workload;
  }

  @Override
  public String referenceOrDefault() {
    var reference = comparisonOrDefault().reference();
    return reference == null
        ? armName(targetsOrDefault().get(0), variantsOrDefault().get(0))
        : reference;
  }

  @Override
  public List<Phase> timedPhases() {
    return workloadOrDefault().phasesOrDefault();
  }

  @Override
  public String comparedPhaseOrDefault() {
    var phases = workloadOrDefault().phasesOrDefault();
    var phase = comparisonOrDefault().phase();
    return phase == null ? phases.get(phases.size() - 1).nameOrDefault() : phase;
  }

  /** Name of the arm that a target and a variant make. */
  public static String armName(Target target, Variant variant) {
    return variant.name() == null ? target.name() : target.name() + "/" + variant.name();
  }

  @Override
  public Optional<String> pricePerHour(String target) {
    return Optional.empty();
  }

  /** A way to the members. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Target(
      @JsonPropertyDescription("Name of the target in tables and results. Example: proxy.")
          @Required
          @Size(min = 1, max = 20)
          @ValidationRule(value = Rules.NAME, message = Rules.NAME_MESSAGE)
          String name,
      @JsonPropertyDescription(
              "Service: through the cluster's Service, and so through its proxy if it has one. Member: straight to the"
                  + " first member.")
          @Required
          DbRoute via) {}

  /** A driver. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Variant(
      @JsonPropertyDescription("Name of the variant, the second half of its arms' names.")
          @Required
          @Size(min = 1, max = 20)
          @ValidationRule(value = Rules.PART_OF_A_NAME, message = Rules.PART_OF_A_NAME_MESSAGE)
          String name,
      @JsonPropertyDescription(
              "Driver: MariaDbConnectorJ or MySqlConnectorJ. Default: MariaDbConnectorJ.")
          ClientName client) {

    public ClientName clientOrDefault() {
      return client == null ? ClientName.defaultFor(EngineName.Galera) : client;
    }
  }

  /** What is done in every trial. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Workload(
      @JsonPropertyDescription("Rows of the table, 1 to 1000000. Default: 50.")
          @Min(1)
          @Max(1000000)
          Integer rows,
      @JsonPropertyDescription("Bytes of each row's text, 1 to 65535. Default: 100.")
          @Min(1)
          @Max(65535)
          Integer rowBytes,
      @JsonPropertyDescription(
              "Connections, each with a thread and a share of the rows of its own, 1 to 256. They stay open, but for a"
                  + " ConnectQueryClose. Default: 50.")
          @Min(1)
          @Max(256)
          Integer connections,
      @JsonPropertyDescription("Rows that a RangeRead selects, 1 to 10000. Default: 100.")
          @Min(1)
          @Max(10000)
          Integer rangeRows,
      @JsonPropertyDescription(
              "Updates in each Transaction, in the order of their keys, 1 to 1000. Default: 10.")
          @Min(1)
          @Max(1000)
          Integer statementsPerTransaction,
      @JsonPropertyDescription(
              "Share of reads in a Mix in percent, 0 to 100; the rest are updates. Default: 50.")
          @Min(0)
          @Max(100)
          Integer readPercent,
      @JsonPropertyDescription(
              "What is done, in this order, 1 to 12 phases; the first is an Insert. Default: one lap of Insert, 500 of"
                  + " FullRead.")
          @Size(min = 1, max = 12)
          @ValidationRule(
              value = "self[0].operation == 'Insert'",
              message =
                  "the first must have `operation` 'Insert': each trial begins with an empty table")
          @ValidationRule(
              value = "self.all(p, p.operation != 'Insert' || self[0] == p)",
              message = "only the first may have `operation` 'Insert': the rows are there already")
          List<Phase> phases,
      @JsonPropertyDescription(
              "Does each operation before it is timed, until its speed is steady; {} takes every default. Default: none,"
                  + " the timing begins with a cold JVM, as in the classic comparison.")
          WarmUp warmUp) {

    static final Workload CLASSIC = new Workload(null, null, null, null, null, null, null, null);

    public int rowsOrDefault() {
      return rows == null ? 50 : rows;
    }

    public int rowBytesOrDefault() {
      return rowBytes == null ? 100 : rowBytes;
    }

    public int connectionsOrDefault() {
      return connections == null ? 50 : connections;
    }

    public int rangeRowsOrDefault() {
      return rangeRows == null ? 100 : rangeRows;
    }

    public int statementsPerTransactionOrDefault() {
      return statementsPerTransaction == null ? 10 : statementsPerTransaction;
    }

    public int readPercentOrDefault() {
      return readPercent == null ? 50 : readPercent;
    }

    public List<Phase> phasesOrDefault() {
      return phases == null
          ? List.of(
              new Phase(null, Operation.Insert, 1, null),
              new Phase(null, Operation.FullRead, 500, null))
          : phases;
    }
  }

  /** One operation done for the rows. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  @ValidationRule(
      value = "!(has(self.laps) && has(self.durationSeconds))",
      message = "a phase must have `laps` or `durationSeconds`, not both")
  @ValidationRule(
      value =
          "self.operation != 'Insert' || !has(self.durationSeconds) && (!has(self.laps) || self.laps == 1)",
      message =
          "`laps` must be 1 and `durationSeconds` absent for an 'Insert': a row can be inserted but once")
  @ValidationRule(
      value =
          "!(has(self.ratePerSecond) && has(self.ratePerMinute)) && !(has(self.ratePerSecond) && has(self.sweep))"
              + " && !(has(self.ratePerMinute) && has(self.sweep))",
      message = "a phase must have at most one of `ratePerSecond`, `ratePerMinute` and `sweep`")
  @ValidationRule(
      value =
          "has(self.durationSeconds)"
              + " || !has(self.ratePerSecond) && !has(self.ratePerMinute) && !has(self.sweep)",
      message = "`ratePerSecond`, `ratePerMinute` and `sweep` need `durationSeconds`")
  @ValidationRule(
      value =
          "!has(self.ratePerMinute) || !has(self.durationSeconds)"
              + " || self.ratePerMinute * self.durationSeconds >= 60",
      message =
          "`ratePerMinute` times `durationSeconds` must be at least 60: otherwise no operation is due in that time")
  @ValidationRule(
      value =
          "!has(self.arrivals) || has(self.ratePerSecond) || has(self.ratePerMinute) || has(self.sweep)",
      message = "`arrivals` needs `ratePerSecond`, `ratePerMinute` or `sweep`")
  public record Phase(
      @JsonPropertyDescription(
              "Name of the phase in results and in comparison.phase. Default: pointread for a PointRead, etc.")
          @Size(min = 1, max = 20)
          @ValidationRule(value = Rules.PART_OF_A_NAME, message = Rules.PART_OF_A_NAME_MESSAGE)
          String name,
      @JsonPropertyDescription(
              "What is done once for each row: Insert; PointRead and Update by the primary key; RangeRead of rangeRows"
                  + " rows; FullRead of the whole table; Mix of PointReads and Updates by readPercent; Transaction of"
                  + " statementsPerTransaction Updates; ConnectQueryClose, a PointRead over a connection of its own.")
          @Required
          Operation operation,
      @JsonPropertyDescription(
              "Passes over all rows, each timed, 1 to 1000. Default: 1, without durationSeconds.")
          @Min(1)
          @Max(1000)
          Integer laps,
      @JsonPropertyDescription(
              "Instead of laps: seconds that the phase goes on, pass after pass, 1 to 3600.")
          @Min(1)
          @Max(3600)
          Integer durationSeconds,
      @JsonPropertyDescription(
              "Operations per second, 1 to 1000000, over all connections together: each has a time at which it is due,"
                  + " whatever became of those before it, and its latency counts from then. With durationSeconds. Default:"
                  + " each connection sends its next operation when the one before is answered.")
          @Min(1)
          @Max(1000000)
          Integer ratePerSecond,
      @JsonPropertyDescription(
              "Instead of ratePerSecond for lower rates: operations per minute, 1 to 6000.")
          @Min(1)
          @Max(6000)
          Integer ratePerMinute,
      @JsonPropertyDescription(
              "When operations at a rate are due: Poisson, at random times, or Even, at equal distances. Default: Poisson.")
          Arrivals arrivals,
      @JsonPropertyDescription(
              "Latency under rising rates: for durationSeconds without a rate, which gives the most that is reached, then"
                  + " for durationSeconds at each percentage of that; {} takes every default.")
          Sweep sweep)
      implements PhaseSpec {

    /** A phase that goes as fast as it can. */
    public Phase(String name, Operation operation, Integer laps, Integer durationSeconds) {
      this(name, operation, laps, durationSeconds, null, null, null, null);
    }
  }

  /** What happens to the members under a steady load of writes, one event after the other. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @JsonIgnoreProperties(ignoreUnknown = true)
  @ValidationRule(
      value =
          "(has(self.kills) ? self.kills : 1) + (has(self.stops) ? self.stops : 1)"
              + " + (has(self.awaited) ? self.awaited : 0) > 0",
      message = "`kills`, `stops` and `awaited` must not all be 0: no event would be left")
  public record Failover(
      @JsonPropertyDescription(
              "How often the member that serves the writes is killed without warning, 0 to 20. Default: 1.")
          @Min(0)
          @Max(20)
          Integer kills,
      @JsonPropertyDescription("How often, after that, it is stopped gently, 0 to 20. Default: 1.")
          @Min(0)
          @Max(20)
          Integer stops,
      @JsonPropertyDescription(
              "How many events, after that, are caused by somebody else and only waited for, 0 to 20, such as a member"
                  + " cut off the network. Default: 0.")
          @Min(0)
          @Max(20)
          Integer awaited,
      @JsonPropertyDescription("Writes per second, together, 1 to 10000. Default: 100.")
          @Min(1)
          @Max(10000)
          Integer writesPerSecond,
      @JsonPropertyDescription("Connections that write, 1 to 64. Default: 8.") @Min(1) @Max(64)
          Integer connections,
      @JsonPropertyDescription(
              "Seconds that each event and the healing after it may take, 10 to 3600; then the run fails. Default: 300.")
          @Min(10)
          @Max(3600)
          Integer eventTimeoutSeconds) {

    public int killsOrDefault() {
      return kills == null ? 1 : kills;
    }

    public int stopsOrDefault() {
      return stops == null ? 1 : stops;
    }

    public int awaitedOrDefault() {
      return awaited == null ? 0 : awaited;
    }

    public int writesPerSecondOrDefault() {
      return writesPerSecond == null ? 100 : writesPerSecond;
    }

    public int connectionsOrDefault() {
      return connections == null ? 8 : connections;
    }

    public int eventTimeoutSecondsOrDefault() {
      return eventTimeoutSeconds == null ? 300 : eventTimeoutSeconds;
    }
  }
}
