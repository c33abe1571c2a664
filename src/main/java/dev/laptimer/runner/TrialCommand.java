package dev.laptimer.runner;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code laptimer trial}. */
@Command(
    name = "trial",
    description = "Makes one trial of a plan; the runner starts it.",
    mixinStandardHelpOptions = true)
public final class TrialCommand implements Callable<Integer> {

  @Override
  public Integer call() {
    throw new UnsupportedOperationException();
  }
}
