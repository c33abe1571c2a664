package dev.laptimer.local;

import dev.laptimer.local.ResultFile.BadResultException;
import dev.laptimer.result.Analysis;
import dev.laptimer.result.ResultDocument;
import dev.laptimer.result.Tables;
import dev.laptimer.result.html.HtmlReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Stack;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code laptimer report}. */
@Command(
    name = "report",
    description = "Prints the tables of a result document, or makes a page of it, offline.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:the report was made, whatever became of the run",
      "1:the file is not a result document that can be read, or the page cannot be written",
      "2:the command line is wrong, or there is no such file"
    },
    footer = {
      "",
      "In a cluster:",
      "  kubectl get configmap redis-vs-memcached-1-result -o yaml | laptimer report -"
    })
public final class ReportCommand implements Callable<Integer> {

  /** Stands for the standard input and the standard output. */
  private static final String STANDARD = "-";

  @Parameters(
      paramLabel = "FILE",
      description =
          "result.json, result.json.gz, or the ConfigMap with it as YAML or JSON; - for the"
              + " standard input.")
  private String file;

  @Option(
      names = "--html",
      arity = "0..1",
      paramLabel = "PAGE",
      preprocessor = OnlyAfterEquals.class,
      description =
          "Instead of the tables write one HTML page with the verdict, charts, trust and setting,"
              + " which needs nothing but itself. Default: "
              + RunOutput.PAGE
              + " beside FILE; - for the standard output.")
  private String page;

  @Spec private CommandSpec command;

  @Override
  public Integer call() {
    var err = command.commandLine().getErr();
    var name = file.equals(STANDARD) ? "the standard input" : file;
    if (!file.equals(STANDARD)
        && (!Files.exists(Path.of(file)) || Files.isDirectory(Path.of(file)))) {
      err.println("there is no file " + file);
      return ExitCode.USAGE;
    }
    try {
      return report(read());
    } catch (BadResultException | IllegalArgumentException e) {
      err.println(name + " cannot be reported: " + e.getMessage());
    } catch (IOException e) {
      err.println(name + " cannot be read: " + e.getMessage());
    }
    return ExitCode.SOFTWARE;
  }

  private int report(ResultDocument document) {
    var analysis = Analysis.of(document.spec(), document);
    if (page == null) {
      print(Tables.of(document, analysis));
      return ExitCode.OK;
    }
    var html = HtmlReport.of(document, analysis);
    if (page.equals(STANDARD)) {
      print(html);
      return ExitCode.OK;
    }
    var err = command.commandLine().getErr();
    var path = page.isEmpty() ? beside(file) : Path.of(page);
    try {
      Files.writeString(path, html);
    } catch (IOException e) {
      err.println("the page %s cannot be written: %s".formatted(path, RunOutput.words(e)));
      return ExitCode.SOFTWARE;
    }
    err.println("The page is " + path);
    return ExitCode.OK;
  }

  private static Path beside(String file) {
    return file.equals(STANDARD)
        ? Path.of(RunOutput.PAGE)
        : Path.of(file).resolveSibling(RunOutput.PAGE);
  }

  private void print(String text) {
    var out = command.commandLine().getOut();
    out.print(text);
    out.flush();
  }

  private ResultDocument read() throws IOException, BadResultException {
    if (file.equals(STANDARD)) {
      return ResultFile.read(System.in);
    }
    try (var stream = Files.newInputStream(Path.of(file))) {
      return ResultFile.read(stream);
    }
  }

  /**
   * In {@code --html FILE} the file is the document, not the page: only {@code --html=PAGE} names
   * one.
   */
  private static final class OnlyAfterEquals implements IParameterPreprocessor {

    @Override
    public boolean preprocess(
        Stack<String> arguments, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      if (!"=".equals(info.get("separator"))) {
        arguments.push("");
      }
      return false;
    }
  }
}
