package dev.laptimer.runner.health;

import dev.laptimer.runner.health.KernelFiles.Throttling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The cgroup of this process, of version 1 or 2. Facts that cannot be read are empty. */
public final class Cgroup {

  private static final Path MOUNT = Path.of("/sys/fs/cgroup");

  private final boolean unified;
  private final String self;

  private Cgroup(boolean unified, String self) {
    this.unified = unified;
    this.self = self;
  }

  /** The cgroup that this process is in. */
  public static Cgroup own() {
    return new Cgroup(
        Files.exists(MOUNT.resolve("cgroup.controllers")),
        read(Path.of("/proc/self/cgroup")).orElse(""));
  }

  /** {@code v1} or {@code v2}; empty where there is none. */
  public Optional<String> version() {
    if (self.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(unified ? "v2" : "v1");
  }

  Optional<Throttling> throttling() {
    return file("cpu", "cpu.stat").flatMap(KernelFiles::throttling);
  }

  Optional<Double> quotaCpus() {
    if (unified) {
      return file("cpu", "cpu.max").flatMap(KernelFiles::quotaCpus);
    }
    var quota = file("cpu", "cpu.cfs_quota_us");
    var period = file("cpu", "cpu.cfs_period_us");
    return quota.isEmpty() || period.isEmpty()
        ? Optional.empty()
        : KernelFiles.quotaCpus(quota.get(), period.get());
  }

  /** Memory that the processes of the cgroup may use together. */
  public OptionalLong memoryLimitBytes() {
    return file("memory", unified ? "memory.max" : "memory.limit_in_bytes")
        .map(KernelFiles::memoryLimitBytes)
        .orElse(OptionalLong.empty());
  }

  /** How often the kernel killed one of its processes for memory. */
  public OptionalLong oomKills() {
    return file("memory", unified ? "memory.events" : "memory.oom_control")
        .map(KernelFiles::oomKills)
        .orElse(OptionalLong.empty());
  }

  /**
   * A container often sees its cgroup as the mount point itself, whatever path the process is told.
   */
  private Optional<String> file(String controller, String name) {
    var mount = unified ? MOUNT : MOUNT.resolve(controller);
    var path = KernelFiles.cgroupPath(self, unified ? "" : controller).orElse("/");
    return Stream.of(mount.resolve(path.substring(1)), mount)
        .map(dir -> dir.resolve(name))
        .filter(Files::exists)
        .findFirst()
        .flatMap(Cgroup::read);
  }

  static Optional<String> read(Path file) {
    try {
      return Optional.of(Files.readString(file));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
