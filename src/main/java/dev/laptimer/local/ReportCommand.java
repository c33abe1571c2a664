package dev.laptimer.local;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code laptimer report}. */
@Command(
    name = "report",
    description = "Prints the tables of a result document, offline.",
    mixinStandardHelpOptions = true)
public final class ReportCommand implements Callable<Integer> {

  @Override
  public Integer call() {
    throw new UnsupportedOperationException();
  }
}
