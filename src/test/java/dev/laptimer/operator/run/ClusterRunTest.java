package dev.laptimer.operator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.BenchmarkStatus.Fault;
import dev.laptimer.api.FaultAction;
import dev.laptimer.api.RunState;
import dev.laptimer.operator.run.Benchmark.Hold;
import dev.laptimer.operator.run.Decision.Notice;
import dev.laptimer.operator.run.Decision.PodFault;
import dev.laptimer.result.FaultRequest;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument.Outcome;
import dev.laptimer.result.ResultDocument.Placement.ServerPod;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The benchmark of a cluster that is there before it and stays after it, step by step. */
class ClusterRunTest {

  private static final String WITH_FAILOVER = "rounds: 2\nfailover: {kills: 1, stops: 1}\n";
  private static final FaultRequest KILL = new FaultRequest(1, FaultAction.Kill, "galera-0");
  private static final FaultRequest STOP = new FaultRequest(2, FaultAction.Stop, "galera-1");

  private final World world = World.ofCluster(WITH_FAILOVER);

  @Test
  void aHealthyClusterIsMeasuredAndStays() {
    run();
    assertThat(world.names()).containsExactly("ConfigMap galera-run-1-plan", "Job galera-run-1");

    world.runnerEnds(world.measured());
    world.settle();

    assertThat(world.state()).isEqualTo(RunState.Finished);
    assertThat(world.reason()).isEqualTo("Measured");
    var kept = ResultConfigMaps.read(world.results.get("galera-run-1-result")).orElseThrow();
    assertThat(kept.placement().servers())
        .containsOnly(Map.entry("member", new ServerPod("node1", null, null)));
    assertThat(world.names()).isEmpty();
    assertThat(world.results).containsOnlyKeys("galera-run-1-result");
    assertThat(world.members).containsOnlyKeys("galera-0", "galera-1", "galera-2");
  }

  @Test
  void theRunnerSeesTheRootPasswordAndKeepsAwayFromTheMembersNodes() {
    run();
    var pod = world.job().getSpec().getTemplate().getSpec();

    var secret =
        pod.getVolumes().stream()
            .filter(volume -> volume.getName().equals("secret-galera-users"))
            .findFirst()
            .orElseThrow()
            .getProjected()
            .getSources()
            .get(0)
            .getSecret();
    assertThat(secret.getItems()).extracting("key").containsExactly("root");
    assertThat(
            pod.getAffinity()
                .getPodAntiAffinity()
                .getPreferredDuringSchedulingIgnoredDuringExecution()
                .get(0)
                .getPodAffinityTerm()
                .getLabelSelector()
                .getMatchLabels())
        .containsOnlyKeys("laptimer.dev/cluster");
  }

  @Test
  void aClusterThatTakesLongToFormIsWaitedForAndTheDeadlineBeginsWhenItIsThere() {
    world.hold = new Hold("WaitingForCluster", "the cluster is Forming: 1 of 3 members is synced");
    world.settle();
    world.pass(Duration.ofDays(1));
    world.settle();

    assertThat(world.state()).isEqualTo(RunState.Pending);
    assertThat(world.reason()).isEqualTo("WaitingForCluster");
    assertThat(world.status.summary())
        .isEqualTo("run 1 waits: the cluster is Forming: 1 of 3 members is synced");
    assertThat(world.names()).isEmpty();

    world.hold = null;
    run();
  }

  @Test
  void aRunGoesOnWhileTheClusterHeals() {
    run();
    world.hold = new Hold("WaitingForCluster", "the cluster is Degraded");
    world.members.remove("galera-2");
    world.settle();

    assertThat(world.state()).isEqualTo(RunState.Running);
    assertThat(world.jobsEverMade).containsExactly("galera-run-1");
  }

  @Test
  void aRunOfAClusterThatChangesIsCancelledAndBeginsAnewWhenTheClusterIsReady() {
    run();
    world.form = "five members";
    world.changed();
    world.hold = new Hold("WaitingForCluster", "the cluster is Scaling");
    world.settle();

    assertThat(world.state()).isEqualTo(RunState.Pending);
    assertThat(world.reason()).isEqualTo("WaitingForCluster");
    assertThat(world.run().number()).isEqualTo(2);
    assertThat(world.status.history().get(0).reason()).isEqualTo("Cancelled");
    assertThat(world.status.history().get(0).summary()).isEqualTo("the cluster changed");
    assertThat(world.names()).isEmpty();

    world.hold = null;
    run();
    assertThat(world.jobsEverMade).containsExactly("galera-run-1", "galera-run-2");
  }

  @Test
  void aClusterThatChangesAfterItsRunIsNotMeasuredAgain() {
    finish();
    world.form = "five members";
    world.changed();
    world.settle();

    assertThat(world.state()).isEqualTo(RunState.Finished);
    assertThat(world.status.observedGeneration()).isEqualTo(2);
    assertThat(world.jobsEverMade).containsExactly("galera-run-1");
  }

  @Test
  void anotherSpecOrAnotherTokenIsAnotherRun() {
    finish();
    world.edit(WITH_FAILOVER + "run: {token: again}\n");
    finish();
    world.edit(WITH_FAILOVER.replace("rounds: 2", "rounds: 3"));
    finish();

    assertThat(world.jobsEverMade).containsExactly("galera-run-1", "galera-run-2", "galera-run-3");
  }

  @Test
  void aRunThatIsSuspendedIsCancelled() {
    run();
    world.edit(WITH_FAILOVER + "suspend: true\n");
    world.settle();

    assertThat(world.state()).isEqualTo(RunState.Suspended);
    assertThat(world.names()).isEmpty();
    assertThat(world.members).hasSize(3);
  }

  @Test
  void aBenchmarkThatIsTakenOutOfTheSpecGoesWithAllThatIsKnownOfIt() {
    finish();
    world.edit(WITH_FAILOVER + "run: {token: again}\n");
    run();
    world.spec = null;
    world.changed();
    world.settle();

    assertThat(world.status).isNull();
    assertThat(world.names()).isEmpty();
    assertThat(world.pods).isEmpty();
    assertThat(world.results).isEmpty();
  }

  @Test
  void aFaultIsNotedWithThePodsUidAndThenDoneToThatPodOnce() {
    run();
    world.runnerAsksFor(KILL);
    world.look();
    assertThat(world.run().fault()).isEqualTo(new Fault(1, FaultAction.Kill, "galera-0", "pod-0"));
    assertThat(world.faultsDone).isEmpty();
    assertThat(world.notices)
        .contains(
            new Notice(
                true, "BenchmarkFault", "kill of galera-0 for the benchmark's failover, event 1"));

    world.look();
    assertThat(world.faultsDone).containsExactly(new PodFault("team", "galera-0", "pod-0", 0));

    world.heals("galera-0");
    world.settle();
    assertThat(world.faultsDone).hasSize(1);
    assertThat(world.state()).isEqualTo(RunState.Running);
    assertThat(world.status.summary())
        .isEqualTo("run 1: 8 of 8 trials, 100 %; last fault: kill of galera-0");
  }

  @Test
  void aStopGetsTheGraceThatThePodAsksFor() {
    run();
    world.runnerAsksFor(STOP);
    world.settle();

    assertThat(world.faultsDone).containsExactly(new PodFault("team", "galera-1", "pod-1", null));
  }

  @Test
  void aClusterThatIsHurtAlreadyIsNotHurtByTheOperator() {
    run();
    world.runnerAsksFor(KILL);
    world.hold = new Hold("WaitingForCluster", "the cluster is Degraded");
    world.settle();
    assertThat(world.run().fault()).isNull();

    world.hold = null;
    world.settle();
    assertThat(world.faultsDone).hasSize(1);
  }

  @Test
  void nothingIsDoneToAMemberThatIsNotThereOrForSomethingThatSomebodyElseDoes() {
    run();
    world.runnerAsksFor(new FaultRequest(1, FaultAction.Kill, "galera-7"));
    world.settle();
    world.runnerAsksFor(new FaultRequest(1, FaultAction.Await, "galera-0"));
    world.settle();

    assertThat(world.run().fault()).isNull();
    assertThat(world.faultsDone).isEmpty();
  }

  @Test
  void aFaultThatIsAskedForIsLookedForEverySecond() {
    run();
    world.runnerReports(1, 8);
    assertThat(world.look().lookAgain()).isEqualTo(Duration.ofSeconds(5));
    world.runnerReports(8, 8);
    assertThat(world.look().lookAgain()).isEqualTo(Duration.ofSeconds(1));
  }

  /** The operator dies after any number of its actions, in the middle of two faults too. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void everyFaultIsDoneOnceWheneverTheOperatorDies(int actionsUntilItDies) {
    int left = actionsUntilItDies;
    for (int look = 0; look < 60; look++) {
      int done = left > 0 ? world.look(left) : world.look(Integer.MAX_VALUE);
      left = Math.max(0, left - done);
      world.controllers();
      world.pass(Duration.ofSeconds(1));
      if (world.runnerPod() != null && world.state() == RunState.Running) {
        faultsGoOn();
      }
    }

    assertThat(world.state()).isEqualTo(RunState.Finished);
    assertThat(world.jobsEverMade).containsExactly("galera-run-1");
    assertThat(world.faultsDone)
        .containsExactly(
            new PodFault("team", "galera-0", "pod-0", 0),
            new PodFault("team", "galera-1", "pod-1", null));
    assertThat(world.names()).isEmpty();
  }

  /** As the runner sees it: the next event when the one before is healed. */
  private void faultsGoOn() {
    switch (world.faultsDone.size()) {
      case 0 -> world.runnerAsksFor(KILL);
      case 1 -> {
        if (world.hold != null) {
          world.heals("galera-0");
        }
        world.runnerAsksFor(STOP);
      }
      default -> {
        world.heals("galera-1");
        world.runnerEnds(world.measured());
      }
    }
  }

  @Test
  void membersThatDieAreNoReasonToCallARunFailed() {
    run();
    world.runnerAsksFor(KILL);
    world.settle();
    world.heals("galera-0");
    world.runnerEnds(
        world.document(new Outcome(false, Reason.TargetFailed.name(), "member/mariadb: gone")));
    world.settle();

    assertThat(world.reason()).as("the runner's own word counts").isEqualTo("TargetFailed");
    assertThat(world.jobsEverMade).containsExactly("galera-run-1");
  }

  @Test
  void objectsThatAreNotOfARunAreNoneOfTheMachines() {
    run();
    assertThat(world.objects).allMatch(Labels::isOfARun);
    var own = new StatefulSetBuilder();
    assertThat(
            Labels.isOfARun(
                own.withNewMetadata()
                    .withName("galera")
                    .withLabels(Map.of("laptimer.dev/kind", "DbCluster"))
                    .endMetadata()
                    .build()))
        .isFalse();
  }

  private void run() {
    world.settle();
    assertThat(world.state()).isEqualTo(RunState.Running);
  }

  private void finish() {
    run();
    world.runnerEnds(world.measured());
    world.settle();
    assertThat(world.state()).isEqualTo(RunState.Finished);
  }
}
