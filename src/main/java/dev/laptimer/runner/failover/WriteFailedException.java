package dev.laptimer.runner.failover;

/** A write was not acknowledged; whether it was done is not known. */
final class WriteFailedException extends Exception {
  WriteFailedException(Exception cause) {
    super(cause);
  }
}
