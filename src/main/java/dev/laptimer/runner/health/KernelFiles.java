package dev.laptimer.runner.health;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What the kernel's text files say. Pure; an empty answer where a file does not say. */
final class KernelFiles {

  private KernelFiles() {}

  /**
   * CPU time of the whole machine since its start.
   *
   * @param total clock ticks of all CPUs, idle ones too
   * @param steal those of them that the hypervisor took
   */
  record CpuTicks(long total, long steal) {

    /** Share of the CPU time that the hypervisor took since an earlier reading, 0 to 1. */
    double stealRatioSince(CpuTicks earlier) {
      long ticks = total - earlier.total;
      return ticks <= 0 ? 0 : (double) (steal - earlier.steal) / ticks;
    }
  }

  /**
   * What the quota of a cgroup did since its start.
   *
   * @param periods in which it stopped the processes
   * @param nanos how long it stopped them
   */
  record Throttling(long periods, long nanos) {}

  /**
   * @param stat text of {@code /proc/stat}
   */
  static Optional<CpuTicks> cpuTicks(String stat) {
    return line(stat, line -> line.startsWith("cpu "))
        .map(line -> line.substring(4).strip().split("\\s+"))
        .filter(fields -> fields.length >= 8)
        .map(
            fields -> {
              // user nice system idle iowait irq softirq steal; guest is part of user
              var ticks = Stream.of(fields).limit(8).mapToLong(Long::parseLong).toArray();
              return new CpuTicks(LongStream.of(ticks).sum(), ticks[7]);
            });
  }

  /**
   * @param cpuStat text of a cgroup's {@code cpu.stat}, version 1 or 2
   */
  static Optional<Throttling> throttling(String cpuStat) {
    var fields = fields(cpuStat);
    var periods = fields.get("nr_throttled");
    if (periods == null) {
      return Optional.empty();
    }
    var micros = fields.get("throttled_usec");
    long nanos = micros == null ? fields.getOrDefault("throttled_time", 0L) : micros * 1000;
    return Optional.of(new Throttling(periods, nanos));
  }

  /**
   * CPUs that a quota allows; empty for no quota.
   *
   * @param cpuMax text of {@code cpu.max} of a cgroup of version 2
   */
  static Optional<Double> quotaCpus(String cpuMax) {
    var fields = cpuMax.strip().split("\\s+");
    return fields.length < 2 || fields[0].equals("max")
        ? Optional.empty()
        : Optional.of(Double.parseDouble(fields[0]) / Double.parseDouble(fields[1]));
  }

  /**
   * CPUs that a quota allows; empty for no quota.
   *
   * @param quotaMicros text of {@code cpu.cfs_quota_us} of a cgroup of version 1
   * @param periodMicros text of {@code cpu.cfs_period_us}
   */
  static Optional<Double> quotaCpus(String quotaMicros, String periodMicros) {
    double quota = Double.parseDouble(quotaMicros.strip());
    return quota <= 0
        ? Optional.empty()
        : Optional.of(quota / Double.parseDouble(periodMicros.strip()));
  }

  /**
   * Limit in bytes; empty for no limit.
   *
   * @param limit text of {@code memory.max} (version 2) or {@code memory.limit_in_bytes} (version
   *     1, where no limit is the largest multiple of a page)
   */
  static OptionalLong memoryLimitBytes(String limit) {
    var text = limit.strip();
    if (text.equals("max") || text.isEmpty()) {
      return OptionalLong.empty();
    }
    long bytes = Long.parseLong(text);
    return bytes >= 1L << 62 ? OptionalLong.empty() : OptionalLong.of(bytes);
  }

  /**
   * How often the kernel killed a process of a cgroup for memory.
   *
   * @param events text of {@code memory.events} (version 2) or {@code memory.oom_control} (version
   *     1)
   */
  static OptionalLong oomKills(String events) {
    var kills = fields(events).get("oom_kill");
    return kills == null ? OptionalLong.empty() : OptionalLong.of(kills);
  }

  /**
   * The folder of a cgroup below its mount point; {@code controller} empty for version 2.
   *
   * @param selfCgroup text of {@code /proc/self/cgroup}
   */
  static Optional<String> cgroupPath(String selfCgroup, String controller) {
    return selfCgroup
        .lines()
        .map(line -> line.split(":", 3))
        .filter(
            fields ->
                fields.length == 3
                    && Stream.of(fields[1].split(",", -1)).anyMatch(controller::equals))
        .map(fields -> fields[2])
        .findFirst();
  }

  /**
   * @param cpuInfo text of {@code /proc/cpuinfo}
   */
  static Optional<String> cpuModel(String cpuInfo) {
    return afterColon(cpuInfo, "model name");
  }

  /** Whether the CPU says that a hypervisor runs it; empty where CPUs do not say (not x86). */
  static Optional<Boolean> hypervisor(String cpuInfo) {
    return afterColon(cpuInfo, "flags")
        .map(flags -> Stream.of(flags.split(" ")).anyMatch("hypervisor"::equals));
  }

  /**
   * Name and version of the operating system.
   *
   * @param osRelease text of {@code /etc/os-release}
   */
  static Optional<String> osName(String osRelease) {
    return line(osRelease, line -> line.startsWith("PRETTY_NAME="))
        .map(line -> line.substring("PRETTY_NAME=".length()).replace("\"", ""));
  }

  private static Optional<String> afterColon(String text, String name) {
    return line(text, line -> line.startsWith(name) && line.contains(":"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip());
  }

  private static Optional<String> line(String text, Predicate<String> which) {
    return text.lines().filter(which).findFirst();
  }

  /** Lines of a name and a whole number. */
  private static Map<String, Long> fields(String text) {
    return text.lines()
        .map(line -> line.strip().split("\\s+"))
        .filter(fields -> fields.length == 2 && fields[1].matches("\\d+"))
        .collect(
            Collectors.toMap(
                fields -> fields[0],
                fields -> Long.parseLong(fields[1]),
                (first, second) -> first));
  }
}
