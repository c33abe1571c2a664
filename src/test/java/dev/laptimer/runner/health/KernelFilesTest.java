package dev.laptimer.runner.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.laptimer.runner.health.KernelFiles.CpuTicks;
import dev.laptimer.runner.health.KernelFiles.Throttling;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class KernelFilesTest {

  @Test
  void cpuTicksAreThoseOfAllCpusWithoutCountingGuestsTwice() {
    var stat =
        """
        cpu  100 20 30 400 50 6 7 80 90 10
        cpu0 50 10 15 200 25 3 3 40 45 5
        intr 12345 0 0
        ctxt 999
        """;

    assertThat(KernelFiles.cpuTicks(stat)).contains(new CpuTicks(693, 80));
    assertThat(KernelFiles.cpuTicks("")).isEmpty();
    assertThat(KernelFiles.cpuTicks("cpu  1 2 3 4\n")).as("a kernel without steal").isEmpty();
  }

  @Test
  void stealIsAShareOfTheTimeBetweenTwoReadings() {
    assertThat(new CpuTicks(1_200, 90).stealRatioSince(new CpuTicks(1_000, 80)))
        .isEqualTo(0.05, within(1e-9));
    assertThat(new CpuTicks(1_000, 80).stealRatioSince(new CpuTicks(1_000, 80))).isZero();
  }

  @Test
  void throttlingIsReadInBothVersionsOfCgroups() {
    assertThat(
            KernelFiles.throttling(
                """
                usage_usec 1000
                user_usec 800
                system_usec 200
                nr_periods 50
                nr_throttled 7
                throttled_usec 1234
                """))
        .contains(new Throttling(7, 1_234_000));
    assertThat(
            KernelFiles.throttling(
                """
                nr_periods 50
                nr_throttled 7
                throttled_time 1234567
                """))
        .contains(new Throttling(7, 1_234_567));
    assertThat(KernelFiles.throttling("usage_usec 1000\n")).as("the root cgroup").isEmpty();
  }

  @Test
  void aQuotaIsANumberOfCpus() {
    assertThat(KernelFiles.quotaCpus("150000 100000\n")).contains(1.5);
    assertThat(KernelFiles.quotaCpus("max 100000\n")).isEmpty();
    assertThat(KernelFiles.quotaCpus("50000\n", "100000\n")).contains(0.5);
    assertThat(KernelFiles.quotaCpus("-1\n", "100000\n")).isEmpty();
  }

  @Test
  void aMemoryLimitIsReadInBothVersionsOfCgroups() {
    assertThat(KernelFiles.memoryLimitBytes("536870912\n")).isEqualTo(OptionalLong.of(536870912));
    assertThat(KernelFiles.memoryLimitBytes("max\n")).isEmpty();
    assertThat(KernelFiles.memoryLimitBytes("9223372036854771712\n")).isEmpty();
  }

  @Test
  void killsForMemoryAreCounted() {
    assertThat(KernelFiles.oomKills("low 0\nhigh 0\nmax 12\noom 3\noom_kill 2\n"))
        .isEqualTo(OptionalLong.of(2));
    assertThat(KernelFiles.oomKills("oom_kill_disable 0\nunder_oom 0\noom_kill 1\n"))
        .isEqualTo(OptionalLong.of(1));
    assertThat(KernelFiles.oomKills("oom_kill_disable 0\nunder_oom 0\n")).isEmpty();
  }

  @Test
  void theFolderOfACgroupIsFoundByItsController() {
    var v1 =
        """
        12:memory:/kubepods/pod1
        4:cpu,cpuacct:/kubepods/pod2
        1:name=systemd:/init
        """;

    assertThat(KernelFiles.cgroupPath(v1, "memory")).contains("/kubepods/pod1");
    assertThat(KernelFiles.cgroupPath(v1, "cpu")).contains("/kubepods/pod2");
    assertThat(KernelFiles.cgroupPath(v1, "pids")).isEmpty();
    assertThat(KernelFiles.cgroupPath("0::/kubepods.slice/a:b\n", ""))
        .contains("/kubepods.slice/a:b");
  }

  @Test
  void theCpuTellsItsModelAndWhetherAHypervisorRunsIt() {
    var x86 =
        """
        processor\t: 0
        model name\t: AMD EPYC 7B13
        flags\t\t: fpu vme hypervisor lahf_lm
        """;

    assertThat(KernelFiles.cpuModel(x86)).contains("AMD EPYC 7B13");
    assertThat(KernelFiles.hypervisor(x86)).contains(true);
    assertThat(KernelFiles.hypervisor(x86.replace("hypervisor ", ""))).contains(false);
    var arm = "processor\t: 0\nFeatures\t: fp asimd\n";
    assertThat(KernelFiles.cpuModel(arm)).isEmpty();
    assertThat(KernelFiles.hypervisor(arm)).isEmpty();
  }

  @Test
  void theOperatingSystemTellsItsName() {
    assertThat(KernelFiles.osName("ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n"))
        .isEqualTo(Optional.of("Debian GNU/Linux 12 (bookworm)"));
    assertThat(KernelFiles.osName("ID=scratch\n")).isEmpty();
  }
}
