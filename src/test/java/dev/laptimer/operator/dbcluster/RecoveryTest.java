package dev.laptimer.operator.dbcluster;

import static dev.laptimer.operator.dbcluster.Situations.EMPTY;
import static dev.laptimer.operator.dbcluster.Situations.UUID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.DbClusterState;
import dev.laptimer.operator.dbcluster.Channel.Mode;
import dev.laptimer.operator.dbcluster.Decision.Step.DeletePod;
import dev.laptimer.operator.dbcluster.Decision.Step.Wait;
import dev.laptimer.operator.dbcluster.Decision.Step.WriteChannel;
import dev.laptimer.operator.dbcluster.Situations.Pod;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RecoveryTest {

  private static Situations recovering() {
    return recovering(3);
  }

  private static Situations recovering(int joined) {
    return Situations.cluster()
        .channel(new Channel(Mode.RECOVER, 2, null, UUID, 3, joined))
        .downFor(Duration.ofMinutes(2));
  }

  private static Decision decide(Situations situation) {
    return Decider.decide(situation.observed());
  }

  private static WriteChannel startFrom(int ordinal) {
    return new WriteChannel(new Channel(Mode.RUN, 2, ordinal, UUID, 3, 3));
  }

  private static Pod at(long seqno) {
    return Pod.waiting(2, UUID, seqno, 0);
  }

  // mariadb-operator #709; bitnami/charts #2260, #8181, #3248; kubeblocks-addons #3104
  @Test
  void theMemberWithTheLastWriteStartsFirst() {
    assertThat(decide(recovering().members(at(118), at(121), at(120))).step())
        .isEqualTo(startFrom(1));
  }

  // mariadb-operator #1701; kubeblocks-addons PR #2997; PXC-op PR #992
  @Test
  void thePositionCountsMoreThanGalerasOwnFlag() {
    assertThat(decide(recovering().members(Pod.waiting(2, UUID, 110, 1), at(121), at(120))).step())
        .isEqualTo(startFrom(1));
  }

  @Test
  void ofEqualsTheSafeOneStartsThenTheLowest() {
    assertThat(decide(recovering().members(at(120), at(120), Pod.waiting(2, UUID, 120, 1))).step())
        .isEqualTo(startFrom(2));
    assertThat(decide(recovering().members(at(120), at(120), at(120))).step())
        .isEqualTo(startFrom(0));
  }

  // mariadb-operator PR #1863
  @Test
  void aMemberThatServesAfterAllEndsTheRecovery() {
    assertThat(decide(recovering().members(at(120), Pod.synced(), at(121))).step())
        .isEqualTo(new WriteChannel(new Channel(Mode.RUN, 2, null, UUID, 3, 3)));
  }

  // mariadb-operator #1082
  @Test
  void positionsOfAnEarlierEpochDoNotCount() {
    assertThat(decide(recovering().members(at(120), Pod.waiting(1, UUID, 500, 1), at(121))).step())
        .isEqualTo(new DeletePod(1, "uid-1", 10));
  }

  // mariadb-operator #1082
  @Test
  void aMemberThatGoesTooSlowlyIsHurriedSoThatItCanReport() {
    var slow = Pod.waiting(1, UUID, 500, 1).leaving(300);
    assertThat(decide(recovering().members(at(120), slow, at(121))).step())
        .isEqualTo(new DeletePod(1, "uid-1", 10));
    var hurried = Pod.waiting(1, UUID, 500, 1).leaving(10);
    assertThat(decide(recovering().members(at(120), hurried, at(121))).step())
        .isEqualTo(new Wait());
  }

  // mariadb-operator #424; kubeblocks-addons PR #2997
  @Test
  void everyMemberIsWaitedFor() {
    var decision = decide(recovering().members(at(120), Pod.none(), at(121)));
    assertThat(decision.step()).isEqualTo(new Wait());
    assertThat(decision.message()).contains("orders-1");
  }

  @Test
  void aMemberThatNeverReportsBlocksAndStatusSaysHowToGoOn() {
    var lost = Pod.silent().troubled("no node: 1 node(s) had volume node affinity conflict");
    var decision = decide(recovering().members(at(120), lost, at(121)));
    assertThat(decision.stalled()).isTrue();
    assertThat(decision.step()).isEqualTo(new Wait());
    assertThat(decision.message())
        .contains("orders-1 (no node: 1 node(s) had volume node affinity conflict)")
        .contains(
            "kubectl -n shop patch dbc orders --type=merge -p"
                + " '{\"spec\":{\"recovery\":{\"bootstrapFrom\":2,\"epoch\":2}}}'");
  }

  // mariadb-operator #1108, #1878
  @Test
  void anEmptyVolumeThatHadDataBlocks() {
    var decision = decide(recovering().members(Pod.waiting(2, EMPTY, -1, 0), at(121), at(120)));
    assertThat(decision.state()).isEqualTo(DbClusterState.Blocked);
    assertThat(decision.reason()).isEqualTo("RecoveryBlocked");
    assertThat(decision.message())
        .contains("orders-0: its volume is empty although it had data")
        .contains("\"bootstrapFrom\":1,\"epoch\":2");
  }

  @Test
  void anEmptyVolumeOfAMemberThatHadNeverJoinedDoesNotBlock() {
    assertThat(decide(recovering(2).members(at(120), at(121), Pod.waiting(2, EMPTY, -1, 1))).step())
        .isEqualTo(new WriteChannel(new Channel(Mode.RUN, 2, 1, UUID, 3, 2)));
  }

  // mariadb-operator #1108
  @Test
  void aVolumeThatCannotBeReadBlocks() {
    var decision =
        decide(
            recovering()
                .members(at(120), Pod.unreadable(2, "mariadbd --wsrep-recover failed"), at(121)));
    assertThat(decision.state()).isEqualTo(DbClusterState.Blocked);
    assertThat(decision.message()).contains("orders-1: mariadbd --wsrep-recover failed");
  }

  // PXC-op PR #2467 (K8SPXC-1828)
  @Test
  void positionsBehindWhatWasSeenBlock() {
    var decision = decide(recovering().lastPosition(500).members(at(120), at(121), at(119)));
    assertThat(decision.state()).isEqualTo(DbClusterState.Blocked);
    assertThat(decision.message())
        .contains("the last write that any volume has is 121, but the cluster was seen at 500");
  }

  // mariadb-operator #1701
  @Test
  void emptyVolumesAloneAreLostData() {
    var empty = Pod.waiting(2, EMPTY, -1, 1);
    var decision = decide(recovering().members(empty, empty, empty));
    assertThat(decision.reason()).isEqualTo("DataLost");
    assertThat(decision.step()).isEqualTo(new Wait());
  }

  @Test
  void consentStartsTheNamedMember() {
    assertThat(
            decide(
                    recovering()
                        .consent(2, 2)
                        .members(Pod.waiting(2, EMPTY, -1, 0), Pod.none(), at(120)))
                .step())
        .isEqualTo(startFrom(2));
  }

  // bitnami/containers #54037
  @Test
  void consentOfAnEarlierRecoveryIsNotConsent() {
    assertThat(
            decide(
                    recovering()
                        .consent(2, 1)
                        .members(Pod.waiting(2, EMPTY, -1, 0), at(121), at(120)))
                .state())
        .isEqualTo(DbClusterState.Blocked);
  }

  // mariadb-operator #1108
  @Test
  void consentNeverStartsAnEmptyVolume() {
    assertThat(
            decide(
                    recovering()
                        .consent(0, 2)
                        .members(Pod.waiting(2, EMPTY, -1, 1), at(121), at(120)))
                .state())
        .isEqualTo(DbClusterState.Blocked);
  }
}
