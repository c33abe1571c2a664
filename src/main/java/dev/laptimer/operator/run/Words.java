package dev.laptimer.operator.run;

import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.Pod;

/** How the end of a container is told. */
final class Words {

  private static final int MAX_LAST_WORDS = 400;

  private Words() {}

  static String serverOutOfMemory(String target, Pod pod) {
    return "the server of target '%s' was killed for memory; its limit is %s"
        .formatted(target, Pods.memoryLimit(pod));
  }

  static String serverCrashed(String target, ContainerStateTerminated end) {
    return "the server of target '%s' ended with %s".formatted(target, end(end));
  }

  static String runnerOutOfMemory(Pod pod) {
    return "the runner was killed for memory; its limit is %s".formatted(Pods.memoryLimit(pod));
  }

  /** Exit code or signal, reason, and the last that the program said. */
  static String end(ContainerStateTerminated end) {
    if (end.getExitCode() == null) {
      return "an exit code that its node did not keep";
    }
    var how =
        end.getSignal() != null && end.getSignal() != 0
            ? "signal " + end.getSignal()
            : "exit code " + end.getExitCode();
    var why =
        end.getReason() == null || end.getReason().equals("Error")
            ? ""
            : " (" + end.getReason() + ")";
    var said = end.getMessage() == null ? "" : end.getMessage().strip();
    var last =
        said.length() <= MAX_LAST_WORDS
            ? said
            : "…" + said.substring(said.length() - MAX_LAST_WORDS);
    return how + why + (last.isEmpty() ? "" : ": " + last);
  }
}
