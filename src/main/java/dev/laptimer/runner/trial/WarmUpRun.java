package dev.laptimer.runner.trial;

import dev.laptimer.api.Operation;
import dev.laptimer.plan.Plan.WarmUp;
import dev.laptimer.result.ResultDocument.WarmUpResult;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One operation done by all workers before it is timed, in windows of half a second, until the
 * speed is steady or the time is over. What a pass needs at the server is made between passes, and
 * that time counts for nothing.
 */
final class WarmUpRun {

  private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final Operation operation;
  private final WarmUp rule;
  private final List<? extends TimedWorker> workers;
  private final Windows windows;

  WarmUpRun(Operation operation, WarmUp rule, List<? extends TimedWorker> workers) {
    this.operation = operation;
    this.rule = rule;
    this.workers = workers;
    this.windows = new Windows();
  }

  /**
   * @throws TargetFailedException if the server fails for good, or answers no operation at all
   */
  WarmUpResult run() throws InterruptedException {
    var tally = TimedPhase.all(operation, workers, this::work);
    if (windows.cancelled) {
      throw new TargetFailedException("the trial was cancelled");
    }
    if (tally.errors() == tally.operations()) {
      throw new TargetFailedException(
          "every %s of the warm-up failed: %s"
              .formatted(operation, tally.errorsByMessage().keySet()));
    }
    return new WarmUpResult(
        windows.elapsedNanos,
        windows.operations,
        windows.steady,
        windows.rates.stream().map(Math::round).toList());
  }

  /** Ends {@link #run} soon, from another thread. */
  void cancel() {
    windows.cancelled = true;
    windows.forceTermination();
  }

  private Tally work(TimedWorker worker) {
    var tally = new Tally(operation);
    try {
      worker.prepare(operation, windows::isTerminated);
      worker.begin(operation);
      windows.arriveAndAwaitAdvance();
      while (!windows.isTerminated()) {
        window(worker, tally);
        windows.arriveAndAwaitAdvance();
      }
      return tally;
    } finally {
      windows.forceTermination();
    }
  }

  private void window(TimedWorker worker, Tally tally) {
    long end = windows.start + WINDOW_NANOS;
    long before = tally.operations();
    long busyNanos = 0;
    while (worker.hasWork() && System.nanoTime() - end < 0 && !windows.isTerminated()) {
      worker.prepare(operation, windows::isTerminated);
      long start = System.nanoTime();
      worker.pass(operation, tally, true, end, windows::isTerminated);
      busyNanos += System.nanoTime() - start;
    }
    windows.add(tally.operations() - before, busyNanos);
  }

  /** Where workers meet between windows; the last one to come decides whether it goes on. */
  private final class Windows extends Phaser {

    private final List<Double> rates = new ArrayList<>();
    private final Deque<Long> compilationMillis = new ArrayDeque<>();
    private final AtomicLong windowOperations = new AtomicLong();

    /** Operations per second of all workers, in thousandths. */
    private final AtomicLong windowRate = new AtomicLong();

    private long firstStart;
    private long elapsedNanos;
    private long operations;
    private boolean steady;
    private volatile long start;
    private volatile boolean cancelled;

    private Windows() {
      super(workers.size());
    }

    private void add(long done, long busyNanos) {
      windowOperations.addAndGet(done);
      windowRate.addAndGet(busyNanos == 0 ? 0 : Math.round(done * 1e12 / busyNanos));
    }

    @Override
    protected boolean onAdvance(int window, int workers) {
      long now = System.nanoTime();
      if (window == 0) {
        firstStart = now;
      } else {
        rates.add(windowRate.getAndSet(0) / 1e3);
        operations += windowOperations.getAndSet(0);
      }
      compilationMillis.addLast(compilationMillis());
      if (compilationMillis.size() > Steadiness.WINDOWS + 1) {
        compilationMillis.removeFirst();
      }
      elapsedNanos = now - firstStart;
      steady = Steadiness.isSteady(rates, compilationShare());
      start = System.nanoTime();
      boolean enough =
          elapsedNanos >= TimeUnit.SECONDS.toNanos(rule.minSeconds())
              && operations >= rule.minOperations()
              && steady;
      return enough || elapsedNanos >= TimeUnit.SECONDS.toNanos(rule.maxSeconds());
    }

    private double compilationShare() {
      long millis = compilationMillis.getLast() - compilationMillis.getFirst();
      return (double) millis / TimeUnit.NANOSECONDS.toMillis(Steadiness.WINDOWS * WINDOW_NANOS);
    }

    private static long compilationMillis() {
      var compiler = ManagementFactory.getCompilationMXBean();
      return compiler != null && compiler.isCompilationTimeMonitoringSupported()
          ? compiler.getTotalCompilationTime()
          : 0;
    }
  }
}
