package dev.laptimer.operator.dbcluster;

import static dev.laptimer.operator.dbcluster.Situations.FRESH_UUID;
import static dev.laptimer.operator.dbcluster.Situations.OTHER_UUID;
import static dev.laptimer.operator.dbcluster.Situations.UUID;
import static dev.laptimer.operator.dbcluster.Situations.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.DbClusterState;
import dev.laptimer.operator.dbcluster.Channel.Mode;
import dev.laptimer.operator.dbcluster.Decision.Step;
import dev.laptimer.operator.dbcluster.Decision.Step.DeletePod;
import dev.laptimer.operator.dbcluster.Decision.Step.Scale;
import dev.laptimer.operator.dbcluster.Decision.Step.Wait;
import dev.laptimer.operator.dbcluster.Decision.Step.WriteChannel;
import dev.laptimer.operator.dbcluster.Situations.Pod;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeciderTest {

  private static Step step(Situations situation) {
    return Decider.decide(situation.observed()).step();
  }

  private static Decision decide(Situations situation) {
    return Decider.decide(situation.observed());
  }

  private static Channel run(Integer bootMember, int epoch, int size, int joined) {
    return new Channel(Mode.RUN, epoch, bootMember, UUID, size, joined);
  }

  private static DeletePod restart(int ordinal, Integer grace) {
    return new DeletePod(ordinal, "uid-" + ordinal, grace);
  }

  // forming

  @Test
  void aNewClusterGetsAnIdentityBeforeAnythingElse() {
    assertThat(step(cluster().neverSeen().channel(null).replicas(null)))
        .isEqualTo(new WriteChannel(new Channel(Mode.INIT, 1, 0, FRESH_UUID, 1, 0)));
  }

  // kubeblocks-addons PR #2731
  @Test
  void whileAClusterMayBeBegunThereIsOneMember() {
    assertThat(step(cluster().forming().channel(Channel.ofNewCluster(UUID)).replicas(null)))
        .isEqualTo(new Scale(1));
  }

  @Test
  void theFirstMemberMustServeBeforeAnotherIsMade() {
    var forming = cluster().forming().channel(Channel.ofNewCluster(UUID)).replicas(1);
    assertThat(step(forming.member(Pod.starting()))).isEqualTo(new Wait());
  }

  @Test
  void oncetheFirstMemberServesNobodyMayBeginAClusterAnyMore() {
    var forming = cluster().forming().channel(Channel.ofNewCluster(UUID)).replicas(1);
    assertThat(step(forming.member(Pod.synced()))).isEqualTo(new WriteChannel(run(null, 1, 1, 1)));
  }

  @Test
  void theNextMemberIsToldToTheOthersBeforeItIsMade() {
    var one = cluster().forming().channel(run(null, 1, 1, 1)).replicas(1).member(Pod.synced());
    assertThat(step(one)).isEqualTo(new WriteChannel(run(null, 1, 2, 1)));
    var told = cluster().forming().channel(run(null, 1, 2, 1)).replicas(1).member(Pod.synced());
    assertThat(step(told)).isEqualTo(new Scale(2));
  }

  @Test
  void oneMemberJoinsAtATime() {
    var joining =
        cluster()
            .forming()
            .channel(run(null, 1, 2, 1))
            .replicas(2)
            .members(Pod.donor(), Pod.copying());
    assertThat(step(joining)).isEqualTo(new Wait());
    assertThat(decide(joining).state()).isEqualTo(DbClusterState.Forming);
  }

  // PXC-op PR #1610, #2348: waits that nobody ends
  @Test
  void aFirstMemberThatTakesTooLongIsStalledAndSaysWhy() {
    var decision =
        decide(
            cluster()
                .forming()
                .channel(Channel.ofNewCluster(UUID))
                .replicas(1)
                .member(
                    Pod.silent()
                        .troubled("no node: 0/3 are large enough")
                        .aged(Duration.ofMinutes(11))));
    assertThat(decision.stalled()).isTrue();
    assertThat(decision.message()).contains("no node: 0/3 are large enough");
  }

  @Test
  void aCorrectedImageReplacesAFirstMemberThatCannotStart() {
    var situation =
        cluster()
            .forming()
            .channel(Channel.ofNewCluster(UUID))
            .replicas(1)
            .member(Pod.silent().troubled("ImagePullBackOff").of("yesterday"));
    assertThat(step(situation)).isEqualTo(restart(0, 10));
  }

  // kept volumes

  // bitnami-docker-mariadb-galera #39
  @Test
  void keptVolumesAreNeverTakenForANewCluster() {
    assertThat(
            step(
                cluster()
                    .neverSeen()
                    .channel(null)
                    .replicas(null)
                    .volumes(Map.of(0, UUID, 1, UUID, 2, UUID))))
        .isEqualTo(new WriteChannel(new Channel(Mode.RECOVER, 1, null, UUID, 3, 3)));
  }

  @Test
  void volumesOfDifferentClustersBlock() {
    var decision =
        decide(
            cluster()
                .neverSeen()
                .channel(null)
                .replicas(null)
                .volumes(Map.of(0, UUID, 1, OTHER_UUID)));
    assertThat(decision.state()).isEqualTo(DbClusterState.Blocked);
    assertThat(decision.message()).contains(UUID, OTHER_UUID);
  }

  // mariadb-operator #1878
  @Test
  void aClusterWhoseVolumesAreAllGoneIsNotBegunAnewBehindItsBack() {
    var decision = decide(cluster().channel(null).replicas(null));
    assertThat(decision.reason()).isEqualTo("DataLost");
    assertThat(decision.step()).isEqualTo(new Wait());
  }

  @Test
  void aDeletedChannelOfRunningMembersAllowsNobodyToBegin() {
    assertThat(
            step(
                cluster()
                    .channel(null)
                    .volumes(Map.of(0, UUID, 1, UUID, 2, UUID))
                    .members(Pod.synced(), Pod.synced(), Pod.synced())))
        .isEqualTo(new WriteChannel(run(null, 2, 3, 3)));
  }

  // running

  // mariadb-operator PR #1863, #1568: nothing is latched
  @Test
  void nothingIsDoneToAHealthyCluster() {
    var decision = decide(cluster().members(Pod.synced(), Pod.synced(), Pod.synced()));
    assertThat(decision)
        .isEqualTo(Decision.wait(DbClusterState.Ready, "AllSynced", "all 3 members are synced"));
  }

  // mariadb-operator #219, helm/charts #5762, kubeblocks-addons PR #3041;
  // Yolean/kubernetes-mysql-cluster #33
  @Test
  void aMemberThatIsAwayLeavesTheOthersAlone() {
    for (var away :
        new Pod[] {Pod.none(), Pod.starting(), Pod.silent(), Pod.copying(), Pod.nonPrimary()}) {
      var decision = decide(cluster().members(Pod.synced(), away, Pod.synced()));
      assertThat(decision.step()).isEqualTo(new Wait());
      assertThat(decision.state()).isEqualTo(DbClusterState.Degraded);
    }
  }

  @Test
  void aMemberThatWaitsJoinsAgainOnceAnotherServes() {
    assertThat(
            step(
                cluster()
                    .members(
                        Pod.synced(), Pod.waiting(1, UUID, 90, 0), Pod.waiting(1, UUID, 95, 0))))
        .isEqualTo(restart(1, 10));
  }

  @Test
  void membersThatWaitJoinOneByOne() {
    assertThat(step(cluster().members(Pod.donor(), Pod.copying(), Pod.waiting(1, UUID, 95, 0))))
        .isEqualTo(new Wait());
  }

  // scaling

  @Test
  void aSurplusMemberLeavesOnlyWhenTheOthersServe() {
    var healthy = cluster().wanted(2).members(Pod.synced(), Pod.synced(), Pod.synced());
    assertThat(step(healthy)).isEqualTo(new Scale(2));
    var ill = cluster().wanted(2).members(Pod.synced(), Pod.starting(), Pod.synced());
    assertThat(step(ill)).isEqualTo(new Wait());
  }

  // mariadb-operator #424: members that answer count, not the size that they report
  @Test
  void theOthersAreToldOfASmallerClusterOnceTheMemberIsGone() {
    var leaving =
        cluster()
            .wanted(2)
            .replicas(2)
            .members(Pod.synced(), Pod.synced(), Pod.synced().leaving(300));
    assertThat(step(leaving)).isEqualTo(new Wait());
    var gone = cluster().wanted(2).replicas(2).members(Pod.synced(), Pod.synced());
    assertThat(step(gone)).isEqualTo(new WriteChannel(run(null, 1, 2, 2)));
  }

  @Test
  void noMemberIsAddedWhileOneIsMissing() {
    assertThat(step(cluster().wanted(5).members(Pod.synced(), Pod.starting(), Pod.synced())))
        .isEqualTo(new Wait());
  }

  // rolling changes

  @Test
  void aChangeRestartsTheHighestOrdinalFirst() {
    var old = Pod.synced().of("yesterday");
    assertThat(step(cluster().members(old, old, old))).isEqualTo(restart(2, null));
    assertThat(step(cluster().members(old, old, Pod.synced()))).isEqualTo(restart(1, null));
    assertThat(step(cluster().members(old, Pod.synced(), Pod.synced())))
        .isEqualTo(restart(0, null));
  }

  @Test
  void noMemberIsRestartedWhileAnotherIsAway() {
    var old = Pod.synced().of("yesterday");
    for (var away : new Pod[] {Pod.none(), Pod.starting(), Pod.copying(), Pod.donor()}) {
      assertThat(step(cluster().members(old, old, away))).isEqualTo(new Wait());
    }
  }

  @Test
  void noMemberIsRestartedBeforeTheLastOneHasBeenBackForAWhile() {
    var old = Pod.synced().of("yesterday");
    var justBack = Pod.synced().inStateFor(Duration.ofSeconds(3));
    assertThat(step(cluster().members(old, old, justBack))).isEqualTo(new Wait());
  }

  @Test
  void theChangeLastsUntilTheLastMemberIsBack() {
    assertThat(
            decide(
                    cluster()
                        .before(DbClusterState.Updating)
                        .members(Pod.starting(), Pod.synced(), Pod.synced()))
                .state())
        .isEqualTo(DbClusterState.Updating);
  }

  @Test
  void aRestartedMemberThatDoesNotComeBackStopsTheChange() {
    var old = Pod.synced().of("yesterday");
    var broken = Pod.silent().troubled("ImagePullBackOff").aged(Duration.ofMinutes(11));
    var decision = decide(cluster().members(old, old, broken));
    assertThat(decision.step()).isEqualTo(new Wait());
    assertThat(decision.reason()).isEqualTo("UpdateStalled");
    assertThat(decision.stalled()).isTrue();
  }

  @Test
  void aRevertedChangeReplacesTheMemberThatCouldNotStart() {
    var broken = Pod.silent().troubled("ImagePullBackOff").of("broken");
    assertThat(step(cluster().members(Pod.synced(), Pod.synced(), broken)))
        .isEqualTo(restart(2, 10));
  }

  // all down

  // mariadb-operator #709
  @Test
  void membersThatAreAllDownGetTimeToFindEachOther() {
    var down = new Pod[] {Pod.starting(), Pod.starting(), Pod.nonPrimary()};
    assertThat(step(cluster().downFor(Duration.ofSeconds(59)).members(down))).isEqualTo(new Wait());
    assertThat(step(cluster().downFor(Duration.ofSeconds(60)).members(down)))
        .isEqualTo(new WriteChannel(new Channel(Mode.RECOVER, 2, null, UUID, 3, 3)));
  }

  // kubeblocks-addons #3104: all were stopped at once, and none is safe to begin from
  @Test
  void membersThatCanOnlyJoinOthersGetLittleTime() {
    var alone = new Pod[] {Pod.startingAlone(), Pod.startingAlone(), Pod.startingAlone()};
    assertThat(step(cluster().downFor(Duration.ofSeconds(9)).members(alone))).isEqualTo(new Wait());
    assertThat(step(cluster().downFor(Duration.ofSeconds(10)).members(alone)))
        .isEqualTo(new WriteChannel(new Channel(Mode.RECOVER, 2, null, UUID, 3, 3)));
    for (var other : new Pod[] {Pod.starting(), Pod.none(), Pod.silent(), Pod.nonPrimary()}) {
      assertThat(
              step(
                  cluster()
                      .downFor(Duration.ofSeconds(10))
                      .members(Pod.startingAlone(), Pod.startingAlone(), other)))
          .isEqualTo(new Wait());
    }
  }

  @Test
  void theTimeCountsFromWhenTheOperatorSawIt() {
    assertThat(step(cluster().members(Pod.starting(), Pod.starting(), Pod.starting())))
        .isEqualTo(new Wait());
  }

  // mariadb-operator PR #1863
  @Test
  void membersThatTheKubeletFindsReadyAreNotDown() {
    var unreachable =
        new Pod(
            true, null, true, "today", null, null, null, Duration.ofHours(1), Duration.ofHours(1));
    assertThat(
            step(
                cluster()
                    .downFor(Duration.ofHours(1))
                    .members(unreachable, unreachable, unreachable)))
        .isEqualTo(new Wait());
  }

  @Test
  void aDonorThatNobodyNeedsAndThatDoesNotServeIsDown() {
    assertThat(
            step(
                cluster()
                    .downFor(Duration.ofMinutes(2))
                    .members(Pod.stuckDonor(), Pod.starting(), Pod.starting())))
        .isEqualTo(new WriteChannel(new Channel(Mode.RECOVER, 2, null, UUID, 3, 3)));
  }

  // mariadb-operator #1108, kubeblocks-addons PR #3041
  @Test
  void aCopyInProgressIsNotInterrupted() {
    assertThat(
            step(
                cluster()
                    .downFor(Duration.ofMinutes(2))
                    .members(Pod.stuckDonor(), Pod.copying(), Pod.starting())))
        .isEqualTo(new Wait());
  }

  // one begins

  @Test
  void theChosenMemberIsStartedAnewToBegin() {
    assertThat(
            step(
                cluster()
                    .channel(run(1, 2, 3, 3))
                    .members(
                        Pod.waiting(2, UUID, 100, 0),
                        Pod.waiting(2, UUID, 120, 0),
                        Pod.waiting(2, UUID, 110, 0))))
        .isEqualTo(restart(1, 10));
  }

  // kubeblocks-addons PR #3144
  @Test
  void aChosenMemberThatCrashesKeepsItsMandate() {
    assertThat(
            step(
                cluster()
                    .channel(run(1, 2, 3, 3))
                    .members(
                        Pod.waiting(2, UUID, 100, 0),
                        Pod.silent().troubled("CrashLoopBackOff"),
                        Pod.waiting(2, UUID, 110, 0))))
        .isEqualTo(new Wait());
  }

  // bitnami/containers #54037
  @Test
  void onceTheChosenMemberServesItsMandateEnds() {
    assertThat(
            step(
                cluster()
                    .channel(run(1, 2, 3, 3))
                    .members(
                        Pod.waiting(2, UUID, 100, 0), Pod.synced(), Pod.waiting(2, UUID, 110, 0))))
        .isEqualTo(new WriteChannel(run(null, 2, 3, 3)));
  }
}
