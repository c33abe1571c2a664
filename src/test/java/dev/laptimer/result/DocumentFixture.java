package dev.laptimer.result;

import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.CacheBenchmarkSpec.Endpoint;
import dev.laptimer.api.CacheBenchmarkSpec.Server;
import dev.laptimer.api.CacheBenchmarkSpec.Target;
import dev.laptimer.api.CacheBenchmarkSpec.Workload;
import dev.laptimer.api.ClientName;
import dev.laptimer.api.ComparedPairs;
import dev.laptimer.api.Comparison;
import dev.laptimer.api.EngineName;
import dev.laptimer.api.Metric;
import dev.laptimer.api.Variant;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Planner;
import dev.laptimer.result.ResultDocument.Environment;
import dev.laptimer.result.ResultDocument.FailoverResult;
import dev.laptimer.result.ResultDocument.Failure;
import dev.laptimer.result.ResultDocument.Health;
import dev.laptimer.result.ResultDocument.Outcome;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.Placement;
import dev.laptimer.result.ResultDocument.Preflight;
import dev.laptimer.result.ResultDocument.TrialResult;
import dev.laptimer.result.ResultDocument.WarmUpResult;
import dev.laptimer.result.ResultDocument.Window;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Makes result documents for tests: what a run on a quiet machine would leave, made up from a seed,
 * with faults where they are asked for. Times are those of a client that warms up over its laps.
 */
public final class DocumentFixture {

  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
  private static final double BASE_NANOS = 24_000;

  private final List<Target> targets = new ArrayList<>();
  private final Map<String, Double> speeds = new HashMap<>();
  private List<Variant> variants;
  private Workload workload;
  private Integer rounds;
  private Comparison comparison = new Comparison(null, null, null, null, false, null, null);
  private double noise = 0.02;
  private long seed = 1;
  private int trialsDone = Integer.MAX_VALUE;
  private Outcome outcome = new Outcome(true, "Measured", "all trials were measured");
  private UnaryOperator<TrialResult> trialChange = UnaryOperator.identity();
  private UnaryOperator<ResultDocument> documentChange = UnaryOperator.identity();

  private DocumentFixture() {}

  /**
   * The classic comparison of these targets, without a control; their engines go by their names.
   */
  public static DocumentFixture of(String... targets) {
    var fixture = new DocumentFixture();
    for (var name : targets) {
      var engine =
          name.startsWith("memcached")
              ? EngineName.Memcached
              : name.startsWith("valkey") ? EngineName.Valkey : EngineName.Redis;
      fixture.targets.add(
          new Target(
              name, engine, null, null, new Server(null, null, null, null, null), null, null));
    }
    return fixture;
  }

  public DocumentFixture price(String target, String perHour) {
    targets.replaceAll(
        t ->
            t.name().equals(target)
                ? new Target(
                    t.name(),
                    t.engine(),
                    t.client(),
                    t.protocol(),
                    t.server(),
                    t.endpoint(),
                    perHour)
                : t);
    return this;
  }

  /** Makes a target one that somebody else runs. */
  public DocumentFixture endpoint(String target, String host) {
    targets.replaceAll(
        t ->
            t.name().equals(target)
                ? new Target(
                    t.name(),
                    t.engine(),
                    t.client(),
                    t.protocol(),
                    null,
                    new Endpoint(host, 6379, null, null),
                    t.pricePerHour())
                : t);
    return this;
  }

  /** How many times as fast as the others a target is. */
  public DocumentFixture speed(String target, double factor) {
    speeds.put(target, factor);
    return this;
  }

  public DocumentFixture rounds(int rounds) {
    this.rounds = rounds;
    return this;
  }

  public DocumentFixture workload(Workload workload) {
    this.workload = workload;
    return this;
  }

  public DocumentFixture comparison(
      String reference, String phase, Metric metric, Integer thresholdPercent) {
    comparison =
        new Comparison(
            reference,
            phase,
            metric,
            thresholdPercent,
            comparison.control(),
            comparison.untilIntervalPercent(),
            comparison.pairs());
    return this;
  }

  /** Measures the reference once more in each round. */
  public DocumentFixture control() {
    comparison = with(true, comparison.untilIntervalPercent());
    return this;
  }

  /** Asks for no more rounds than so narrow an interval needs. */
  public DocumentFixture until(int intervalPercent) {
    comparison = with(comparison.control(), intervalPercent);
    return this;
  }

  /** Says which are compared with which. */
  public DocumentFixture pairs(ComparedPairs pairs) {
    comparison =
        new Comparison(
            comparison.reference(),
            comparison.phase(),
            comparison.metric(),
            comparison.thresholdPercent(),
            comparison.control(),
            comparison.untilIntervalPercent(),
            pairs);
    return this;
  }

  private Comparison with(Boolean control, Integer untilIntervalPercent) {
    return new Comparison(
        comparison.reference(),
        comparison.phase(),
        comparison.metric(),
        comparison.thresholdPercent(),
        control,
        untilIntervalPercent,
        comparison.pairs());
  }

  /** Warms each phase of a target up, steady in the end in all trials but so many. */
  public DocumentFixture warmedUp(String target, int unsteadyTrials) {
    return trials(
        trial ->
            !trial.arm().equals(target)
                ? trial
                : withPhases(
                    trial,
                    trial.phases().stream()
                        .map(p -> withWarmUp(p, trial.round() > unsteadyTrials))
                        .toList()));
  }

  private static PhaseResult withWarmUp(PhaseResult phase, boolean steady) {
    return new PhaseResult(
        phase.name(),
        phase.operation(),
        phase.lapNanos(),
        phase.operations(),
        phase.errors(),
        phase.misses(),
        phase.expiredMisses(),
        phase.wrongValues(),
        phase.errorsByMessage(),
        phase.p50Nanos(),
        phase.p90Nanos(),
        phase.p99Nanos(),
        phase.p999Nanos(),
        phase.maxNanos(),
        phase.overflows(),
        phase.histogram(),
        phase.window(),
        phase.retries(),
        phase.meanNanos(),
        new WarmUpResult(6_500_000_000L, 250_000, steady, List.of(10_000L, 40_000L, 45_000L)),
        null,
        null,
        null,
        null);
  }

  /** Standard deviation of the logarithm of a trial's speed. */
  public DocumentFixture noise(double noise) {
    this.noise = noise;
    return this;
  }

  public DocumentFixture seed(long seed) {
    this.seed = seed;
    return this;
  }

  /** Changes each trial. */
  public DocumentFixture trials(UnaryOperator<TrialResult> change) {
    var before = trialChange;
    trialChange = trial -> change.apply(before.apply(trial));
    return this;
  }

  /** Changes one phase of each trial of a target. */
  public DocumentFixture phase(String target, String phase, UnaryOperator<PhaseResult> change) {
    return trials(
        trial ->
            !trial.arm().equals(target)
                ? trial
                : withPhases(
                    trial,
                    trial.phases().stream()
                        .map(p -> p.name().equals(phase) ? change.apply(p) : p)
                        .toList()));
  }

  public DocumentFixture document(UnaryOperator<ResultDocument> change) {
    var before = documentChange;
    documentChange = document -> change.apply(before.apply(document));
    return this;
  }

  public DocumentFixture environment(UnaryOperator<Environment> change) {
    return document(
        d ->
            new ResultDocument(
                d.schemaVersion(),
                d.kind(),
                d.laptimerVersion(),
                d.spec(),
                d.plan(),
                d.startTime(),
                d.finishTime(),
                d.outcome(),
                change.apply(d.environment()),
                d.preflights(),
                d.trials(),
                null,
                d.omitted(),
                d.placement(),
                null));
  }

  /** Gives each phase of each trial a histogram of so many operations around its median. */
  public DocumentFixture histograms(int operations) {
    return trials(
        trial ->
            withPhases(
                trial,
                trial.phases().stream()
                    .map(phase -> withHistogram(phase, histogram(phase, operations)))
                    .toList()));
  }

  public DocumentFixture failover(FailoverResult failover) {
    return document(
        d ->
            new ResultDocument(
                d.schemaVersion(),
                d.kind(),
                d.laptimerVersion(),
                d.spec(),
                d.plan(),
                d.startTime(),
                d.finishTime(),
                d.outcome(),
                d.environment(),
                d.preflights(),
                d.trials(),
                failover,
                d.omitted(),
                d.placement(),
                null));
  }

  public DocumentFixture placement(Placement placement) {
    return document(d -> d.withPlacement(placement));
  }

  /** The run fails after so many trials, in the middle of the next one. */
  public DocumentFixture failsAfter(int trials, Reason reason, String message) {
    trialsDone = trials;
    outcome = new Outcome(false, reason.name(), message);
    return this;
  }

  public DocumentFixture variants(Variant... variants) {
    this.variants = List.of(variants);
    return this;
  }

  public CacheBenchmarkSpec spec() {
    return new CacheBenchmarkSpec(
        List.copyOf(targets), workload, variants, rounds, comparison, null, null, null, null, null);
  }

  public ResultDocument build() {
    var spec = spec();
    var addresses =
        IntStream.range(0, targets.size())
            .boxed()
            .collect(
                Collectors.toMap(
                    i -> targets.get(i).name(),
                    i -> new Planner.Address(targets.get(i).name() + ".test", 6379 + i)));
    var plan =
        Planner.plan(spec, new Planner.Run("sample", 1, seed, addresses, "/etc/laptimer/secrets"));
    var random = new Random(seed);
    var trials = new ArrayList<TrialResult>();
    for (var trial : plan.trials()) {
      if (trial.index() < trialsDone) {
        trials.add(trialChange.apply(trial(plan, trial, random)));
      } else if (trial.index() == trialsDone && trialsDone > 0) {
        trials.add(failed(trial(plan, trial, random)));
      }
    }
    return documentChange.apply(
        new ResultDocument(
            ResultDocument.SCHEMA_VERSION,
            "CacheBenchmark",
            "0.1.0",
            spec,
            plan,
            START,
            START.plusSeconds(90),
            outcome,
            environment(),
            plan.arms().stream().map(this::preflight).toList(),
            trials,
            null,
            null,
            null,
            null));
  }

  public static TrialResult withPhases(TrialResult trial, List<PhaseResult> phases) {
    return new TrialResult(
        trial.index(),
        trial.round(),
        trial.arm(),
        trial.startTime(),
        trial.finishTime(),
        phases,
        trial.health(),
        trial.countersBefore(),
        trial.countersAfter(),
        trial.failure(),
        null);
  }

  public static TrialResult withCounters(
      TrialResult trial, Map<String, Long> before, Map<String, Long> after) {
    return new TrialResult(
        trial.index(),
        trial.round(),
        trial.arm(),
        trial.startTime(),
        trial.finishTime(),
        trial.phases(),
        trial.health(),
        before,
        after,
        trial.failure(),
        null);
  }

  public static PhaseResult withCounts(
      PhaseResult phase, long errors, long misses, long expiredMisses, long wrongValues) {
    return new PhaseResult(
        phase.name(),
        phase.operation(),
        phase.lapNanos(),
        phase.operations(),
        errors,
        misses,
        expiredMisses,
        wrongValues,
        errors == 0 ? null : Map.of("READONLY you can't write against a replica", errors),
        phase.p50Nanos(),
        phase.p90Nanos(),
        phase.p99Nanos(),
        phase.p999Nanos(),
        phase.maxNanos(),
        phase.overflows(),
        phase.histogram(),
        phase.window(),
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  public static PhaseResult withLaps(PhaseResult phase, List<Long> lapNanos) {
    return new PhaseResult(
        phase.name(),
        phase.operation(),
        lapNanos,
        phase.operations(),
        phase.errors(),
        phase.misses(),
        phase.expiredMisses(),
        phase.wrongValues(),
        phase.errorsByMessage(),
        phase.p50Nanos(),
        phase.p90Nanos(),
        phase.p99Nanos(),
        phase.p999Nanos(),
        phase.maxNanos(),
        phase.overflows(),
        phase.histogram(),
        phase.window(),
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  public static PhaseResult withHistogram(PhaseResult phase, String histogram) {
    return new PhaseResult(
        phase.name(),
        phase.operation(),
        phase.lapNanos(),
        phase.operations(),
        phase.errors(),
        phase.misses(),
        phase.expiredMisses(),
        phase.wrongValues(),
        phase.errorsByMessage(),
        phase.p50Nanos(),
        phase.p90Nanos(),
        phase.p99Nanos(),
        phase.p999Nanos(),
        phase.maxNanos(),
        phase.overflows(),
        histogram,
        phase.window(),
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  /** Latencies whose logarithms are normal, at even steps of their distribution. */
  private static String histogram(PhaseResult phase, int operations) {
    var histogram = new Histogram(1_000, 60_000_000_000L, 3);
    var logarithms = NormalDistribution.of(Math.log(phase.p50Nanos()), 0.5);
    for (int i = 0; i < operations; i++) {
      histogram.recordValue(
          Math.round(Math.exp(logarithms.inverseCumulativeProbability((i + 0.5) / operations))));
    }
    var buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  /** The same phase done so many times as fast. */
  public static PhaseResult withSpeed(PhaseResult phase, double factor) {
    return new PhaseResult(
        phase.name(),
        phase.operation(),
        phase.lapNanos().stream().map(nanos -> Math.round(nanos / factor)).toList(),
        phase.operations(),
        phase.errors(),
        phase.misses(),
        phase.expiredMisses(),
        phase.wrongValues(),
        phase.errorsByMessage(),
        Math.round(phase.p50Nanos() / factor),
        Math.round(phase.p90Nanos() / factor),
        Math.round(phase.p99Nanos() / factor),
        Math.round(phase.p999Nanos() / factor),
        Math.round(phase.maxNanos() / factor),
        phase.overflows(),
        phase.histogram(),
        phase.window(),
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  public static PhaseResult withWindow(PhaseResult phase, UnaryOperator<Window> change) {
    return new PhaseResult(
        phase.name(),
        phase.operation(),
        phase.lapNanos(),
        phase.operations(),
        phase.errors(),
        phase.misses(),
        phase.expiredMisses(),
        phase.wrongValues(),
        phase.errorsByMessage(),
        phase.p50Nanos(),
        phase.p90Nanos(),
        phase.p99Nanos(),
        phase.p999Nanos(),
        phase.maxNanos(),
        phase.overflows(),
        phase.histogram(),
        change.apply(phase.window()),
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private TrialResult trial(Plan plan, Plan.Trial trial, Random random) {
    double speed = speeds.getOrDefault(trial.arm(), 1.0) * Math.exp(noise * random.nextGaussian());
    var start = START.plusSeconds(4L * trial.index());
    var phases = new ArrayList<PhaseResult>();
    int lapsBefore = 0;
    for (var phase : plan.workload().phases()) {
      phases.add(phase(plan.workload(), phase, lapsBefore, speed));
      lapsBefore += Math.max(1, phase.laps());
    }
    return new TrialResult(
        trial.index(),
        trial.round(),
        trial.arm(),
        start,
        start.plusSeconds(4),
        phases,
        new Health(310, 420L, 134_217_728L, "Serial", null, null),
        Map.of("uptime_in_seconds", 10L + 4L * trial.index(), "evicted_keys", 0L),
        Map.of("uptime_in_seconds", 14L + 4L * trial.index(), "evicted_keys", 0L),
        null,
        null);
  }

  private static PhaseResult phase(
      Plan.Workload workload, Plan.Phase phase, int lapsBefore, double speed) {
    int keys = workload.keyCount();
    double steadyLap = keys * BASE_NANOS / speed;
    var laps =
        phase.laps() == 0
            ? List.of(phase.durationSeconds() * 1_000_000_000L)
            : IntStream.range(lapsBefore, lapsBefore + phase.laps())
                .mapToObj(lap -> Math.round(steadyLap * (1 + 1.2 * Math.exp(-lap / 1.5))))
                .toList();
    long total = laps.stream().mapToLong(Long::longValue).sum();
    long operations =
        phase.laps() == 0 ? Math.round(total / (BASE_NANOS / speed)) : (long) keys * phase.laps();
    double mean = (double) total * workload.connections() / operations;
    return new PhaseResult(
        phase.name(),
        phase.operation(),
        laps,
        operations,
        0,
        0,
        0,
        0,
        null,
        Math.round(mean * 0.9),
        Math.round(mean * 1.3),
        Math.round(mean * 2.5),
        Math.round(mean * 8),
        Math.round(mean * 100),
        0,
        null,
        new Window(
            total + 1_000_000,
            Math.round(total * 0.7),
            1,
            1_200_000,
            1_200_000,
            0L,
            0L,
            0.001,
            null),
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private static TrialResult failed(TrialResult trial) {
    return new TrialResult(
        trial.index(),
        trial.round(),
        trial.arm(),
        trial.startTime(),
        trial.finishTime(),
        trial.phases().subList(0, 1),
        trial.health(),
        trial.countersBefore(),
        null,
        new Failure("Cancelled", "the run ended before the trial did"),
        null);
  }

  private Preflight preflight(Plan.Arm arm) {
    var version =
        switch (arm.engine()) {
          case Redis -> "7.0.15";
          case Valkey -> "9.1.0";
          case Memcached -> "1.6.18";
          case MongoDB -> "8.0.4";
          case Galera -> "10.11.11-MariaDB";
        };
    return new Preflight(
        arm.name(),
        "10.0.0.7",
        version,
        null,
        null,
        310L,
        21L,
        55L,
        Map.of("save", ""),
        null,
        null,
        null);
  }

  private static Environment environment() {
    return new Environment(
        "OpenJDK 25.0.1+8",
        List.of("-XX:+UseSerialGC", "-Xms128m", "-Xmx128m"),
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
        Map.of(ClientName.Jedis, "8.0.2", ClientName.Spymemcached, "2.12.3"));
  }
}
