package dev.laptimer.plan;

import dev.laptimer.api.Arrivals;
import dev.laptimer.api.ClientName;
import dev.laptimer.api.EngineName;
import dev.laptimer.api.ExpiryMethod;
import dev.laptimer.api.FaultAction;
import dev.laptimer.api.KeyForm;
import dev.laptimer.api.KeyOrder;
import dev.laptimer.api.Operation;
import dev.laptimer.api.RowEncoding;
import dev.laptimer.api.WireProtocol;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * All that a runner needs to know: what to measure, with what, in what order. It is a document
 * (JSON) and holds no secrets, only the folders in which they are mounted.
 *
 * @param benchmark name of the benchmark
 * @param runNumber number of the run, from 1
 * @param seed seed of the order of trials, of the keys and of the values
 * @param keyPrefix what every key begins with, the run's own, {@value #KEY_PREFIX_BYTES} bytes
 * @param rounds number of rounds
 * @param workload what is done to every arm that has none of its own
 * @param arms what is compared, in the order of the tables
 * @param control the reference once more, in each round; null for none
 * @param trials in the order in which they are to be made
 * @param timeoutSeconds after which the runner stops and gives what it has
 * @param startTimeoutSeconds after which the runner no longer waits for its targets to answer
 * @param jvmOptions of the JVM of each trial, where the arm has none of its own
 * @param cluster what else there is of a database cluster; null for caches
 * @param runners who makes the trials; null for the runner that has the plan, alone
 */
public record Plan(
    String benchmark,
    int runNumber,
    long seed,
    String keyPrefix,
    int rounds,
    Workload workload,
    List<Arm> arms,
    Control control,
    List<Trial> trials,
    int timeoutSeconds,
    int startTimeoutSeconds,
    List<String> jvmOptions,
    Cluster cluster,
    Runners runners) {

  /** Length of {@link #keyPrefix}. */
  public static final int KEY_PREFIX_BYTES = 12;

  /**
   * @param name of an arm or of the control
   */
  public Arm arm(String name) {
    return measured().stream()
        .filter(arm -> arm.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no arm '" + name + "' in the plan"));
  }

  /**
   * The same plan with other Java runtimes for variants.
   *
   * @param javaHomes their folders, by the name of the variant
   */
  public Plan withJavaHomes(Map<String, String> javaHomes) {
    return new Plan(
        benchmark,
        runNumber,
        seed,
        keyPrefix,
        rounds,
        workload,
        arms.stream().map(arm -> arm.withJavaHome(javaHomes)).toList(),
        control == null ? null : new Control(control.of(), control.arm().withJavaHome(javaHomes)),
        trials,
        timeoutSeconds,
        startTimeoutSeconds,
        jvmOptions,
        cluster,
        runners);
  }

  /** What is done to an arm. */
  public Workload workload(Arm arm) {
    return arm.workload() == null ? workload : arm.workload();
  }

  /** Options of the JVM of an arm's trials. */
  public List<String> jvmOptions(Arm arm) {
    return arm.jvmOptions() == null ? jvmOptions : arm.jvmOptions();
  }

  /** All that is measured in each round: the arms and the control. */
  public List<Arm> measured() {
    return control == null ? arms : Stream.concat(arms.stream(), Stream.of(control.arm())).toList();
  }

  /**
   * An arm that is measured twice in each round, to see how far the same thing differs from itself.
   *
   * @param of name of the arm
   * @param arm the same under a name of its own, which no arm can have
   */
  public record Control(String of, Arm arm) {

    private static final String AGAIN = "~again";

    static Control of(Arm arm) {
      return new Control(arm.name(), arm.named(arm.name() + AGAIN));
    }
  }

  /**
   * What is compared: a target under one workload.
   *
   * @param name of the arm: the target's, or the target's and the variant's with a '/' between
   * @param target name of the target
   * @param protocol in which the client talks to Memcached; null for other engines
   * @param owned true if the server was started for this run, so that it may be flushed
   * @param host name or address of the server
   * @param port TCP port of the server
   * @param tls how to talk TLS, or null for plain TCP
   * @param credentialsDir folder with files {@code password} and, optionally, {@code username}, or
   *     with {@code root}, the password of that user; null for no login
   * @param workload that counts in place of the plan's; null if that does
   * @param jvmOptions that count in place of the plan's; null if those do
   * @param image of the runner that makes its trials; null for the runner's own
   * @param javaHome folder of the Java runtime that makes its trials; null for the runner's own
   * @param collection of MongoDB, the run's own, which holds the keys; null for other engines
   */
  public record Arm(
      String name,
      String target,
      EngineName engine,
      ClientName client,
      WireProtocol protocol,
      boolean owned,
      String host,
      int port,
      Tls tls,
      String credentialsDir,
      Workload workload,
      List<String> jvmOptions,
      String image,
      String javaHome,
      String collection) {

    /** An arm under the plan's own workload. */
    public Arm(
        String name,
        String target,
        EngineName engine,
        ClientName client,
        WireProtocol protocol,
        boolean owned,
        String host,
        int port,
        Tls tls,
        String credentialsDir) {
      this(
          name,
          target,
          engine,
          client,
          protocol,
          owned,
          host,
          port,
          tls,
          credentialsDir,
          null,
          null,
          null,
          null,
          null);
    }

    private Arm withJavaHome(Map<String, String> byVariant) {
      var variant = name.substring(name.indexOf('/') + 1).replace(Control.AGAIN, "");
      return new Arm(
          name,
          target,
          engine,
          client,
          protocol,
          owned,
          host,
          port,
          tls,
          credentialsDir,
          workload,
          jvmOptions,
          image,
          name.contains("/") ? byVariant.get(variant) : null,
          collection);
    }

    private Arm named(String other) {
      return new Arm(
          other,
          target,
          engine,
          client,
          protocol,
          owned,
          host,
          port,
          tls,
          credentialsDir,
          workload,
          jvmOptions,
          image,
          javaHome,
          collection);
    }
  }

  /**
   * How to talk TLS.
   *
   * @param caFile authorities to trust, PEM; null for the runtime's own list
   * @param certificateDir folder with {@code tls.crt} and {@code tls.key}, PEM; null for no client
   *     certificate
   */
  public record Tls(String caFile, String certificateDir) {}

  /**
   * What is done to every arm, every default resolved. Units are in the names.
   *
   * @param pipelineDepth operations that are on their way together on each connection
   * @param table null for caches
   * @param expiryMethod null if the time to live is given with the Set
   * @param warmUp of each operation before it is timed; null for none
   * @param keyForm null for letters
   * @param row what each value is, {@code valueSizeBytes} being 0 then; null for random bytes
   * @param readPercent share of Gets in a Mix of caches; null without one
   */
  public record Workload(
      int keyCount,
      int keyLengthBytes,
      int valueSizeBytes,
      int expirySeconds,
      int connections,
      int pipelineDepth,
      KeyOrder keyOrder,
      List<Phase> phases,
      Table table,
      ExpiryMethod expiryMethod,
      WarmUp warmUp,
      KeyForm keyForm,
      Row row,
      Integer readPercent) {

    /** Memory that distinct values take at most together. */
    static final long MAX_VALUES_BYTES = 64L << 20;

    /** Whose time to live, if any, is given with the Set. */
    public Workload(
        int keyCount,
        int keyLengthBytes,
        int valueSizeBytes,
        int expirySeconds,
        int connections,
        int pipelineDepth,
        KeyOrder keyOrder,
        List<Phase> phases,
        Table table) {
      this(
          keyCount,
          keyLengthBytes,
          valueSizeBytes,
          expirySeconds,
          connections,
          pipelineDepth,
          keyOrder,
          phases,
          table,
          null,
          null,
          null,
          null,
          null);
    }

    /** The most that one value takes in memory. */
    int valueBytesAtMost() {
      return row == null ? valueSizeBytes : row.bytesAtMost();
    }

    /** Number of distinct values; keys share them where they would take too much memory. */
    public int distinctValues() {
      return (int) Math.min(keyCount, Math.max(1, MAX_VALUES_BYTES / valueBytesAtMost()));
    }

    /** What the keys are after their prefix. */
    public KeyForm keyFormOrDefault() {
      return keyForm == null ? KeyForm.Letters : keyForm;
    }

    /** Share of reads in a Mix of Gets and Sets, in percent; 0 without one. */
    public int readPercentOrDefault() {
      return readPercent == null ? 0 : readPercent;
    }

    /** How keys are given their time to live. */
    public ExpiryMethod expiryMethodOrDefault() {
      return expiryMethod == null ? ExpiryMethod.WithSet : expiryMethod;
    }
  }

  /**
   * A value that is a serialized row.
   *
   * @param insideClock whether it is serialized by each Set and deserialized by each Get
   */
  public record Row(RowEncoding encoding, boolean insideClock) {

    /** Of the objects of a row. */
    private static final int OBJECTS_BYTES = 640;

    /** The most that one row takes in memory: its objects or, serialized before, its bytes. */
    public int bytesAtMost() {
      if (insideClock) {
        return OBJECTS_BYTES;
      }
      return switch (encoding) {
        case Json, Cbor -> 416;
        case JavaSerialization -> 640;
      };
    }
  }

  /**
   * How long each operation is done before it is timed: until it was done for so long, so often,
   * and at a steady speed.
   *
   * @param maxSeconds after which it ends though the speed is not steady
   */
  public record WarmUp(int minSeconds, int minOperations, int maxSeconds) {

    /** Null for a spec that asks for none. */
    static WarmUp of(dev.laptimer.api.WarmUp spec) {
      return spec == null
          ? null
          : new WarmUp(
              spec.minSecondsOrDefault(),
              spec.minOperationsOrDefault(),
              spec.maxSecondsOrDefault());
    }
  }

  /**
   * What is done to a table; its rows are the workload's keys, their texts its values.
   *
   * @param rangeRows rows that a RangeRead selects
   * @param statementsPerTransaction updates in a Transaction
   * @param readPercent share of reads in a Mix
   */
  public record Table(int rangeRows, int statementsPerTransaction, int readPercent) {}

  /**
   * A database cluster beside its arms.
   *
   * @param database name of the database that is the run's own; it must not be there before
   * @param members every member, in the order of their ordinals
   * @param failover what happens to them after the trials; null for nothing
   */
  public record Cluster(String database, List<Member> members, Failover failover) {}

  /**
   * Who makes the trials together.
   *
   * @param pods how many processes share the work of a trial
   * @param hosts names of the runner's pods, in the order of their numbers; the first is that of
   *     the runner that has the lead; null where all are processes of one machine
   * @param images other images than the runner's own that make trials; the one at place n listens
   *     at {@code firstPort} + n + 1
   * @param firstPort TCP port at which the runner's own image listens in each pod but the first
   */
  public record Runners(int pods, List<String> hosts, List<String> images, int firstPort) {}

  /** Where one member of a cluster listens. */
  public record Member(String name, String host, int port) {}

  /**
   * Events under a steady load of writes.
   *
   * @param arm through which is written
   * @param events what happens, one after the other
   * @param eventTimeoutSeconds that each event and the healing after it may take
   */
  public record Failover(
      String arm,
      List<FaultAction> events,
      int writesPerSecond,
      int connections,
      int eventTimeoutSeconds) {}

  /**
   * One operation done to the keys.
   *
   * @param laps passes over all keys; 0 if the phase goes by {@code durationSeconds}
   * @param durationSeconds how long it goes on; 0 if it goes by laps; of a sweep, each of its parts
   * @param openLoop null where each connection sends when it has its answer
   * @param sweep null for none
   */
  public record Phase(
      String name,
      Operation operation,
      int laps,
      int durationSeconds,
      OpenLoop openLoop,
      Sweep sweep) {

    /** A phase that goes as fast as it can. */
    public Phase(String name, Operation operation, int laps, int durationSeconds) {
      this(name, operation, laps, durationSeconds, null, null);
    }
  }

  /**
   * Operations that are due at times of their own.
   *
   * @param ratePerMinute over all connections together
   */
  public record OpenLoop(long ratePerMinute, Arrivals arrivals) {}

  /**
   * First as fast as it can, then an open loop at each percentage of the speed that was reached.
   *
   * @param maxP99Micros most that the 99th percentile of the response time may be; null for no
   *     limit
   */
  public record Sweep(List<Integer> percents, Integer maxP99Micros, Arrivals arrivals) {}

  /**
   * One arm, all phases, once, in a fresh process.
   *
   * @param index place in the plan, from 0
   * @param round from 1
   * @param arm name of the arm
   */
  public record Trial(int index, int round, String arm) {}
}
