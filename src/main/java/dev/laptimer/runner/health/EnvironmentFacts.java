package dev.laptimer.runner.health;

import dev.laptimer.api.ClientName;
import dev.laptimer.client.Clients;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.ResultDocument.Environment;
import dev.laptimer.result.ResultDocument.Health;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Reads where the runner runs. */
public final class EnvironmentFacts {

  private static final long CLOCK_SAMPLE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final int CLOCK_BATCH = 1_000;

  private static final Path CLOCK_SOURCE =
      Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");

  private EnvironmentFacts() {}

  /**
   * The facts, with what the trials of a plan run with.
   *
   * @param trial health of one of its trials, whose JVM is not this one; empty if there was none
   */
  public static Environment read(Plan plan, Optional<Health> trial) {
    var cgroup = Cgroup.own();
    var cpuInfo = Cgroup.read(Path.of("/proc/cpuinfo")).orElse("");
    var memoryLimit = cgroup.memoryLimitBytes();
    return new Environment(
        jvm(),
        plan.jvmOptions(),
        trial.map(Health::collector).orElse(null),
        trial.map(Health::maxHeapBytes).orElse(null),
        Cgroup.read(Path.of("/etc/os-release"))
            .flatMap(KernelFiles::osName)
            .orElse(System.getProperty("os.name")),
        System.getProperty("os.version"),
        KernelFiles.cpuModel(cpuInfo).orElse(null),
        Runtime.getRuntime().availableProcessors(),
        cgroup.quotaCpus().orElse(null),
        memoryLimit.isPresent() ? memoryLimit.getAsLong() : null,
        cgroup.version().orElse(null),
        Cgroup.read(CLOCK_SOURCE).map(String::strip).orElse(null),
        clockNanos(),
        KernelFiles.hypervisor(cpuInfo).orElse(null),
        clientVersions(plan));
  }

  /** Name and version of the runtime of this process. */
  static String jvm() {
    return "%s %s".formatted(System.getProperty("java.vm.name"), Runtime.version());
  }

  /** Version of Laptimer in this process. */
  public static String laptimerVersion() {
    var version = EnvironmentFacts.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  private static Map<ClientName, String> clientVersions(Plan plan) {
    var versions = new EnumMap<ClientName, String>(ClientName.class);
    plan.arms().forEach(arm -> versions.put(arm.client(), Clients.version(arm.client())));
    return versions;
  }

  /**
   * What one reading of the clock costs: the least of many short batches, as whatever disturbs a
   * batch only adds to it.
   */
  private static double clockNanos() {
    long begin = System.nanoTime();
    long start = begin;
    double least = Double.MAX_VALUE;
    while (start - begin < CLOCK_SAMPLE_NANOS) {
      long now = start;
      for (int i = 0; i < CLOCK_BATCH; i++) {
        now = System.nanoTime();
      }
      least = Math.min(least, (double) (now - start) / CLOCK_BATCH);
      start = now;
    }
    return least;
  }
}
