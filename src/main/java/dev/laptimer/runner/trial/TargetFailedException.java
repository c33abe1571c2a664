package dev.laptimer.runner.trial;

/** Says that a server failed for good, with the last error's words. */
final class TargetFailedException extends RuntimeException {
  TargetFailedException(String message) {
    super(message);
  }
}
