package dev.laptimer.runner;

import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument.TrialResult;
import dev.laptimer.runner.trial.Share;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes trials, or shares of them, for the runner that has the lead: in another pod, or in another
 * container whose image has another runtime.
 */
final class Agent {

  private static final int GREETING_MILLIS = (int) TimeUnit.SECONDS.toMillis(10);

  private final Plan plan;
  private final byte[] token;

  private volatile TrialProcess process;

  Agent(Plan plan, String token) {
    this.plan = plan;
    this.token = token.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Waits for the lead and serves it until it goes.
   *
   * @throws IOException if the port is not to be had, or nobody comes while there is time for a run
   */
  void serve(ServerSocket server) throws IOException {
    server.setSoTimeout(
        (int) TimeUnit.SECONDS.toMillis(plan.startTimeoutSeconds() + plan.timeoutSeconds()));
    while (true) {
      try (var socket = server.accept()) {
        if (hasToken(socket)) {
          converse(socket);
          return;
        }
      }
    }
  }

  private boolean hasToken(Socket socket) {
    try {
      socket.setSoTimeout(GREETING_MILLIS);
      var given = socket.getInputStream().readNBytes(token.length);
      return MessageDigest.isEqual(given, token) && socket.getInputStream().read() == '\n';
    } catch (IOException e) {
      // Whoever it is, it is not the lead
      return false;
    }
  }

  private void converse(Socket socket) throws IOException {
    socket.setSoTimeout(0);
    socket.setTcpNoDelay(true);
    var in =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    var out =
        new PrintWriter(
            new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8), true);
    out.println(Agents.READY);
    startThread("alive", () -> sayAlive(out));
    try {
      for (var line = in.readLine(); line != null; line = in.readLine()) {
        if (line.equals(Agents.BYE)) {
          return;
        }
        obey(line, out);
      }
    } catch (IOException e) {
      // The lead is gone
    } finally {
      stop();
    }
  }

  private void obey(String line, PrintWriter out) {
    var started = process;
    if (line.startsWith(Agents.TRIAL)) {
      var words = line.substring(Agents.TRIAL.length()).split(" ");
      var trial = plan.trials().get(Integer.parseInt(words[0]));
      var next = TrialProcess.start(plan, trial, Share.parse(words[1]));
      process = next;
      startThread("trial", () -> relay(next, out));
    } else if (line.equals(TrialCommand.GO) && started != null) {
      started.open();
    } else if (line.equals(Agents.STOP)) {
      stop();
    }
  }

  private void stop() {
    var started = process;
    if (started != null) {
      started.stop();
    }
  }

  private static void relay(TrialProcess process, PrintWriter out) {
    var end =
        process.await(
            new TrialPart.Listener() {
              @Override
              public void progress(double done) {
                out.println(new TrialEvent(done, null, null).line());
              }

              @Override
              public void arrived() {
                out.println(new TrialEvent(null, true, null).line());
              }
            });
    end.result().ifPresent((TrialResult result) -> tell(result, out));
    out.println(new Agents.End(end.killedForMemory(), end.exitCode(), end.lastLines()).line());
  }

  private static void tell(TrialResult result, PrintWriter out) {
    out.println(new TrialEvent(null, null, result).line());
  }

  /** Ends when nobody is there to hear it. */
  private static void sayAlive(PrintWriter out) {
    while (!out.checkError()) {
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(Agents.ALIVE_SECONDS));
      out.println(Agents.ALIVE);
    }
  }

  private static void startThread(String name, Runnable work) {
    var thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
