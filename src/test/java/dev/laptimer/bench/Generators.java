package dev.laptimer.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.laptimer.api.ClientName;
import dev.laptimer.api.Documents;
import dev.laptimer.api.Operation;
import dev.laptimer.bench.Commands.Placement;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Plan.Phase;
import dev.laptimer.runner.Plans;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Load generators: each puts Sets, then Gets, on a server and gives operations per second. */
final class Generators {

  private static final int KEYS = 10_001;
  private static final int VALUE_BYTES = 128;
  private static final int WARM_UP_SECONDS = 2;
  private static final int MEASURED_SECONDS = 1;

  /** It measures its own warm-up, which one second would be too short for. */
  private static final int MEMASLAP_SECONDS = 2;

  private static final Pattern REDIS_BENCHMARK = Pattern.compile("\"(SET|GET)\",\"([0-9.]+)\"");
  private static final Pattern MEMASLAP =
      Pattern.compile("cmd_get: (\\d+).cmd_set: (\\d+).*Ops: (\\d+) TPS: (\\d+)", Pattern.DOTALL);

  private Generators() {}

  /**
   * A trial of the runner, as {@code laptimer run} makes it: a fresh JVM, every value checked,
   * every operation recorded; two seconds of each operation before the ones that count.
   */
  static Map<Operation, Double> trial(
      Placement placement, Plan.Arm server, ClientName client, int connections, int depth) {
    var plan =
        Plans.of(Plans.withClient(server, client, server.protocol()))
            .keys(KEYS)
            .valueSizeBytes(VALUE_BYTES)
            .connections(connections)
            .pipelineDepth(depth)
            .phases(
                // By time alone a slow machine does not write every key that is read
                new Phase("warm-up-fill", Operation.Set, 1, 0),
                new Phase("warm-up-set", Operation.Set, 0, WARM_UP_SECONDS),
                new Phase("warm-up-get", Operation.Get, 0, WARM_UP_SECONDS),
                new Phase("set", Operation.Set, 0, MEASURED_SECONDS),
                new Phase("get", Operation.Get, 0, MEASURED_SECONDS))
            .plan();
    var command = java("dev.laptimer.Main", "trial", "--index", "0");
    // The trial ends with its standard input, so that it stays open until the result is there
    var output = Commands.run(placement, command, Documents.toJson(plan) + "\n");
    var result =
        output
            .lines()
            .filter(line -> line.startsWith("@trial ") && line.contains("\"phases\""))
            .map(line -> Documents.fromJson(line.substring("@trial ".length()), JsonNode.class))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no result: " + output))
            .get("result");
    var rates = new LinkedHashMap<Operation, Double>();
    StreamSupport.stream(result.get("phases").spliterator(), false)
        .filter(phase -> !phase.get("name").asText().startsWith("warm-up"))
        .forEach(
            phase -> {
              boolean flawed =
                  phase.get("errors").asLong()
                          + phase.get("misses").asLong()
                          + phase.get("wrongValues").asLong()
                      > 0;
              if (flawed) {
                throw new IllegalStateException("errors, misses or wrong values: " + phase);
              }
              rates.put(
                  Operation.valueOf(phase.get("operation").asText()),
                  phase.get("operations").asLong() * 1e9 / phase.get("lapNanos").get(0).asLong());
            });
    return rates;
  }

  /** A JVM like ours, with the default options of a trial. */
  static List<String> java(String mainClass, String... arguments) {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return Stream.concat(
            Stream.of(
                java,
                "-XX:+UseSerialGC",
                "-Xms128m",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                mainClass),
            Stream.of(arguments))
        .toList();
  }

  /** It checks no values; its keys are 6 bytes shorter than ours. */
  static Map<Operation, Double> redisBenchmark(
      Placement placement, int port, int connections, int depth, int operations) {
    var output =
        Commands.run(
            placement,
            List.of(
                Commands.program("redis-tools", "redis-benchmark"),
                "-h",
                "127.0.0.1",
                "-p",
                String.valueOf(port),
                "-t",
                "set,get",
                "-c",
                String.valueOf(connections),
                "-P",
                String.valueOf(depth),
                "-n",
                String.valueOf(operations),
                "-d",
                String.valueOf(VALUE_BYTES),
                "-r",
                String.valueOf(KEYS),
                "--csv"),
            "");
    var rates = new LinkedHashMap<Operation, Double>();
    var lines = REDIS_BENCHMARK.matcher(output);
    while (lines.find()) {
      rates.put(
          lines.group(1).equals("SET") ? Operation.Set : Operation.Get,
          Double.valueOf(lines.group(2)));
    }
    return rates;
  }

  /** One thread, keys and values as long as ours; it checks no values. */
  static Map<Operation, Double> memaslap(Placement placement, int port, int connections) {
    return Map.of(
        Operation.Set, memaslap(placement, port, connections, 1),
        Operation.Get, memaslap(placement, port, connections, 0));
  }

  private static double memaslap(Placement placement, int port, int connections, int sets) {
    try {
      var settings = Files.createTempFile("memaslap", ".conf");
      try {
        Files.writeString(
            settings,
            "key\n22 22 1\nvalue\n%1$d %1$d 1\ncmd\n0 %2$d.0\n1 %3$d.0\n"
                .formatted(VALUE_BYTES, sets, 1 - sets));
        var output =
            Commands.run(
                placement,
                List.of(
                    // As Debian calls it, and as everybody else does
                    Commands.program("libmemcached-tools", "memcaslap", "memaslap"),
                    "-s",
                    "127.0.0.1:" + port,
                    "-T",
                    "1",
                    "-c",
                    String.valueOf(connections),
                    "-w",
                    "1k",
                    "-t",
                    MEMASLAP_SECONDS + "s",
                    "-F",
                    settings.toString()),
                "");
        var rate = MEMASLAP.matcher(output);
        if (!rate.find()) {
          throw new IllegalStateException("no rate: " + output);
        }
        // What it writes before its Gets is among its operations, but not in its time
        double seconds = Double.parseDouble(rate.group(3)) / Double.parseDouble(rate.group(4));
        return Double.parseDouble(rate.group(sets == 1 ? 2 : 1)) / seconds;
      } finally {
        Files.delete(settings);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
