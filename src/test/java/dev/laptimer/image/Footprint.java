package dev.laptimer.image;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * Measures how much the operator asks of its cluster, beside what it may and what it should: time
 * from the start of the process to /readyz, memory resident when idle, size of the image. The image
 * is unpacked and its operator runs on this machine, against the cluster of KUBECONFIG or else an
 * API server in this process.
 */
public final class Footprint {

  /** The container's memory limit in the chart, which the JVM takes its heap from. */
  private static final String CONTAINER_MEMORY = "-XX:MaxRAM=256m";

  private static final int RUNS = 5;
  private static final Duration IDLE = Duration.ofSeconds(10);

  /** Nobody's namespace: the operator that is measured must not take up what is not its own. */
  private static final String NAMESPACE = "laptimer-footprint";

  private Footprint() {}

  /**
   * One figure.
   *
   * @param values of each run
   * @param limits that it is held to; null for a figure that only explains the others
   */
  record Figure(String name, String unit, List<Long> values, Limits limits) {

    long median() {
      var sorted = values.stream().sorted().toList();
      return sorted.get(sorted.size() / 2);
    }

    boolean holds() {
      return limits == null || median() <= limits.limit();
    }

    String line() {
      var spread = values.stream().mapToLong(Long::longValue).summaryStatistics();
      var measured =
          String.format(
              Locale.ROOT,
              "%-30s %7d %-3s %6d to %-6d",
              name,
              median(),
              unit,
              spread.getMin(),
              spread.getMax());
      return limits == null
          ? measured.stripTrailing()
          : measured
              + String.format(
                  Locale.ROOT,
                  " %7d %7d   %s",
                  limits.limit(),
                  limits.goal(),
                  median() <= limits.goal()
                      ? "goal reached"
                      : holds() ? "within the limit" : "LIMIT MISSED");
    }
  }

  /**
   * What a figure is held to.
   *
   * @param limit that the median must not exceed
   * @param goal that it should not exceed
   */
  record Limits(long limit, long goal) {}

  /** Arguments: the image's archive, a folder to work in. */
  public static void main(String[] arguments) throws IOException {
    var archive = ImageArchive.read(Path.of(arguments[0]));
    var work = Path.of(arguments[1]).toAbsolutePath();
    var image = archive.unpack(work.resolve("root"));
    var figures = new ArrayList<>(measure(image, work.resolve("footprint.log")));
    // The stricter of the two sizes is held to the limit: what lies on every node, as `docker
    // images` shows it. A registry holds and sends the compressed layers.
    figures.add(
        new Figure(
            "image, unpacked", "MB", List.of(megabytes(image.bytes())), new Limits(150, 120)));
    figures.add(
        new Figure("image, compressed", "MB", List.of(megabytes(archive.compressedBytes())), null));
    System.out.printf(
        "%-30s %7s %21s %10s %7s%n", "", "median", "lowest to highest", "limit", "goal");
    figures.forEach(figure -> System.out.println(figure.line()));
    if (!figures.stream().allMatch(Figure::holds)) {
      System.exit(1);
    }
  }

  private static List<Figure> measure(UnpackedImage image, Path log) throws IOException {
    var readyMillis = new ArrayList<Long>();
    var residentMegabytes = new ArrayList<Long>();
    var cpuMillis = new ArrayList<Long>();
    var command = new ArrayList<>(image.command("operator"));
    command.add(1, CONTAINER_MEMORY);
    try (var cluster = MockCluster.start()) {
      var kubeconfig = System.getenv("KUBECONFIG");
      var environment =
          Map.of(
              "KUBECONFIG",
              kubeconfig == null ? cluster.kubeconfig().toString() : kubeconfig,
              "LAPTIMER_WATCH_NAMESPACES",
              NAMESPACE);
      for (int run = 0; run <= RUNS; run++) {
        try (var operator = OperatorProcess.start(command, environment, log)) {
          var ready = operator.awaitReady().toMillis();
          if (run > 0) { // the first one finds no file in the page cache
            readyMillis.add(ready);
            cpuMillis.add(operator.cpuTime().toMillis());
            Awaitility.await().pollDelay(IDLE).atMost(IDLE.multipliedBy(2)).until(() -> true);
            residentMegabytes.add(megabytes(operator.residentBytes()));
          }
          operator.stop();
        }
      }
    }
    return List.of(
        new Figure("start to ready", "ms", readyMillis, new Limits(2000, 1000)),
        new Figure("CPU time until ready", "ms", cpuMillis, null),
        new Figure("resident when idle", "MB", residentMegabytes, new Limits(130, 90)));
  }

  /** Millions of bytes, as registries and `docker images` count. */
  private static long megabytes(long bytes) {
    return Math.round(bytes / 1e6);
  }
}
