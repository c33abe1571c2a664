package dev.laptimer.runner;

import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument.Failure;
import dev.laptimer.result.ResultDocument.TrialResult;
import java.util.List;
import java.util.Optional;

/**
 * How the process of a trial ended.
 *
 * @param result that it gave; empty if it did not come so far
 * @param lost why nothing more is known of it, if its pod or container went away; or null
 * @param killedForMemory whether the kernel killed a process of its container for memory meanwhile
 * @param exitCode its exit code, above 128 if a signal ended it
 * @param lastLines what it wrote beside its events
 */
record TrialEnd(
    Optional<TrialResult> result,
    String lost,
    boolean killedForMemory,
    int exitCode,
    List<String> lastLines) {

  /** Exit code of a JVM that a Ctrl-C at the terminal ended, together with us. */
  private static final int INTERRUPTED = 130;

  private static final int MAX_WORDS = 1_000;

  /** Its pod or container is gone. */
  static TrialEnd lost(String words) {
    return new TrialEnd(Optional.empty(), words, false, 0, List.of());
  }

  /** What went wrong; empty if it was measured to its end. */
  Optional<Failure> failure() {
    return result.isPresent()
        ? result.map(TrialResult::failure)
        : Optional.of(lost == null ? crash() : new Failure(Reason.RunnerPodLost.name(), lost));
  }

  private Failure crash() {
    if (exitCode == INTERRUPTED) {
      return new Failure(Reason.Cancelled.name(), "the run was cancelled");
    }
    if (lastLines.stream().anyMatch(line -> line.contains("java.lang.OutOfMemoryError"))) {
      return new Failure(
          Reason.RunnerOutOfMemory.name(),
          "the trial's JVM ran out of heap (raise -Xmx in runner.jvmOptions): " + words());
    }
    if (killedForMemory) {
      return new Failure(
          Reason.RunnerOutOfMemory.name(),
          "the kernel killed the trial's JVM for memory (raise the limit in runner.resources): "
              + words());
    }
    var how =
        exitCode > 128
            ? "was ended by signal " + (exitCode - 128)
            : "ended with exit code " + exitCode;
    return new Failure(
        Reason.RunnerCrashed.name(), "the trial's JVM %s; %s".formatted(how, words()));
  }

  private String words() {
    if (lastLines.isEmpty()) {
      return "it wrote nothing";
    }
    var words = String.join(" | ", lastLines);
    return "it wrote: "
        + (words.length() <= MAX_WORDS ? words : words.substring(words.length() - MAX_WORDS));
  }
}
