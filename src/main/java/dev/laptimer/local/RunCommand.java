package dev.laptimer.local;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code laptimer run}. */
@Command(
    name = "run",
    description = "Runs a benchmark on this machine.",
    mixinStandardHelpOptions = true)
public final class RunCommand implements Callable<Integer> {

  @Override
  public Integer call() {
    throw new UnsupportedOperationException();
  }
}
