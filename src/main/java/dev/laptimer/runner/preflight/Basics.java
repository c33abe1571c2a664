package dev.laptimer.runner.preflight;

import dev.laptimer.client.Credentials;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Reason;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** What is checked of every server before anything is sent to it. */
final class Basics {

  private Basics() {}

  /** The login; null for none. */
  static Credentials credentials(Plan.Arm arm) throws CheckFailedException {
    try {
      return Credentials.read(arm.credentialsDir());
    } catch (UncheckedIOException e) {
      throw new CheckFailedException(Reason.ReferenceNotFound, e.getMessage());
    }
  }

  /** The address of a host. */
  static String address(String host) throws CheckFailedException {
    try {
      return InetAddress.getByName(host).getHostAddress();
    } catch (UnknownHostException e) {
      throw new CheckFailedException(
          Reason.NameNotResolved, "the name '%s' is not known".formatted(host));
    }
  }
}
