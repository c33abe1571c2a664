package dev.laptimer.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import org.junit.jupiter.api.Test;

class RestrictedProfileTest {

  @Test
  void aPodThatSaysNothingBreaksTheRulesThatAskForSomething() {
    var pod = new PodSpecBuilder().addNewContainer().withName("c").endContainer().build();
    assertThat(RestrictedProfile.violations(pod))
        .containsExactly(
            "container c: runAsNonRoot is not true",
            "container c: runAsUser is not a number above 0",
            "container c: seccompProfile is not RuntimeDefault",
            "container c: allowPrivilegeEscalation is not false",
            "container c: readOnlyRootFilesystem is not true",
            "container c: capabilities do not drop ALL or add some");
  }

  @Test
  void aPodThatReachesForItsNodeBreaksTheRulesThatForbidIt() {
    var pod =
        new PodSpecBuilder()
            .withHostNetwork(true)
            .withHostPID(true)
            .withHostIPC(true)
            .withNewSecurityContext()
            .withRunAsNonRoot(true)
            .withRunAsUser(10001L)
            .withNewSeccompProfile()
            .withType("RuntimeDefault")
            .endSeccompProfile()
            .addNewSysctl("kernel.msgmax", "1")
            .endSecurityContext()
            .addNewVolume()
            .withName("node")
            .withNewHostPath("/", "Directory")
            .endVolume()
            .addNewInitContainer()
            .withName("c")
            .withNewSecurityContext()
            .withPrivileged(true)
            .withRunAsUser(0L)
            .withAllowPrivilegeEscalation(false)
            .withReadOnlyRootFilesystem(true)
            .withNewCapabilities()
            .addToDrop("ALL")
            .addToAdd("NET_ADMIN")
            .endCapabilities()
            .endSecurityContext()
            .addNewPort()
            .withHostPort(80)
            .endPort()
            .withNewReadinessProbe()
            .withNewTcpSocket()
            .withHost("169.254.169.254")
            .endTcpSocket()
            .endReadinessProbe()
            .endInitContainer()
            .build();
    assertThat(RestrictedProfile.violations(pod))
        .containsExactly(
            "hostNetwork",
            "hostPID",
            "hostIPC",
            "sysctls",
            "volume node of kind [hostPath]",
            "container c: runAsUser is not a number above 0",
            "container c: privileged",
            "container c: capabilities do not drop ALL or add some",
            "container c: hostPort",
            "container c: a probe names a host");
  }
}
