package dev.laptimer.operator.run;

import dev.laptimer.operator.Hashes;
import java.util.regex.Pattern;

/**
 * Names of the objects of a run: what they say is readable, unless it would be too long or not a
 * DNS label; then its end is a hash of the whole, so that two names that differ never become one.
 */
public final class Names {

  /** A StatefulSet's name plus eleven characters is a label of its pods, and those hold 63. */
  static final int MAX_LENGTH = 52;

  private static final int MAX_LABEL_LENGTH = 63;
  private static final int HASH_LENGTH = 10;

  /** RFC 1035, as Services want it. */
  private static final Pattern DNS_LABEL = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");

  private Names() {}

  /** Host of a runner pod, if there are several. */
  public static String runnerHost(String prefix, int run, String namespace, int pod) {
    var job = job(prefix, run);
    return "%s-%d.%s.%s.svc".formatted(job, pod, job, namespace);
  }

  /** Job, and Service of its pods if they are several. */
  static String job(String prefix, int run) {
    return dnsLabel(prefix + "-" + run, MAX_LENGTH);
  }

  /** StatefulSet and Service of a target's server. */
  public static String server(String prefix, int run, String target) {
    return dnsLabel(prefix + "-" + run + "-" + target, MAX_LENGTH);
  }

  static String plan(String prefix, int run) {
    return dnsLabel(prefix + "-" + run + "-plan", MAX_LENGTH);
  }

  static String result(String prefix, int run) {
    return dnsLabel(prefix + "-" + run + "-result", MAX_LENGTH);
  }

  /** A volume that holds a Secret. */
  static String secretVolume(String secret) {
    return dnsLabel("secret-" + secret, MAX_LABEL_LENGTH);
  }

  /** A label's value for any name of a resource. */
  static String label(String name) {
    return name.length() <= MAX_LABEL_LENGTH ? name : dnsLabel(name, MAX_LABEL_LENGTH);
  }

  private static String dnsLabel(String wanted, int maxLength) {
    if (wanted.length() <= maxLength && DNS_LABEL.matcher(wanted).matches()) {
      return wanted;
    }
    var letters = wanted.replace('.', '-').replaceAll("^[^a-z]+", "");
    var start = letters.isEmpty() ? "run" : letters;
    var cut = start.substring(0, Math.min(start.length(), maxLength - HASH_LENGTH - 1));
    return cut.replaceAll("-+$", "") + "-" + Hashes.sha256(wanted).substring(0, HASH_LENGTH);
  }
}
