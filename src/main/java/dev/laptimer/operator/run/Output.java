package dev.laptimer.operator.run;

import dev.laptimer.api.BenchmarkStatus.Progress;
import dev.laptimer.result.FaultRequest;
import dev.laptimer.result.ResultDocument;

/** What was read of the runner's log. */
sealed interface Output {

  /** Nothing yet. */
  record None() implements Output {}

  /**
   * The runner is on its way.
   *
   * @param progress null if it told of none yet
   * @param fault the newest that it asked for; null for none
   */
  record Underway(Progress progress, FaultRequest fault) implements Output {}

  /** The whole document. */
  record Document(ResultDocument document) implements Output {}

  /** There should be a document, but it could not be had: the log is cut, or cannot be read now. */
  record Missing(String message) implements Output {}
}
