package dev.laptimer.runner.trial;

/**
 * Where the processes that share a trial wait for each other: none goes on before all are there.
 * Every process of a trial passes it equally often.
 */
@FunctionalInterface
public interface Gate {

  /** That of a trial which one process makes alone. */
  Gate OPEN = () -> {};

  /** Says that this process is there, and waits for the others. */
  void pass();
}
