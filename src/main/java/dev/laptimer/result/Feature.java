package dev.laptimer.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Locale;

/**
 * Whether a server can do something and does it, as far as it could be found out from the server
 * itself.
 *
 * @param detail how, how much or in which form, in a few words; null where there is nothing to add
 * @param evidence what was asked or tried, and what the server said; no secrets
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Feature(Name name, Answer answer, String detail, String evidence) {

  /** What is asked of every server, in the order of the tables. */
  public enum Name {
    TimeToLive("time to live"),
    Persistence("persistence"),
    Replication("replication"),
    Clustering("clustering"),
    Transactions("transactions"),
    Eviction("eviction"),
    MaxValueSize("largest value"),
    Pipelining("pipelining"),
    Tls("TLS"),
    Login("login");

    private final String words;

    Name(String words) {
      this.words = words;
    }

    /** The name for people. */
    public String words() {
      return words;
    }
  }

  /** What the server answers. */
  public enum Answer {
    /** It does it. */
    Yes,
    /** It could, but is not set up so. */
    Off,
    /** It cannot. */
    No,
    /** It cannot be found out from the server. */
    Unknown
  }

  public static Feature of(Name name, Answer answer, String evidence) {
    return new Feature(name, answer, null, evidence);
  }

  /** A yes with a detail. */
  public static Feature yes(Name name, String detail, String evidence) {
    return new Feature(name, Answer.Yes, detail, evidence);
  }

  /** The name for people. */
  public String words() {
    return name == null ? "unknown" : name.words();
  }

  /** A number of bytes for people: {@code 16 MiB}. */
  public static String size(long bytes) {
    long mib = bytes >> 20;
    return mib > 0 && mib << 20 == bytes ? mib + " MiB" : bytes + " bytes";
  }

  /** The answer in a table: {@code yes, whole seconds}, or {@code off}. */
  public String cell() {
    var word = answer == null ? "unknown" : answer.name().toLowerCase(Locale.ROOT);
    return detail == null ? word : word + ", " + detail;
  }
}
