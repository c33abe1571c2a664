package dev.laptimer.operator.dbcluster;

import dev.laptimer.api.DbClusterSpec;
import dev.laptimer.api.DbClusterSpec.Recovery;
import dev.laptimer.api.DbClusterState;
import dev.laptimer.api.DbClusterStatus;
import dev.laptimer.api.DbClusterStatus.RecoveryStatus;
import dev.laptimer.api.DbType;
import dev.laptimer.operator.dbcluster.Channel.Mode;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Clusters in every situation, put together member by member. */
final class Situations {

  static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  static final String UUID = "11111111-2222-3333-4444-555555555555";
  static final String OTHER_UUID = "99999999-2222-3333-4444-555555555555";
  static final String EMPTY = "00000000-0000-0000-0000-000000000000";
  static final String FRESH_UUID = "aaaaaaaa-2222-3333-4444-555555555555";
  static final String UID = "0123456789abcdef";
  static final String TEMPLATE = "today";

  private int wanted = 3;
  private Channel channel = new Channel(Mode.RUN, 1, null, UUID, 3, 3);
  private Integer replicas = 3;
  private final List<Observed.Member> members = new ArrayList<>();
  private Map<Integer, String> volumes = Map.of();
  private Recovery consent;
  private boolean formed = true;
  private String knownUuid = UUID;
  private Long lastPosition = 100L;
  private Duration down;
  private DbClusterState before = DbClusterState.Ready;

  static Situations cluster() {
    return new Situations();
  }

  Situations wanted(int count) {
    wanted = count;
    return this;
  }

  Situations channel(Channel newChannel) {
    channel = newChannel;
    return this;
  }

  Situations replicas(Integer count) {
    replicas = count;
    return this;
  }

  Situations volumes(Map<Integer, String> uuids) {
    volumes = uuids;
    return this;
  }

  Situations consent(int ordinal, int epoch) {
    consent = new Recovery(ordinal, epoch);
    return this;
  }

  Situations neverSeen() {
    formed = false;
    knownUuid = null;
    lastPosition = null;
    return this;
  }

  Situations forming() {
    formed = false;
    return this;
  }

  Situations lastPosition(long position) {
    lastPosition = position;
    return this;
  }

  Situations downFor(Duration time) {
    down = time;
    return this;
  }

  Situations before(DbClusterState state) {
    before = state;
    return this;
  }

  /** The next ordinal is this one; see {@link Pod}. */
  Situations member(Pod pod) {
    members.add(pod.member(members.size()));
    return this;
  }

  Situations members(Pod... pods) {
    for (var pod : pods) {
      member(pod);
    }
    return this;
  }

  /** A spec that says nothing but the number of members. */
  static DbClusterSpec spec(int members) {
    return spec(members, null);
  }

  private static DbClusterSpec spec(int members, Recovery consent) {
    return new DbClusterSpec(
        DbType.Galera,
        members,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        consent,
        null);
  }

  Observed observed() {
    var spec = spec(wanted, consent);
    var previous =
        knownUuid == null
            ? null
            : new DbClusterStatus(
                1L,
                before,
                "",
                formed ? List.of(bootstrapped()) : List.of(),
                null,
                null,
                null,
                knownUuid,
                null,
                null,
                null,
                null,
                null,
                new RecoveryStatus(
                    1, lastPosition, down == null ? null : NOW.minus(down).toString()),
                null,
                null);
    int count = Math.max(wanted, members.size());
    var all = new ArrayList<>(members);
    while (all.size() < count) {
      all.add(Observed.Member.absent(all.size()));
    }
    return new Observed(
        new Names("shop", "orders"),
        UID,
        spec,
        previous,
        channel,
        channel == null ? null : "1",
        replicas,
        List.copyOf(all),
        volumes,
        TEMPLATE,
        FRESH_UUID,
        NOW);
  }

  private static Condition bootstrapped() {
    return new ConditionBuilder().withType("Bootstrapped").withStatus("True").build();
  }

  /** What a member is like, without its ordinal. */
  record Pod(
      boolean exists,
      Integer graceSeconds,
      boolean ready,
      String template,
      PositionReport position,
      MemberReport report,
      String problem,
      Duration age,
      Duration inState) {

    private static final Duration LONG = Duration.ofMinutes(5);

    Observed.Member member(int ordinal) {
      return new Observed.Member(
          ordinal,
          exists ? "uid-" + ordinal : null,
          graceSeconds,
          ready,
          exists ? "node" + ordinal : null,
          exists ? template : null,
          position,
          report,
          problem,
          exists ? NOW.minus(age) : null,
          exists ? NOW.minus(inState) : null);
    }

    static Pod none() {
      return new Pod(false, null, false, null, null, null, null, LONG, LONG);
    }

    private static Pod running(MemberReport report, boolean ready) {
      return new Pod(true, null, ready, TEMPLATE, null, report, null, LONG, LONG);
    }

    static Pod synced() {
      return running(report("Running", "Synced", "Primary", "ON", true), true);
    }

    static Pod donor() {
      return running(report("Running", "Donor/Desynced", "Primary", "ON", true), true);
    }

    /** Primary, but reads and writes are refused and nobody takes its copy. */
    static Pod stuckDonor() {
      return running(report("Running", "Donor/Desynced", "Primary", "ON", false), false);
    }

    static Pod nonPrimary() {
      return running(report("Running", "Initialized", "non-Primary", "ON", false), false);
    }

    static Pod starting() {
      return running(report("Starting", "", "", "", false), false);
    }

    /** Starts after a clean stop: it knows of nobody with whom it was together. */
    static Pod startingAlone() {
      return running(new MemberReport("Starting", "", "", "", 0, "", -1, false, "", false), false);
    }

    static Pod copying() {
      return running(report("Copying", "", "", "", false), false);
    }

    /** Served before, and does not answer any more. */
    static Pod hung() {
      return running(report("Silent", "", "", "", false), false);
    }

    static Pod silent() {
      return running(null, false);
    }

    /** Waits for the decision of an epoch, after it reported a position. */
    static Pod waiting(int epoch, String uuid, long seqno, int safe) {
      return running(report("Waiting", "", "", "", false), false)
          .with(new PositionReport(Channel.epochToken(UID, epoch), uuid, seqno, safe, null));
    }

    static Pod unreadable(int epoch, String error) {
      return silent()
          .with(new PositionReport(Channel.epochToken(UID, epoch), null, null, null, error));
    }

    Pod with(PositionReport newPosition) {
      return new Pod(
          exists, graceSeconds, ready, template, newPosition, report, problem, age, inState);
    }

    /** Some users' passwords are not those of the Secret. */
    Pod refusing(String users) {
      return new Pod(
          exists,
          graceSeconds,
          ready,
          template,
          position,
          new MemberReport("Running", "Synced", "Primary", "ON", 3, UUID, 120, true, users, true),
          problem,
          age,
          inState);
    }

    Pod of(String otherTemplate) {
      return new Pod(
          exists, graceSeconds, ready, otherTemplate, position, report, problem, age, inState);
    }

    Pod troubled(String why) {
      return new Pod(exists, graceSeconds, ready, template, position, null, why, age, inState);
    }

    Pod inStateFor(Duration time) {
      return new Pod(exists, graceSeconds, ready, template, position, report, problem, age, time);
    }

    Pod aged(Duration time) {
      return new Pod(
          exists, graceSeconds, ready, template, position, report, problem, time, inState);
    }

    Pod leaving(int grace) {
      return new Pod(exists, grace, false, template, position, report, problem, age, inState);
    }

    private static MemberReport report(
        String phase, String state, String status, String connected, boolean serves) {
      return new MemberReport(phase, state, status, connected, 3, UUID, 120, serves, "", true);
    }
  }
}
