package dev.laptimer.runner;

import dev.laptimer.api.Documents;
import dev.laptimer.plan.Plan;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code laptimer agent}: makes the trials of a variant that has an image of its own. */
@Command(
    name = "agent",
    description = "Makes trials for a runner in another container; the benchmark Job starts it.",
    hidden = true,
    mixinStandardHelpOptions = true)
public final class AgentCommand implements Callable<Integer> {

  @Option(names = "--plan", required = true, description = "The plan, JSON.")
  private Path planFile;

  @Option(names = "--token", required = true, description = "File with what the runner must know.")
  private Path tokenFile;

  @Option(names = "--port", required = true, description = "TCP port to listen at.")
  private int port;

  @Override
  public Integer call() throws IOException {
    serve(Documents.fromJson(Files.readString(planFile), Plan.class), tokenFile, port);
    return CommandLine.ExitCode.OK;
  }

  /** Until the runner that has the lead goes. */
  static void serve(Plan plan, Path tokenFile, int port) throws IOException {
    try (var server = new ServerSocket(port)) {
      System.out.println("waiting for the runner at port " + port);
      new Agent(plan, Files.readString(tokenFile)).serve(server);
      System.out.println("the runner is done");
    }
  }
}
