package dev.laptimer.image;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;

/**
 * Measures how much the operator asks of its cluster, beside what it may and what it should: time
 * from the start of the process to /readyz, memory resident when idle, size of the image. The image
 * is unpacked and its operator runs on this machine, against the cluster of KUBECONFIG or else an
 * API server in this process.
 */
public final class Footprint {

  /** The container's memory limit in the chart, which the JVM takes its heap from. */
  private static final String CONTAINER_MEMORY = "-XX:MaxRAM=192m";

  private static final int RUNS = 5;
  private static final Duration IDLE = Duration.ofSeconds(10);

  /** Nobody's namespace: the operator that is measured must not take up what is not its own. */
  private static final String NAMESPACE = "laptimer-footprint";

  private Footprint() {}

  /**
   * One figure.
   *
   * @param values of each run
   * @param limit that the median must hold
   * @param goal that it should reach
   */
  record Figure(String name, String unit, List<Long> values, long limit, long goal) {

    long median() {
      var sorted = values.stream().sorted().toList();
      return sorted.get(sorted.size() / 2);
    }

    boolean holds() {
      return median() <= limit;
    }

    String line() {
      var spread = LongStream.of(values.stream().mapToLong(Long::longValue).toArray());
      var statistics = spread.summaryStatistics();
      return String.format(
          Locale.ROOT,
          "%-32s %8d %-3s %8d to %-8d %8d %8d  %s",
          name,
          median(),
          unit,
          statistics.getMin(),
          statistics.getMax(),
          limit,
          goal,
          median() <= goal ? "goal reached" : holds() ? "within the limit" : "LIMIT MISSED");
    }
  }

  /** Arguments: the image's archive, a folder to work in. */
  public static void main(String[] arguments) throws IOException {
    var archive = ImageArchive.read(Path.of(arguments[0]));
    var work = Path.of(arguments[1]).toAbsolutePath();
    var image = archive.unpack(work.resolve("root"));
    var figures = new ArrayList<Figure>();
    figures.addAll(measure(image, work.resolve("footprint.log")));
    figures.add(
        new Figure("image, unpacked on a node", "MB", List.of(megabytes(image.bytes())), 150, 120));
    System.out.printf(
        "%-32s %8s %-3s %20s %8s %8s%n", "", "median", "", "lowest to highest", "limit", "goal");
    figures.forEach(figure -> System.out.println(figure.line()));
    System.out.printf(
        "%-32s %8d MB%n", "image, compressed as pulled", megabytes(archive.compressedBytes()));
    if (!figures.stream().allMatch(Figure::holds)) {
      System.exit(1);
    }
  }

  private static List<Figure> measure(UnpackedImage image, Path log) throws IOException {
    var readyMillis = new ArrayList<Long>();
    var residentMegabytes = new ArrayList<Long>();
    var command = new ArrayList<>(image.command("operator"));
    command.add(1, CONTAINER_MEMORY);
    try (var cluster = new MockCluster()) {
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
            Awaitility.await().pollDelay(IDLE).atMost(IDLE.multipliedBy(2)).until(() -> true);
            residentMegabytes.add(megabytes(operator.residentBytes()));
          }
          operator.stop();
        }
      }
    }
    return List.of(
        new Figure("from start to ready", "ms", readyMillis, 2000, 1000),
        new Figure("resident when idle", "MB", residentMegabytes, 130, 90));
  }

  /** Millions of bytes, as registries and `docker images` count. */
  private static long megabytes(long bytes) {
    return Math.round(bytes / 1e6);
  }
}
