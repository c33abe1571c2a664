package dev.laptimer.operator.run;

import dev.laptimer.api.BenchmarkStatus.Progress;
import dev.laptimer.result.ResultDocument;

/** What was read of the runner's log. */
sealed interface Output {

  /** Nothing yet. */
  record None() implements Output {}

  /** The runner is on its way. */
  record Underway(Progress progress) implements Output {}

  /** The whole document. */
  record Document(ResultDocument document) implements Output {}

  /** There should be a document, but it could not be had: the log is cut, or cannot be read now. */
  record Missing(String message) implements Output {}
}
