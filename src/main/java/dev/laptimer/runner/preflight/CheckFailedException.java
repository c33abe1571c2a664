package dev.laptimer.runner.preflight;

import dev.laptimer.client.ClientErrors;
import dev.laptimer.result.Reason;

/** Says why a server cannot be used. */
final class CheckFailedException extends Exception {

  private final Reason reason;

  CheckFailedException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** What a client or a connection threw. */
  static CheckFailedException of(Exception error, ClientErrors errors) {
    return new CheckFailedException(ClientErrors.reason(error), errors.text(error));
  }

  Reason reason() {
    return reason;
  }
}
