package dev.laptimer.local;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jline.utils.Signals;

/**
 * What Ctrl-C, a TERM and a terminal that is closed do to a run: the first one asks it to stop, the
 * second one ends the program at once.
 */
final class StopSignals implements AutoCloseable {

  /** As a shell has it for a program that Ctrl-C ended. */
  private static final int INTERRUPTED = 130;

  private final Map<String, Object> previous = new HashMap<>();
  private final Runnable announce;
  private Runnable stop;
  private Runnable endAtOnce = () -> {};
  private boolean asked;

  /**
   * Takes the signals over until {@link #close()}.
   *
   * @param announce called at the first signal, to say what is going on
   * @param stop asks the run to stop; until {@link #stopBy} says otherwise
   */
  StopSignals(Runnable announce, Runnable stop) {
    this.announce = announce;
    this.stop = stop;
    for (var name : List.of("INT", "TERM", "HUP")) {
      previous.put(name, Signals.register(name, this::signalled));
    }
  }

  /** From now on the run is asked by {@code stop}; at once if it was asked before. */
  synchronized void stopBy(Runnable stop) {
    this.stop = stop;
    if (asked) {
      stop.run();
    }
  }

  /** What a second signal does before the program ends; it must not wait for anything. */
  synchronized void endAtOnceBy(Runnable endAtOnce) {
    this.endAtOnce = endAtOnce;
  }

  private synchronized void signalled() {
    if (asked) {
      endAtOnce.run();
      Runtime.getRuntime().halt(INTERRUPTED);
    }
    asked = true;
    announce.run();
    stop.run();
  }

  @Override
  public void close() {
    previous.forEach(Signals::unregister);
  }
}
