package dev.laptimer;

import dev.laptimer.local.ReportCommand;
import dev.laptimer.local.RunCommand;
import dev.laptimer.operator.OperatorCommand;
import dev.laptimer.runner.AgentCommand;
import dev.laptimer.runner.RunnerCommand;
import dev.laptimer.runner.TrialCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The one entry point. Each subcommand is a program of its own; all share the API, the plan and the
 * analysis.
 */
@Command(
    name = "laptimer",
    description = "Puts caches on the same track and times their laps.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {
      RunCommand.class,
      ReportCommand.class,
      OperatorCommand.class,
      RunnerCommand.class,
      AgentCommand.class,
      TrialCommand.class
    })
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Main()).execute(arguments));
  }

  /** The version of the jar that runs. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      var version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"laptimer " + (version == null ? "development" : version)};
    }
  }
}
