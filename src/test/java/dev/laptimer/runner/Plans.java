package dev.laptimer.runner;

import dev.laptimer.api.ClientName;
import dev.laptimer.api.EngineName;
import dev.laptimer.api.ExpiryMethod;
import dev.laptimer.api.KeyForm;
import dev.laptimer.api.KeyOrder;
import dev.laptimer.api.Operation;
import dev.laptimer.api.RowEncoding;
import dev.laptimer.api.WireProtocol;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Plan.Arm;
import dev.laptimer.plan.Plan.Phase;
import dev.laptimer.plan.Plan.Tls;
import dev.laptimer.plan.Plan.Trial;
import dev.laptimer.plan.Plan.Workload;
import java.util.List;
import java.util.stream.IntStream;

/** Plans for tests: small ones, every part of which can be changed. */
public final class Plans {

  private static final int START_TIMEOUT_SECONDS = 5;

  private final List<Arm> arms;
  private int rounds = 1;
  private int keyCount = 100;
  private int valueSizeBytes = 10;
  private int expirySeconds;
  private ExpiryMethod expiryMethod;
  private KeyForm keyForm;
  private Plan.Row row;
  private Plan.WarmUp warmUp;
  private int connections = 1;
  private int pipelineDepth = 1;
  private KeyOrder keyOrder = KeyOrder.Sequential;
  private Integer readPercent;
  private List<Phase> phases = List.of(set(1), get(1));
  private int timeoutSeconds = 120;
  private Plan.Table table;
  private Plan.Cluster cluster;
  private Plan.Runners runners;
  private List<String> jvmOptions =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m");

  private Plans(List<Arm> arms) {
    this.arms = arms;
  }

  /** One Set and one Get of 100 keys that live for ever, by one connection, once. */
  public static Plans of(Arm... arms) {
    return new Plans(List.of(arms));
  }

  public static Arm redis(int port) {
    return arm("redis", EngineName.Redis, true, port);
  }

  public static Arm memcached(int port) {
    return arm("memcached", EngineName.Memcached, true, port);
  }

  /** A server that speaks MongoDB's protocol. */
  public static Arm mongodb(int port) {
    return arm("mongodb", EngineName.MongoDB, true, port);
  }

  /** The same server, as one that somebody else runs. */
  public static Arm endpoint(Arm arm) {
    return new Arm(
        arm.name(),
        arm.target(),
        arm.engine(),
        arm.client(),
        arm.protocol(),
        false,
        arm.host(),
        arm.port(),
        arm.tls(),
        arm.credentialsDir(),
        arm.workload(),
        arm.jvmOptions(),
        arm.image(),
        arm.javaHome(),
        arm.collection());
  }

  /** The same server through another client. */
  public static Arm withClient(Arm arm, ClientName client, WireProtocol protocol) {
    return new Arm(
        arm.name(),
        arm.target(),
        arm.engine(),
        client,
        protocol,
        arm.owned(),
        arm.host(),
        arm.port(),
        arm.tls(),
        arm.credentialsDir(),
        arm.workload(),
        arm.jvmOptions(),
        arm.image(),
        arm.javaHome(),
        arm.collection());
  }

  public static Arm withHost(Arm arm, String host) {
    return new Arm(
        arm.name(),
        arm.target(),
        arm.engine(),
        arm.client(),
        arm.protocol(),
        arm.owned(),
        host,
        arm.port(),
        arm.tls(),
        arm.credentialsDir(),
        arm.workload(),
        arm.jvmOptions(),
        arm.image(),
        arm.javaHome(),
        arm.collection());
  }

  public static Arm withTls(Arm arm, Tls tls) {
    return new Arm(
        arm.name(),
        arm.target(),
        arm.engine(),
        arm.client(),
        arm.protocol(),
        arm.owned(),
        arm.host(),
        arm.port(),
        tls,
        arm.credentialsDir(),
        arm.workload(),
        arm.jvmOptions(),
        arm.image(),
        arm.javaHome(),
        arm.collection());
  }

  public static Arm withCredentials(Arm arm, String credentialsDir) {
    return new Arm(
        arm.name(),
        arm.target(),
        arm.engine(),
        arm.client(),
        arm.protocol(),
        arm.owned(),
        arm.host(),
        arm.port(),
        arm.tls(),
        credentialsDir,
        arm.workload(),
        arm.jvmOptions(),
        arm.image(),
        arm.javaHome(),
        arm.collection());
  }

  private static Arm arm(String name, EngineName engine, boolean owned, int port) {
    return new Arm(
        name,
        name,
        engine,
        ClientName.defaultFor(engine),
        engine == EngineName.Memcached ? WireProtocol.Text : null,
        owned,
        "127.0.0.1",
        port,
        null,
        null,
        null,
        null,
        null,
        null,
        engine == EngineName.MongoDB ? "run_0000002a" : null);
  }

  public static Phase set(int laps) {
    return new Phase("set", Operation.Set, laps, 0);
  }

  public static Phase get(int laps) {
    return new Phase("get", Operation.Get, laps, 0);
  }

  public static Phase getFor(int seconds) {
    return new Phase("get", Operation.Get, 0, seconds);
  }

  public static Phase delete() {
    return new Phase("delete", Operation.Delete, 1, 0);
  }

  public Plans rounds(int rounds) {
    this.rounds = rounds;
    return this;
  }

  public Plans keys(int count) {
    this.keyCount = count;
    return this;
  }

  public Plans valueSizeBytes(int bytes) {
    this.valueSizeBytes = bytes;
    return this;
  }

  public Plans expiryMethod(ExpiryMethod method) {
    expiryMethod = method == ExpiryMethod.WithSet ? null : method;
    return this;
  }

  public Plans keyForm(KeyForm form) {
    keyForm = form;
    return this;
  }

  /** Values that are rows, in place of random bytes. */
  public Plans rows(RowEncoding encoding, boolean insideClock) {
    row = new Plan.Row(encoding, insideClock);
    valueSizeBytes = 0;
    return this;
  }

  public Plans expirySeconds(int seconds) {
    this.expirySeconds = seconds;
    return this;
  }

  public Plans connections(int count) {
    this.connections = count;
    return this;
  }

  public Plans pipelineDepth(int depth) {
    this.pipelineDepth = depth;
    return this;
  }

  public Plans keyOrder(KeyOrder order) {
    this.keyOrder = order;
    return this;
  }

  public Plans readPercent(int percent) {
    this.readPercent = percent;
    return this;
  }

  public Plans phases(Phase... inOrder) {
    this.phases = List.of(inOrder);
    return this;
  }

  public Plans warmUp(Plan.WarmUp rule) {
    this.warmUp = rule;
    return this;
  }

  public Plans timeoutSeconds(int seconds) {
    this.timeoutSeconds = seconds;
    return this;
  }

  public Plans jvmOptions(String... options) {
    this.jvmOptions = List.of(options);
    return this;
  }

  /** Of a database: what is done to its table, and where. */
  public Plans table(Plan.Table shape, Plan.Cluster cluster) {
    this.table = shape;
    this.cluster = cluster;
    return this;
  }

  /** Several processes, on this machine or in agents. */
  public Plans runners(Plan.Runners runners) {
    this.runners = runners;
    return this;
  }

  public Plan plan() {
    var trials =
        IntStream.range(0, rounds * arms.size())
            .mapToObj(i -> new Trial(i, i / arms.size() + 1, arms.get(i % arms.size()).name()))
            .toList();
    return new Plan(
        "test",
        1,
        42,
        "lt:0000002a:",
        rounds,
        new Workload(
            keyCount,
            10,
            valueSizeBytes,
            expirySeconds,
            connections,
            pipelineDepth,
            keyOrder,
            phases,
            table,
            expiryMethod,
            warmUp,
            keyForm,
            row,
            readPercent),
        arms,
        null,
        trials,
        timeoutSeconds,
        START_TIMEOUT_SECONDS,
        jvmOptions,
        cluster,
        runners);
  }
}
