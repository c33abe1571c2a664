package dev.laptimer.runner;

import dev.laptimer.result.ResultDocument.TrialResult;
import dev.laptimer.runner.trial.Share;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** An agent, as the runner that has the lead sees it. It makes one trial after the other. */
final class AgentConnection implements AutoCloseable {

  private static final int CONNECT_MILLIS = 2_000;

  private final String name;
  private final Socket socket;
  private final BufferedReader in;
  private final PrintWriter out;

  private AgentConnection(String name, Socket socket) throws IOException {
    this.name = name;
    this.socket = socket;
    this.in =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    this.out =
        new PrintWriter(
            new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8), true);
  }

  /**
   * Connects to an agent that may not be there yet; once.
   *
   * @param name of the agent, in words
   * @throws IOException if it does not answer, or not as an agent does
   */
  static AgentConnection open(String name, String host, int port, String token) throws IOException {
    var socket = new Socket();
    try {
      var address = new InetSocketAddress(host, port);
      if (address.isUnresolved()) {
        throw new IOException("the name " + host + " is not known");
      }
      socket.connect(address, CONNECT_MILLIS);
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(Agents.SILENCE_MILLIS);
      var connection = new AgentConnection(name, socket);
      connection.out.print(token + "\n");
      connection.out.flush();
      var answer = connection.in.readLine();
      if (!Agents.READY.equals(answer)) {
        throw new IOException("it does not take the token");
      }
      return connection;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Has a share of a trial made. */
  TrialPart start(int trial, Share share) {
    out.print(Agents.TRIAL + trial + " " + share + "\n");
    out.flush();
    return new Part();
  }

  /** Lets the agent go. */
  @Override
  public void close() {
    say(Agents.BYE);
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone already
    }
  }

  private void say(String line) {
    out.print(line + "\n");
    out.flush();
  }

  private final class Part implements TrialPart {

    @Override
    public TrialEnd await(Listener listener) {
      Optional<TrialResult> result = Optional.empty();
      try {
        for (var line = in.readLine(); line != null; line = in.readLine()) {
          if (Agents.End.isOne(line)) {
            var end = Agents.End.of(line);
            return new TrialEnd(
                result, null, end.killedForMemory(), end.exitCode(), end.lastLines());
          }
          var event = TrialEvent.of(line).orElse(null);
          if (event == null) {
            continue;
          }
          if (event.result() != null) {
            result = Optional.of(event.result());
          } else if (event.done() != null) {
            listener.progress(event.done());
          } else {
            listener.arrived();
          }
        }
        return TrialEnd.lost(name + " closed its connection in the middle of a trial");
      } catch (IOException e) {
        return TrialEnd.lost(
            "%s was lost in the middle of a trial: %s".formatted(name, e.getMessage()));
      }
    }

    @Override
    public void open() {
      say(TrialCommand.GO);
    }

    @Override
    public void stop() {
      say(Agents.STOP);
    }
  }
}
