package dev.laptimer.bench;

import dev.laptimer.api.ClientName;
import dev.laptimer.api.Operation;
import dev.laptimer.bench.Commands.Placement;
import dev.laptimer.plan.Plan;
import dev.laptimer.runner.Plans;
import dev.laptimer.runner.ServerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * Compares Laptimer's own clients with other load generators, pair by pair, interleaved: every
 * round measures every pair once, in random order, its two sides one right after the other in
 * random order. Only the ratio of the two within a round means anything; its median over the rounds
 * is what is held against the goal.
 *
 * <p>With one connection client and server share a core: on two cores of a virtual machine one
 * measures how long an idle core takes to wake up.
 */
public final class Bench {

  private static final int DEFAULT_ROUNDS = 10;
  private static final long SEED = 5;
  private static final Quantile QUANTILE = Quantile.withDefaults().withCopy(true);
  private static final List<Operation> OPERATIONS = List.of(Operation.Set, Operation.Get);

  private Bench() {}

  /** Operations per second in one round, and what is taken for their ratio. */
  private record Rates(double ours, double theirs, double ratio) {
    static Rates of(double ours, double theirs) {
      return new Rates(ours, theirs, ours / theirs);
    }
  }

  /** One round of a pair: the rates by operation. */
  private interface Round {
    Map<Operation, Rates> measure(boolean oursFirst);
  }

  /**
   * @param goal least median ratio of ours to theirs
   * @param hope what would be fine
   */
  private record Pair(String name, double goal, double hope, Round round) {}

  /** A line of the table. */
  private record Line(Pair pair, Operation operation) {}

  /**
   * @param arguments number of rounds, {@value #DEFAULT_ROUNDS} unless given, and, to measure only
   *     some pairs, parts of their names
   */
  public static void main(String[] arguments) {
    int rounds = arguments.length == 0 ? DEFAULT_ROUNDS : Integer.parseInt(arguments[0]);
    var parts = Arrays.stream(arguments).skip(1).toList();
    long start = System.nanoTime();
    try (var redis = redis(Placement.FREE);
        var redisOnOneCore = redis(Placement.SAME_CORE);
        var memcached = memcached(Placement.FREE);
        var memcachedOnOneCore = memcached(Placement.SAME_CORE)) {
      var pairs =
          pairs(redis.port(), redisOnOneCore.port(), memcached.port(), memcachedOnOneCore.port())
              .stream()
              .filter(pair -> parts.isEmpty() || parts.stream().anyMatch(pair.name()::contains))
              .toList();
      var measured = new LinkedHashMap<Line, List<Rates>>();
      for (var pair : pairs) {
        for (var operation : OPERATIONS) {
          measured.put(new Line(pair, operation), new ArrayList<>());
        }
      }
      var random = new Random(SEED);
      for (int round = 1; round <= rounds; round++) {
        var order = new ArrayList<>(pairs);
        Collections.shuffle(order, random);
        for (var pair : order) {
          pair.round()
              .measure(random.nextBoolean())
              .forEach((operation, rates) -> measured.get(new Line(pair, operation)).add(rates));
        }
        System.err.printf(
            "round %d of %d, %d s%n",
            round, rounds, Duration.ofNanos(System.nanoTime() - start).toSeconds());
      }
      print(measured);
    }
  }

  private static ServerProcess redis(Placement placement) {
    int port = ServerProcess.freePort();
    return server(
        placement, port, "redis-server", "--port", port, "--bind", "127.0.0.1", "--save", "");
  }

  private static ServerProcess memcached(Placement placement) {
    int port = ServerProcess.freePort();
    return server(
        placement,
        port,
        "memcached",
        "-p",
        port,
        "-l",
        "127.0.0.1",
        "-U",
        0,
        "-t",
        1,
        "-u",
        System.getProperty("user.name"));
  }

  private static ServerProcess server(Placement placement, int port, Object... command) {
    return ServerProcess.start(
        port,
        Map.of(),
        Stream.concat(placement.prefix().stream(), Arrays.stream(command).map(String::valueOf))
            .toList());
  }

  private static List<Pair> pairs(
      int redis, int redisOnOneCore, int memcached, int memcachedOnOneCore) {
    return List.of(
        new Pair(
            "Raw, 1 connection / redis-benchmark -c 1",
            1.0,
            1.3,
            sides(
                raw(Placement.SAME_CORE, Plans.redis(redisOnOneCore), 1, 1),
                redisBenchmark(Placement.SAME_CORE, redisOnOneCore, 1, 1, 40_000))),
        new Pair(
            "Raw, 50 connections / redis-benchmark -c 50",
            1.0,
            1.4,
            sides(
                raw(Placement.FREE, Plans.redis(redis), 50, 1),
                redisBenchmark(Placement.FREE, redis, 50, 1, 60_000))),
        new Pair(
            "Raw, 50 connections, depth 16 / redis-benchmark -c 50 -P 16",
            0.8,
            1.0,
            sides(
                raw(Placement.FREE, Plans.redis(redis), 50, 16),
                redisBenchmark(Placement.FREE, redis, 50, 16, 600_000))),
        new Pair(
            "Raw, Memcached, 1 connection / memaslap -T 1 -c 1",
            1.0,
            1.2,
            sides(
                raw(Placement.SAME_CORE, Plans.memcached(memcachedOnOneCore), 1, 1),
                memaslap(Placement.SAME_CORE, memcachedOnOneCore, 1))),
        new Pair(
            "Raw, Memcached, 50 connections / memaslap -T 1 -c 50",
            1.0,
            1.2,
            sides(
                raw(Placement.FREE, Plans.memcached(memcached), 50, 1),
                memaslap(Placement.FREE, memcached, 50))),
        new Pair(
            "Jedis in the runner / a bare Jedis loop",
            0.97,
            0.995,
            loops(ClientName.Jedis, redisOnOneCore)),
        new Pair(
            "Raw in the runner / a bare loop of write and read",
            0.99,
            1.0,
            loops(ClientName.Raw, redisOnOneCore)));
  }

  private static Supplier<Map<Operation, Double>> raw(
      Placement placement, Plan.Arm server, int connections, int depth) {
    return () -> Generators.trial(placement, server, ClientName.Raw, connections, depth);
  }

  private static Supplier<Map<Operation, Double>> redisBenchmark(
      Placement placement, int port, int connections, int depth, int operations) {
    return () -> Generators.redisBenchmark(placement, port, connections, depth, operations);
  }

  private static Supplier<Map<Operation, Double>> memaslap(
      Placement placement, int port, int connections) {
    return () -> Generators.memaslap(placement, port, connections);
  }

  /** Two programs, one after the other. */
  private static Round sides(
      Supplier<Map<Operation, Double>> ours, Supplier<Map<Operation, Double>> theirs) {
    return oursFirst -> {
      var early = (oursFirst ? ours : theirs).get();
      var late = (oursFirst ? theirs : ours).get();
      var rates = new LinkedHashMap<Operation, Rates>();
      for (var operation : OPERATIONS) {
        double first = early.get(operation);
        double second = late.get(operation);
        rates.put(operation, oursFirst ? Rates.of(first, second) : Rates.of(second, first));
      }
      return rates;
    };
  }

  /**
   * Both loops in one JVM, lap by lap in turn, as what is sought is less than two JVMs differ by.
   */
  private static Round loops(ClientName client, int port) {
    return oursFirst -> {
      var output =
          Commands.run(
              Placement.SAME_CORE,
              Generators.java(
                  "dev.laptimer.runner.trial.Loops",
                  client.name(),
                  String.valueOf(port),
                  String.valueOf(oursFirst)),
              "");
      var rates = new LinkedHashMap<Operation, Rates>();
      output
          .lines()
          .map(line -> line.split(" "))
          .forEach(
              words ->
                  rates.put(
                      Operation.valueOf(words[0]),
                      new Rates(
                          Double.parseDouble(words[1]),
                          Double.parseDouble(words[2]),
                          Double.parseDouble(words[3]))));
      return rates;
    };
  }

  private static void print(Map<Line, List<Rates>> measured) {
    System.out.printf(
        "%-62s %-4s %10s %10s %7s %-17s %5s %5s  %s%n",
        "ours / theirs", "", "ours/s", "theirs/s", "ratio", "[quartiles]", "goal", "hope", "");
    measured.forEach(
        (line, rounds) -> {
          var ratios = rounds.stream().mapToDouble(Rates::ratio).toArray();
          double ratio = QUANTILE.evaluate(ratios, 0.5);
          System.out.printf(
              "%-62s %-4s %10.0f %10.0f %7.3f [%.3f to %.3f] %5.2f %5.2f  %s%n",
              line.pair().name(),
              line.operation(),
              median(rounds, Rates::ours),
              median(rounds, Rates::theirs),
              ratio,
              QUANTILE.evaluate(ratios, 0.25),
              QUANTILE.evaluate(ratios, 0.75),
              line.pair().goal(),
              line.pair().hope(),
              ratio >= line.pair().goal() ? "reached" : "MISSED");
        });
    System.out.printf(
        "medians of %d rounds on %s, %d CPUs; values of 128 bytes, 10,001 keys%n",
        measured.values().iterator().next().size(),
        Runtime.version(),
        Runtime.getRuntime().availableProcessors());
  }

  private static double median(List<Rates> rounds, ToDoubleFunction<Rates> rate) {
    return QUANTILE.evaluate(rounds.stream().mapToDouble(rate).toArray(), 0.5);
  }
}
