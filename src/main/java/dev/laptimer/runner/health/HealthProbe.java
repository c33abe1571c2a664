package dev.laptimer.runner.health;

import com.sun.management.OperatingSystemMXBean;
import dev.laptimer.result.ResultDocument.Health;
import dev.laptimer.result.ResultDocument.Signals;
import dev.laptimer.result.ResultDocument.Window;
import dev.laptimer.runner.health.KernelFiles.CpuTicks;
import dev.laptimer.runner.health.KernelFiles.Throttling;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Reads how this process fares, before and after each timed window. */
public final class HealthProbe {

  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final Cgroup cgroup = Cgroup.own();
  private final GcWatch collections = new GcWatch();

  /**
   * One reading; see {@link #since}.
   *
   * @param pausesMillis of all collections so far
   */
  public record Reading(
      long nanoTime,
      long cpuNanos,
      List<Long> pausesMillis,
      Optional<Throttling> throttling,
      Optional<CpuTicks> machine,
      Long compilationMillis,
      long wallMillis) {}

  /** How things stand. */
  public Reading read() {
    return new Reading(
        System.nanoTime(),
        system.getProcessCpuTime(),
        collections.pausesMillis(),
        cgroup.throttling(),
        Cgroup.read(Path.of("/proc/stat")).flatMap(KernelFiles::cpuTicks),
        compilationMillis(),
        System.currentTimeMillis());
  }

  private static Long compilationMillis() {
    var compiler = ManagementFactory.getCompilationMXBean();
    return compiler != null && compiler.isCompilationTimeMonitoringSupported()
        ? compiler.getTotalCompilationTime()
        : null;
  }

  /** What happened from a reading to now. */
  public Window since(Reading before) {
    return window(before, read());
  }

  static Window window(Reading before, Reading after) {
    var pauses =
        after.pausesMillis().subList(before.pausesMillis().size(), after.pausesMillis().size());
    var throttled =
        before
            .throttling()
            .flatMap(
                from ->
                    after
                        .throttling()
                        .map(
                            to ->
                                new Throttling(
                                    to.periods() - from.periods(), to.nanos() - from.nanos())));
    var steal =
        before.machine().flatMap(from -> after.machine().map(to -> to.stealRatioSince(from)));
    return new Window(
        after.nanoTime() - before.nanoTime(),
        before.cpuNanos() < 0 ? null : after.cpuNanos() - before.cpuNanos(),
        pauses.size(),
        nanos(pauses.stream().mapToLong(Long::longValue).sum()),
        nanos(pauses.stream().mapToLong(Long::longValue).max().orElse(0)),
        throttled.map(Throttling::periods).orElse(null),
        throttled.map(Throttling::nanos).orElse(null),
        steal.orElse(null),
        signals(before, after));
  }

  private static Signals signals(Reading before, Reading after) {
    boolean compilation = before.compilationMillis() != null && after.compilationMillis() != null;
    return new Signals(
        compilation ? nanos(after.compilationMillis() - before.compilationMillis()) : null,
        null,
        null,
        nanos(after.wallMillis() - before.wallMillis()) - (after.nanoTime() - before.nanoTime()));
  }

  /** A window that knows the busiest of the threads that do the operations. */
  public static Window withHottestThread(Window window, String name, long cpuNanos) {
    var signals = window.signals();
    return new Window(
        window.wallNanos(),
        window.cpuNanos(),
        window.gcCount(),
        window.gcNanos(),
        window.longestGcNanos(),
        window.throttledPeriods(),
        window.throttledNanos(),
        window.stealRatio(),
        new Signals(
            signals.compilationNanos(),
            name,
            cpuNanos == 0 ? null : cpuNanos,
            signals.clockStepNanos()));
  }

  private static long nanos(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /**
   * The process as a whole, so far.
   *
   * @param startMillis from the start of its JVM to the first timed operation
   */
  public static Health health(long startMillis) {
    var compiler = ManagementFactory.getCompilationMXBean();
    boolean known = compiler != null && compiler.isCompilationTimeMonitoringSupported();
    return new Health(
        startMillis,
        known ? compiler.getTotalCompilationTime() : null,
        Runtime.getRuntime().maxMemory(),
        GcWatch.collector(),
        EnvironmentFacts.jvm(),
        EnvironmentFacts.laptimerVersion());
  }
}
