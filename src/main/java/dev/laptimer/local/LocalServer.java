package dev.laptimer.local;

import dev.laptimer.plan.Planner.Address;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A server that was started for a run.
 *
 * @param label what it is called in messages
 * @param log what it writes
 */
record LocalServer(String label, Process process, Address address, Path log) {

  private static final int CONNECT_MILLIS = 1000;
  private static final int POLL_MILLIS = 20;
  private static final int STOP_SECONDS = 5;
  private static final int LAST_LINES = 5;

  /**
   * Starts a program so that it does not outlive this one, where the machine can do that: in a
   * session of its own, so that Ctrl-C does not reach it before the run is over, and killed by the
   * kernel should this program be killed.
   */
  static LocalServer start(
      String label, List<String> command, Address address, Path folder, Path log)
      throws IOException {
    var process =
        new ProcessBuilder(detached(command))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    process.getOutputStream().close();
    return new LocalServer(label, process, address, log);
  }

  /** The command so that it does not outlive this program. */
  static List<String> detached(List<String> command) {
    return Stream.concat(Detached.PREFIX.stream(), command.stream()).toList();
  }

  /** Waits until the port can be connected to. */
  void awaitReady(long deadlineNanos) throws ServerFailedException, InterruptedException {
    while (!canConnect()) {
      if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        throw new ServerFailedException(words("did not start: it "));
      }
      if (System.nanoTime() > deadlineNanos) {
        throw new ServerFailedException(
            "%s does not listen on port %d, and startTimeoutSeconds are over; its last lines: %s"
                .formatted(label, address.port(), lastLines()));
      }
    }
    // The port could be somebody else's who took it just before ours, which then has ended
    if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      throw new ServerFailedException(words("did not start: it "));
    }
  }

  boolean hasEnded() {
    return !process.isAlive();
  }

  /** How it ended. */
  String words(String how) {
    return "%s %sended with exit code %d; its last lines: %s"
        .formatted(label, how, process.exitValue(), lastLines());
  }

  /** Ends it and all that it started, at once. */
  void kill() {
    var all = Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    process.onExit().join();
  }

  /** Asks it to end, and kills it if it does not. */
  void stop() {
    process.destroy();
    boolean interrupted = false;
    try {
      process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (process.isAlive()) {
      process.destroyForcibly().onExit().join();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean canConnect() {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(address.host(), address.port()), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  String lastLines() {
    try (var lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      var all = lines.filter(line -> !line.isBlank()).toList();
      return all.isEmpty()
          ? "(none)"
          : String.join(" | ", all.subList(Math.max(0, all.size() - LAST_LINES), all.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The programs of util-linux that do what Java cannot. */
  private static final class Detached {

    static final List<String> PREFIX = prefix();

    private static List<String> prefix() {
      var prefix = List.of("setpriv", "--pdeathsig", "KILL", "setsid");
      var probe = new ArrayList<>(prefix);
      probe.add("true");
      try {
        var process =
            new ProcessBuilder(probe)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.onExit().join().exitValue() == 0 ? prefix : List.of();
      } catch (IOException e) {
        return List.of();
      }
    }
  }
}
