package dev.laptimer.operator.dbcluster;

import static dev.laptimer.operator.dbcluster.Situations.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.DbClusterState;
import dev.laptimer.api.DbClusterStatus;
import dev.laptimer.api.DbMemberState;
import dev.laptimer.operator.dbcluster.ClusterStatuses.Facts;
import dev.laptimer.operator.dbcluster.ClusterStatuses.Proxy;
import dev.laptimer.operator.dbcluster.Situations.Pod;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterStatusesTest {

  private static DbClusterStatus status(Situations situation, Proxy proxy) {
    var observed = situation.observed();
    return ClusterStatuses.of(
        observed, Decider.decide(observed), new Facts(7, "orders-users", "mariadb:10.11", proxy));
  }

  private static List<String> conditions(DbClusterStatus status) {
    return status.conditions().stream()
        .map((Condition c) -> "%s=%s %s".formatted(c.getType(), c.getStatus(), c.getReason()))
        .toList();
  }

  private static Proxy proxies(int ready) {
    return new Proxy(ready, 2, "haproxy:2.8", "orders-stats");
  }

  @Test
  void aClusterIsReadyWhenAllMembersAndAllProxiesAre() {
    var healthy = cluster().members(Pod.synced(), Pod.synced(), Pod.synced());
    assertThat(conditions(status(healthy, proxies(2))))
        .containsExactlyInAnyOrder(
            "Ready=True AllSynced", "Available=True Serves", "Bootstrapped=True Formed");
    assertThat(status(healthy, proxies(1)).state()).isEqualTo(DbClusterState.Degraded);
    assertThat(conditions(status(healthy, proxies(1))))
        .contains("Ready=False ProxyNotReady", "Available=True Serves");
    assertThat(conditions(status(healthy, proxies(0)))).contains("Available=False ProxyNotReady");
  }

  @Test
  void aMissingMemberLeavesTheClusterAvailableAndNamesTheMember() {
    var status = status(cluster().members(Pod.synced(), Pod.starting(), Pod.synced()), null);
    assertThat(conditions(status))
        .contains("Ready=False MembersNotSynced", "Available=True Serves");
    assertThat(status.ready()).isEqualTo("2/3");
    assertThat(status.summary()).isEqualTo("2 of 3 members are synced; orders-1 is Starting");
  }

  @Test
  void withoutAServingMemberTheClusterIsNotAvailable() {
    var status = status(cluster().members(Pod.nonPrimary(), Pod.nonPrimary(), Pod.none()), null);
    assertThat(conditions(status)).contains("Available=False MembersDown");
    assertThat(status.primary()).isFalse();
    assertThat(status.members())
        .extracting(DbClusterStatus.Member::state)
        .containsExactly(DbMemberState.NonPrimary, DbMemberState.NonPrimary, DbMemberState.Absent);
  }

  @Test
  void aServerThatHangsIsUnknownAndNotServing() {
    var status = status(cluster().members(Pod.synced(), Pod.hung(), Pod.synced()), null);
    assertThat(status.members().get(1).state()).isEqualTo(DbMemberState.Unknown);
    assertThat(status.ready()).isEqualTo("2/3");
  }

  // mariadb-operator #1262, bitpoke/mysql-operator #73
  @Test
  void aPasswordThatTheMembersDoNotHaveIsNamedWithWhatToDo() {
    var status =
        status(
            cluster().members(Pod.synced(), Pod.synced().refusing("root sst"), Pod.synced()), null);
    assertThat(status.warnings())
        .containsExactly(
            "the password of 'root' in Secret orders-users is not the one that the members have, and is not applied:"
                + " change it in the database too (ALTER USER for root@localhost and root@'%'), or put the old one"
                + " back into the Secret",
            "the password of 'sst' in Secret orders-users is not the one that the members have, and is not applied:"
                + " change it in the database too (ALTER USER for sst@localhost), or put the old one back into the"
                + " Secret; until then new members cannot copy the data");
  }

  @Test
  void anEvenNumberOfMembersIsWarnedAbout() {
    assertThat(
            status(
                    cluster()
                        .wanted(4)
                        .members(Pod.synced(), Pod.synced(), Pod.synced(), Pod.synced()),
                    null)
                .warnings())
        .containsExactly(
            "4 members are no safer than 3: when half of them are cut off, none serves; use an odd number");
  }

  @Test
  void positionsAloneAreNotWorthAWriteOfTheStatus() {
    var before = status(cluster().members(Pod.synced(), Pod.synced(), Pod.synced()), null);
    var after =
        status(cluster().lastPosition(90).members(Pod.synced(), Pod.synced(), Pod.synced()), null);
    assertThat(ClusterStatuses.differs(before, after)).isFalse();
    assertThat(
            ClusterStatuses.differs(
                before, status(cluster().members(Pod.synced(), Pod.none(), Pod.synced()), null)))
        .isTrue();
  }
}
