package dev.laptimer.runner;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.laptimer.api.Documents;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What the runner that has the lead and its agents say to each other over TCP, in lines of UTF-8.
 * The lead begins with the token that both read from the plan's folder. Then it says which trial to
 * make, by its number: the plan itself an agent has from its own pod, so that whoever should come
 * by the token can only have made what the operator planned. The agent hands on the events of the
 * trial's process, and how that ended.
 */
final class Agents {

  /** {@code trial INDEX POD/PODS}. */
  static final String TRIAL = "trial ";

  static final String STOP = "stop";
  static final String BYE = "bye";

  /** The agent's answer to the right token. */
  static final String READY = "ready";

  /** Said by an agent every few seconds, whatever else it does. */
  static final String ALIVE = "alive";

  static final long ALIVE_SECONDS = 3;

  /** An agent that says nothing for so long is gone, with its pod or its node. */
  static final int SILENCE_MILLIS = (int) TimeUnit.SECONDS.toMillis(30);

  private static final String END = "@end ";

  private Agents() {}

  /** How the process of a trial ended, beside the result that it may have given. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record End(boolean killedForMemory, int exitCode, List<String> lastLines) {

    String line() {
      return END + Documents.toJson(this);
    }

    static boolean isOne(String line) {
      return line.startsWith(END);
    }

    static End of(String line) {
      return Documents.fromJson(line.substring(END.length()), End.class);
    }
  }
}
