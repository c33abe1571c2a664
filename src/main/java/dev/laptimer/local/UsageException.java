package dev.laptimer.local;

/** Something that the user has to put right before a run can begin; its message says what. */
final class UsageException extends RuntimeException {
  UsageException(String message) {
    super(message);
  }
}
