package dev.laptimer.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallDebianPackagesTest {

  private static final String SCRIPT =
      Path.of("src/main/resources/install-debian-packages").toAbsolutePath().toString();

  @TempDir private Path folder;
  private Scripts scripts;
  private Path policy;

  @BeforeEach
  void prepare() throws IOException {
    scripts = new Scripts(folder.resolve("bin"), "bash", "chmod", "rm", "sed", "grep", "cat");
    policy = folder.resolve("policy-rc.d");
    scripts.standIn("id", "echo 0");
    scripts.standIn("apt-cache", "echo '  Candidate: 5:7.0.15'");
    scripts.standIn("apt-get", "cat '%s' >>'%s'".formatted(policy, folder.resolve("policy-seen")));
  }

  @Test
  void packagesAreInstalledWhileNoServiceMayStart() throws Exception {
    assertThat(install("redis-server", "memcached").exitCode()).isZero();
    assertThat(scripts.calls())
        .containsExactly(
            "id -u",
            "apt-cache policy redis-server",
            "apt-cache policy memcached",
            "apt-get install -q -y --no-install-recommends redis-server memcached");
    assertThat(folder.resolve("policy-seen")).content().endsWith("exit 101\n");
    assertThat(policy).doesNotExist();
  }

  @Test
  void aPolicyOfSomebodyElseStays() throws Exception {
    Files.writeString(policy, "somebody else's");
    assertThat(install("memcached").exitCode()).isZero();
    assertThat(policy).content().isEqualTo("somebody else's");
  }

  @Test
  void thePolicyGoesAlsoWhenTheInstallationFails() throws Exception {
    scripts.standIn("apt-get", "echo 'E: Unable to locate package'; exit 100");
    var ended = install("valkey-server");
    assertThat(ended).isEqualTo(new Scripts.Ended(100, "E: Unable to locate package\n"));
    assertThat(policy).doesNotExist();
  }

  @Test
  void listsThatDoNotKnowThePackageAreUpdatedFirst() throws Exception {
    scripts.standIn("apt-cache", "echo '  Candidate: (none)'");
    assertThat(install("memcached").exitCode()).isZero();
    assertThat(scripts.calls())
        .containsExactly(
            "id -u",
            "apt-cache policy memcached",
            "apt-get update -q",
            "apt-get install -q -y --no-install-recommends memcached");
  }

  @Test
  void whoIsNotRootIsToldTheCommand() throws Exception {
    scripts.standIn("id", "echo 1000");
    assertThat(install("memcached"))
        .isEqualTo(
            new Scripts.Ended(
                1,
                "only root can install; either run this as root, or before it: sudo apt-get install memcached\n"));
    assertThat(scripts.calls()).isEqualTo(List.of("id -u"));
  }

  @Test
  void aMachineWithoutAptIsToldSo() throws Exception {
    Files.delete(scripts.folder().resolve("apt-get"));
    assertThat(install("memcached"))
        .isEqualTo(
            new Scripts.Ended(
                1,
                "this machine has no apt-get; install by hand what these Debian packages hold: memcached\n"));
  }

  private Scripts.Ended install(String... packages) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("bash", SCRIPT));
    command.addAll(List.of(packages));
    return scripts.run(Map.of("POLICY_RC_D", policy.toString()), command.toArray(String[]::new));
  }
}
