package dev.laptimer.operator;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code laptimer operator}. */
@Command(
    name = "operator",
    description = "Reconciles the resources of a cluster.",
    mixinStandardHelpOptions = true)
public final class OperatorCommand implements Callable<Integer> {

  @Override
  public Integer call() {
    throw new UnsupportedOperationException();
  }
}
