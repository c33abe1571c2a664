package dev.laptimer.result;

import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.CacheBenchmarkStatus;
import dev.laptimer.api.CacheBenchmarkStatus.RunStatus;
import dev.laptimer.api.RunState;
import java.time.Instant;

/**
 * The status of a benchmark in each of its states: what programs and people may rely on. Pure.
 * Conditions keep their transition time as long as their status stays the same.
 */
public final class Statuses {

  private Statuses() {}

  /**
   * What every status needs.
   *
   * @param previous the status before, or null
   * @param generation of the spec that the status speaks of
   * @param now the time of a condition that changes
   */
  public record Context(CacheBenchmarkStatus previous, long generation, Instant now) {}

  /**
   * A run that is on its way: {@code Pending}, {@code Deploying} or {@code Running}.
   *
   * @param reason CamelCase, of the conditions Reconciling and Ready
   * @param summary one line for people
   * @param targetsReady true once every own server is ready
   */
  public static CacheBenchmarkStatus progressing(
      Context context,
      RunState state,
      String reason,
      String summary,
      RunStatus run,
      boolean targetsReady) {
    throw new UnsupportedOperationException();
  }

  /**
   * A run that ended by itself, as its document says: measured, or failed with or without part of
   * the figures.
   *
   * @param configMap that holds the document, or null
   */
  public static CacheBenchmarkStatus ended(
      Context context,
      CacheBenchmarkSpec spec,
      RunStatus run,
      ResultDocument document,
      String configMap) {
    throw new UnsupportedOperationException();
  }

  /** A run that ended without a document. */
  public static CacheBenchmarkStatus failed(
      Context context, RunStatus run, Reason reason, String message) {
    throw new UnsupportedOperationException();
  }

  /**
   * A benchmark that is suspended; the run that was cancelled by it, if there was one, is in {@code
   * run}.
   */
  public static CacheBenchmarkStatus suspended(Context context, RunStatus run) {
    throw new UnsupportedOperationException();
  }
}
