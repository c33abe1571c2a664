package dev.laptimer.runner;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code laptimer runner}. */
@Command(
    name = "runner",
    description = "Executes a plan; the benchmark Job starts it.",
    mixinStandardHelpOptions = true)
public final class RunnerCommand implements Callable<Integer> {

  @Override
  public Integer call() {
    throw new UnsupportedOperationException();
  }
}
