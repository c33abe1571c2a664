package dev.laptimer.client;

/** The server answered an operation, but with a refusal; the message is its own words. */
public final class RefusedException extends RuntimeException {
  public RefusedException(String message) {
    super(message);
  }
}
