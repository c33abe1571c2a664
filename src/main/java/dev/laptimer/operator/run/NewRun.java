package dev.laptimer.operator.run;

import dev.laptimer.api.BenchmarkSpec;
import dev.laptimer.api.BenchmarkStatus.RunStatus;
import dev.laptimer.api.RunState;
import dev.laptimer.operator.run.Decision.Notice;
import dev.laptimer.result.Statuses;
import java.util.ArrayList;

/** How a run comes to be. Pure. */
final class NewRun {

  private NewRun() {}

  /**
   * Puts the next run into the status, before anything is done for it. The one before goes to the
   * history, cancelled if it had not ended.
   *
   * @param retryOf the interrupted run that is repeated, or null
   * @param why the one before is ended, if it had not; null if there was none
   */
  static Decision begin(Situation situation, int number, Integer retryOf, String why) {
    var benchmark = situation.benchmark();
    var run =
        new RunStatus(
            number,
            benchmark.hash(),
            token(situation.spec()),
            retryOf,
            RunIdentity.seed(benchmark.resource().uid(), number),
            Names.job(benchmark.objectPrefix(), number),
            null,
            null,
            null,
            null,
            null);
    var before = situation.status();
    boolean cancels = before != null && Decider.isUnderway(before);
    var previous = cancels ? before.withSummary(why) : before;
    var context = new Statuses.Context(previous, situation.generation(), situation.now());
    var notices = new ArrayList<Notice>();
    if (cancels) {
      notices.add(
          new Notice(
              retryOf != null,
              retryOf == null ? "RunCancelled" : "RunInterrupted",
              "run %d: %s".formatted(number - 1, why)));
    }
    var summary =
        retryOf == null
            ? "run %d is about to start".formatted(number)
            : "run %d is about to start; it repeats run %d: %s".formatted(number, retryOf, why);
    return Decision.write(
        situation,
        Statuses.progressing(context, RunState.Pending, "RunPending", summary, run, false),
        notices,
        Decision.AT_ONCE);
  }

  /** By a token that is there and is not the last one; one that was removed asks for nothing. */
  static boolean isAskedForAgain(BenchmarkSpec spec, RunStatus run) {
    var token = token(spec);
    return token != null && !token.isEmpty() && !token.equals(run.token());
  }

  private static String token(BenchmarkSpec spec) {
    return spec.run() == null ? null : spec.run().token();
  }
}
