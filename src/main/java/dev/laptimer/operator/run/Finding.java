package dev.laptimer.operator.run;

import dev.laptimer.result.Reason;

/**
 * Why a run is held up, or is lost.
 *
 * @param message with the words of those who know: kubelet, scheduler, API server, the program
 * @param hopeless true if waiting cannot help
 */
record Finding(Reason reason, String message, boolean hopeless) {

  static Finding mayPass(Reason reason, String message) {
    return new Finding(reason, message, false);
  }

  static Finding hopeless(Reason reason, String message) {
    return new Finding(reason, message, true);
  }
}
