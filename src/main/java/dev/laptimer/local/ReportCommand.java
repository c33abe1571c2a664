package dev.laptimer.local;

import dev.laptimer.local.ResultFile.BadResultException;
import dev.laptimer.result.Analysis;
import dev.laptimer.result.ResultDocument;
import dev.laptimer.result.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code laptimer report}. */
@Command(
    name = "report",
    description = "Prints the tables of a result document, offline.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:the tables were printed, whatever became of the run",
      "1:the file is not a result document that can be read",
      "2:the command line is wrong, or there is no such file"
    },
    footer = {
      "",
      "In a cluster:",
      "  kubectl get configmap redis-vs-memcached-1-result -o yaml | laptimer report -"
    })
public final class ReportCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "FILE",
      description =
          "result.json, result.json.gz, or the ConfigMap with it as YAML or JSON; - for the"
              + " standard input.")
  private String file;

  @Spec private CommandSpec command;

  @Override
  public Integer call() {
    var err = command.commandLine().getErr();
    var name = file.equals("-") ? "the standard input" : file;
    if (!file.equals("-") && (!Files.exists(Path.of(file)) || Files.isDirectory(Path.of(file)))) {
      err.println("there is no file " + file);
      return ExitCode.USAGE;
    }
    try {
      var document = read();
      var out = command.commandLine().getOut();
      out.print(Tables.of(document, Analysis.of(document.spec(), document)));
      out.flush();
      return ExitCode.OK;
    } catch (BadResultException | IllegalArgumentException e) {
      err.println(name + " cannot be reported: " + e.getMessage());
    } catch (IOException e) {
      err.println(name + " cannot be read: " + e.getMessage());
    }
    return ExitCode.SOFTWARE;
  }

  private ResultDocument read() throws IOException, BadResultException {
    if (file.equals("-")) {
      return ResultFile.read(System.in);
    }
    try (var stream = Files.newInputStream(Path.of(file))) {
      return ResultFile.read(stream);
    }
  }
}
