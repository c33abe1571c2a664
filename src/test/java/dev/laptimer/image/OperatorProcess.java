package dev.laptimer.image;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** The operator of an unpacked image as a process of this machine. */
final class OperatorProcess implements AutoCloseable {

  private static final Duration TIME_TO_START = Duration.ofSeconds(120);
  private static final Duration TIME_TO_STOP = Duration.ofSeconds(60);

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Process process;
  private final HttpRequest readyz;
  private final Path log;
  private final long startNanos;

  private OperatorProcess(Process process, int port, Path log, long startNanos) {
    this.process = process;
    this.readyz =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/readyz")).build();
    this.log = log;
    this.startNanos = startNanos;
  }

  /**
   * Starts it.
   *
   * @param command from {@link UnpackedImage#command}
   * @param environment beside what every operator needs
   * @param log takes what it prints
   */
  static OperatorProcess start(List<String> command, Map<String, String> environment, Path log)
      throws IOException {
    var port = freePort();
    var builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("LAPTIMER_IMAGE", "laptimer.test/laptimer");
    builder.environment().put("LAPTIMER_HTTP_PORT", Integer.toString(port));
    builder.environment().putAll(environment);
    var startNanos = System.nanoTime();
    return new OperatorProcess(builder.start(), port, log, startNanos);
  }

  /** Waits until /readyz says so; gives the time since the process was started. */
  Duration awaitReady() throws IOException {
    try {
      Awaitility.await()
          .atMost(TIME_TO_START)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(5))
          .failFast("the operator ended; its log is in " + log, () -> !process.isAlive())
          .until(this::isReady);
    } catch (ConditionTimeoutException e) {
      throw new IOException("The operator was not ready in time; its log is in " + log, e);
    }
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  /** Memory that it has resident, in bytes. */
  long residentBytes() throws IOException {
    return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
        .findFirst()
        .orElseThrow();
  }

  /** CPU time that it has used. */
  Duration cpuTime() {
    return process.info().totalCpuDuration().orElseThrow();
  }

  /** Tells it to end, as Kubernetes does, and waits for it. */
  void stop() throws IOException {
    process.destroy();
    try {
      if (!process.waitFor(TIME_TO_STOP.toSeconds(), TimeUnit.SECONDS)) {
        throw new IOException("The operator does not end; its log is in " + log);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private boolean isReady() {
    try {
      return HTTP.send(readyz, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
