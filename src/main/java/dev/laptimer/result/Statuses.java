package dev.laptimer.result;

import static dev.laptimer.result.Conditions.FALSE;
import static dev.laptimer.result.Conditions.FINISHED;
import static dev.laptimer.result.Conditions.READY;
import static dev.laptimer.result.Conditions.RECONCILING;
import static dev.laptimer.result.Conditions.STALLED;
import static dev.laptimer.result.Conditions.SUCCEEDED;
import static dev.laptimer.result.Conditions.SUSPENDED;
import static dev.laptimer.result.Conditions.TARGET_READY;
import static dev.laptimer.result.Conditions.TRUE;
import static dev.laptimer.result.Conditions.TRUSTED;
import static dev.laptimer.result.Conditions.UNKNOWN;

import dev.laptimer.api.BenchmarkSpec;
import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.BenchmarkStatus.PastRun;
import dev.laptimer.api.BenchmarkStatus.Progress;
import dev.laptimer.api.BenchmarkStatus.ResultRef;
import dev.laptimer.api.BenchmarkStatus.RunStatus;
import dev.laptimer.api.BenchmarkStatus.Trust;
import dev.laptimer.api.RunState;
import dev.laptimer.api.Severity;
import dev.laptimer.api.TrustLevel;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The status of a benchmark in each of its states: what programs and people may rely on. Pure.
 * Conditions keep their transition time as long as their status stays the same.
 *
 * <p>Ready, Succeeded, Finished, TargetReady and Trusted are always there, Unknown where nothing is
 * known yet. Reconciling, Stalled and Suspended are there only while they are true, and never
 * Reconciling and Stalled both, so that kstatus (Flux, Helm, Argo CD) sees a run in progress as in
 * progress, a failed one as failed, and everything else as current. Finished and Succeeded speak of
 * a run: Finished is True as soon as it ended in whatever way, Succeeded only if it was measured.
 * The message of Succeeded is the run's summary, from which its entry in the history is made.
 */
public final class Statuses {

  /** Earlier runs that are kept. */
  static final int MAX_HISTORY = 5;

  private static final Set<Reason> OF_THE_TARGET =
      EnumSet.of(
          Reason.ServerNotReady,
          Reason.NameNotResolved,
          Reason.ConnectionRefused,
          Reason.ConnectTimeout,
          Reason.TlsUntrusted,
          Reason.TlsNameMismatch,
          Reason.TlsFailed,
          Reason.AuthenticationFailed,
          Reason.CommandRefused,
          Reason.ProtocolMismatch,
          Reason.TargetFailed,
          Reason.ServerOutOfMemory,
          Reason.ServerCrashed);

  private Statuses() {}

  /**
   * What every status needs.
   *
   * @param previous the status before, or null
   * @param generation of the spec that the status speaks of
   * @param now the time of a condition that changes
   */
  public record Context(BenchmarkStatus previous, long generation, Instant now) {

    private RunStatus previousRun() {
      return previous == null ? null : previous.run();
    }
  }

  /**
   * A run that is on its way: {@code Pending}, {@code Deploying} or {@code Running}. The figures of
   * the run before are gone from the status; its summary goes to the history.
   *
   * @param reason CamelCase, of the conditions Reconciling and Ready
   * @param summary one line for people
   * @param targetsReady true once every own server is ready
   */
  public static BenchmarkStatus progressing(
      Context context,
      RunState state,
      String reason,
      String summary,
      RunStatus run,
      boolean targetsReady) {
    var conditions =
        new Conditions(context)
            .with(READY, UNKNOWN, reason, summary)
            .with(SUCCEEDED, UNKNOWN, reason, "the run has not ended")
            .with(FINISHED, FALSE, reason, "the run has not ended")
            .with(
                TARGET_READY,
                targetsReady ? TRUE : state == RunState.Pending ? UNKNOWN : FALSE,
                targetsReady ? "ServersReady" : reason,
                targetsReady ? "every server that was deployed for the run is ready" : summary)
            .with(TRUSTED, UNKNOWN, reason, "nothing is measured yet")
            .with(RECONCILING, TRUE, reason, summary);
    return StatusSize.bounded(
        new BenchmarkStatus(
            context.generation(),
            state,
            Text.summary(summary),
            conditions.list(),
            run,
            null,
            null,
            null,
            null,
            null,
            history(context, run)));
  }

  /**
   * A run that ended by itself, as its document says: measured, or failed with or without part of
   * the figures.
   *
   * @param spec of now: a changed comparison evaluates an old document anew
   * @param run its finish time and its progress are filled in from the document
   * @param configMap that holds the document, or null
   */
  public static BenchmarkStatus ended(
      Context context,
      BenchmarkSpec spec,
      RunStatus run,
      ResultDocument document,
      String configMap) {
    var analysis = Analysis.of(spec, document);
    var outcome = document.outcome();
    boolean complete = outcome.complete();
    var measured = document.trials().stream().anyMatch(trial -> trial.failure() == null);
    var reason = complete ? Reason.Measured.name() : outcome.reason();
    var message = complete ? analysis.summary() : outcome.message();
    var conditions =
        new Conditions(context)
            .with(READY, complete ? TRUE : FALSE, reason, message)
            .with(SUCCEEDED, complete ? TRUE : FALSE, reason, analysis.summary())
            .with(FINISHED, TRUE, reason, message);
    targetReady(conditions, context, reason, message, complete);
    if (measured) {
      trusted(conditions, analysis.trust());
    } else {
      conditions.with(TRUSTED, UNKNOWN, reason, "nothing was measured");
    }
    if (!complete) {
      conditions.with(STALLED, TRUE, reason, message);
    }
    return StatusSize.bounded(
        new BenchmarkStatus(
            context.generation(),
            complete ? RunState.Finished : RunState.Failed,
            Text.summary(analysis.summary()),
            conditions.list(),
            finished(run, document, context.now()),
            measured ? analysis.results() : null,
            measured && !analysis.comparisons().isEmpty() ? analysis.comparisons() : null,
            measured ? analysis.trust() : null,
            analysis.failover(),
            configMap == null ? null : new ResultRef(configMap),
            history(context, run)));
  }

  /**
   * A run that ended without a document; or, for {@link Reason#InvalidSpec} or without a run, a
   * spec of which no run can be made, which leaves the last run and its figures as they are.
   *
   * @param run null if none was begun
   */
  public static BenchmarkStatus failed(
      Context context, RunStatus run, Reason reason, String message) {
    boolean noRun = run == null || reason == Reason.InvalidSpec;
    var summary = Text.summary(reason + ": " + message);
    var conditions = new Conditions(context).with(READY, FALSE, reason.name(), message);
    if (noRun) {
      conditions
          .with(SUCCEEDED, UNKNOWN, reason.name(), "no run was begun")
          .with(FINISHED, FALSE, reason.name(), "no run was begun");
    } else {
      conditions
          .with(SUCCEEDED, FALSE, reason.name(), summary)
          .with(FINISHED, TRUE, reason.name(), message);
    }
    targetReady(conditions, context, reason.name(), message, false);
    conditions
        .with(TRUSTED, UNKNOWN, reason.name(), "nothing was measured")
        .with(STALLED, TRUE, reason.name(), message);
    var lastRun = run == null ? context.previousRun() : run;
    var previous = noRun ? context.previous() : null;
    return StatusSize.bounded(
        new BenchmarkStatus(
            context.generation(),
            RunState.Failed,
            summary,
            conditions.list(),
            lastRun == null ? null : withFinishTime(lastRun, context.now()),
            previous == null ? null : previous.results(),
            previous == null ? null : previous.comparisons(),
            previous == null ? null : previous.trust(),
            previous == null ? null : previous.failover(),
            previous == null ? null : previous.resultRef(),
            history(context, noRun ? null : run)));
  }

  /**
   * A benchmark that is suspended, which is as good as ready. What is known of the last run stays.
   *
   * @param run the run that was cancelled by it, or else the last one, or null
   */
  public static BenchmarkStatus suspended(Context context, RunStatus run) {
    var reason = "Suspended";
    var lastRun = run == null ? context.previousRun() : run;
    boolean finished = Conditions.isTrue(context.previous(), FINISHED);
    boolean cancelled = lastRun != null && !finished;
    var summary =
        finished
            ? "suspended; last run: "
                + Conditions.find(context.previous(), SUCCEEDED)
                    .map(condition -> condition.getMessage())
                    .orElse("")
            : cancelled
                ? "suspended; run " + lastRun.number() + " was cancelled"
                : "suspended before the first run";
    var conditions = new Conditions(context).with(READY, TRUE, reason, summary);
    if (finished) {
      conditions.kept(SUCCEEDED, reason, summary).kept(FINISHED, reason, summary);
    } else {
      conditions
          .with(SUCCEEDED, UNKNOWN, cancelled ? Reason.Cancelled.name() : reason, summary)
          .with(FINISHED, FALSE, cancelled ? Reason.Cancelled.name() : reason, summary);
    }
    if (finished) {
      conditions.kept(TARGET_READY, reason, summary);
    } else {
      conditions.with(TARGET_READY, UNKNOWN, reason, summary);
    }
    conditions.kept(TRUSTED, reason, "nothing was measured").with(SUSPENDED, TRUE, reason, summary);
    var previous = context.previous();
    return StatusSize.bounded(
        new BenchmarkStatus(
            context.generation(),
            RunState.Suspended,
            Text.summary(summary),
            conditions.list(),
            cancelled ? withFinishTime(lastRun, context.now()) : lastRun,
            previous == null ? null : previous.results(),
            previous == null ? null : previous.comparisons(),
            previous == null ? null : previous.trust(),
            previous == null ? null : previous.failover(),
            previous == null ? null : previous.resultRef(),
            history(context, lastRun)));
  }

  /**
   * The last run as it ended, for a spec that asks for no other: after a suspension, or when the
   * spec changed in what no run depends on and there is no document to evaluate anew. What is known
   * of the run stays.
   */
  public static BenchmarkStatus settled(Context context) {
    var previous = context.previous();
    var run = previous.run();
    var known = Conditions.find(previous, SUCCEEDED).filter(c -> !UNKNOWN.equals(c.getStatus()));
    var past =
        previous.history() == null
            ? Optional.<PastRun>empty()
            : previous.history().stream().filter(entry -> isOf(entry, run)).findFirst();
    var reason =
        known
            .map(Condition::getReason)
            .or(() -> past.map(PastRun::reason))
            .orElse(Reason.ResultLost.name());
    var summary = known.map(Condition::getMessage).or(() -> past.map(PastRun::summary)).orElse("");
    boolean succeeded = reason.equals(Reason.Measured.name());
    var outcome = succeeded ? TRUE : FALSE;
    var conditions =
        new Conditions(context)
            .with(READY, outcome, reason, summary)
            .with(SUCCEEDED, outcome, reason, summary)
            .with(FINISHED, TRUE, reason, summary)
            .kept(TARGET_READY, reason, "the targets were not found ready")
            .kept(TRUSTED, reason, "nothing was measured");
    if (!succeeded) {
      conditions.with(STALLED, TRUE, reason, summary);
    }
    return StatusSize.bounded(
        new BenchmarkStatus(
            context.generation(),
            succeeded ? RunState.Finished : RunState.Failed,
            Text.summary(summary),
            conditions.list(),
            run,
            previous.results(),
            previous.comparisons(),
            previous.trust(),
            previous.failover(),
            previous.resultRef(),
            history(context, run)));
  }

  private static void targetReady(
      Conditions conditions, Context context, String reason, String message, boolean complete) {
    if (complete) {
      conditions.with(TARGET_READY, TRUE, reason, "every target answered until the end of the run");
    } else if (OF_THE_TARGET.stream().anyMatch(r -> r.name().equals(reason))) {
      conditions.with(TARGET_READY, FALSE, reason, message);
    } else if (Conditions.isTrue(context.previous(), TARGET_READY)) {
      conditions.kept(TARGET_READY, reason, message);
    } else {
      conditions.with(TARGET_READY, UNKNOWN, reason, "the targets were not found ready");
    }
  }

  private static void trusted(Conditions conditions, Trust trust) {
    if (trust.level() == TrustLevel.High) {
      conditions.with(TRUSTED, TRUE, "ChecksPassed", "no check found more than notes");
      return;
    }
    var doubts =
        trust.checks().stream().filter(check -> check.severity() != Severity.Note).toList();
    var worst = doubts.get(0);
    var message =
        "trust is "
            + trust.level()
            + ": "
            + String.join(
                "; ",
                doubts.stream()
                    .map(check -> (check.arm() == null ? "" : check.arm() + ": ") + check.message())
                    .toList());
    conditions.with(TRUSTED, FALSE, worst.name(), message);
  }

  /**
   * The earlier runs, newest first, with the run before this one if this one is a new one.
   *
   * @param run null for none: then the last run is put down at once, before its conditions are
   *     overwritten
   */
  private static List<PastRun> history(Context context, RunStatus run) {
    var previous = context.previous();
    if (previous == null) {
      return null;
    }
    var history = new ArrayList<PastRun>();
    if (previous.history() != null) {
      history.addAll(previous.history());
    }
    var last = previous.run();
    if (last != null && history.stream().noneMatch(past -> isOf(past, last))) {
      history.add(0, past(context, previous, run));
    }
    if (run != null) {
      history.removeIf(past -> isOf(past, run));
    }
    return history.isEmpty()
        ? null
        : List.copyOf(history.subList(0, Math.min(MAX_HISTORY, history.size())));
  }

  private static boolean isOf(PastRun past, RunStatus run) {
    return Objects.equals(past.number(), run.number());
  }

  private static PastRun past(Context context, BenchmarkStatus status, RunStatus next) {
    var run = status.run();
    var succeeded = Conditions.find(status, SUCCEEDED);
    boolean ended = succeeded.filter(c -> !UNKNOWN.equals(c.getStatus())).isPresent();
    boolean interrupted = next != null && Objects.equals(next.retryOf(), run.number());
    var reason =
        ended
            ? succeeded.get().getReason()
            : (interrupted ? Reason.Interrupted : Reason.Cancelled).name();
    return new PastRun(
        run.number(),
        reason,
        Text.summary(ended ? succeeded.get().getMessage() : status.summary()),
        run.finishTime() == null ? seconds(context.now()) : run.finishTime(),
        status.resultRef() == null ? null : status.resultRef().configMap());
  }

  private static RunStatus finished(RunStatus run, ResultDocument document, Instant now) {
    int trials = document.plan().trials().size();
    int done = (int) document.trials().stream().filter(trial -> trial.failure() == null).count();
    var progress =
        new Progress(
            trials == 0 ? 0 : done * 100 / trials,
            done,
            trials,
            document.outcome().complete() ? 0L : null);
    var finishTime = document.finishTime() == null ? now : document.finishTime();
    return withFinishTime(run, finishTime).withProgress(progress);
  }

  private static RunStatus withFinishTime(RunStatus run, Instant finishTime) {
    return run.finishTime() != null ? run : run.withFinishTime(seconds(finishTime));
  }

  private static String seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
