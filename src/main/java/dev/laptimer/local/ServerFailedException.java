package dev.laptimer.local;

/** A server did not start; the message says which and has its last words. */
final class ServerFailedException extends Exception {
  ServerFailedException(String message) {
    super(message);
  }
}
