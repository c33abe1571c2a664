package dev.laptimer.runner.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemberStateTest {

  @ParameterizedTest
  @CsvSource({
    "Synced, Primary, ON, true, true",
    "Donor/Desynced, Primary, ON, false, true",
    "Joined, Primary, ON, false, false",
    "Synced, non-Primary, ON, false, false",
    "Synced, Primary, OFF, false, false",
    "Initialized, Disconnected, OFF, false, false",
  })
  void aMemberIsSyncedOrServesByItsOwnWords(
      String state, String status, String ready, boolean synced, boolean serves) {
    var member =
        MemberState.of(
            Map.of(
                "wsrep_local_state_comment",
                state,
                "wsrep_cluster_status",
                status,
                "wsrep_ready",
                ready,
                "wsrep_cluster_size",
                "3"));
    assertThat(member.isSynced()).isEqualTo(synced);
    assertThat(member.serves()).isEqualTo(serves);
    assertThat(member.answers()).isTrue();
  }

  @Test
  void oneThatDoesNotAnswerIsNeither() {
    var silent = MemberState.silent("refused");
    assertThat(silent.isSynced()).isFalse();
    assertThat(silent.serves()).isFalse();
    assertThat(silent.answers()).isFalse();
  }
}
