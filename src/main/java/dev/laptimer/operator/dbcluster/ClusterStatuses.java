package dev.laptimer.operator.dbcluster;

import dev.laptimer.api.DbClusterState;
import dev.laptimer.api.DbClusterStatus;
import dev.laptimer.api.DbClusterStatus.Endpoint;
import dev.laptimer.api.DbClusterStatus.Member;
import dev.laptimer.api.DbClusterStatus.ProxyStatus;
import dev.laptimer.api.DbClusterStatus.RecoveryStatus;
import dev.laptimer.result.Conditions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The status of a cluster from what was observed and decided. Pure. */
final class ClusterStatuses {

  static final String BOOTSTRAPPED = "Bootstrapped";
  static final String AVAILABLE = "Available";
  private static final int MAX_SUMMARY = 200;

  private ClusterStatuses() {}

  /**
   * The proxy as it is.
   *
   * @param readyReplicas pods that are ready
   */
  record Proxy(int readyReplicas, int replicas, String image, String statsSecretName) {

    boolean ready() {
      return readyReplicas >= replicas;
    }

    String text() {
      return readyReplicas + "/" + replicas;
    }
  }

  /**
   * What objects are called and made of.
   *
   * @param proxy null for none
   */
  record Facts(long generation, String usersSecretName, String image, Proxy proxy) {}

  static DbClusterStatus of(Observed o, Decision decision, Facts facts) {
    int wanted = o.spec().membersOrDefault();
    var members = o.members().stream().map(m -> member(o, m)).toList();
    long synced = o.members().stream().filter(Observed.Member::synced).count();
    var served = o.members().stream().filter(Observed.Member::serves).toList();
    var uuid =
        o.channel() != null
            ? o.channel().clusterUuid()
            : o.previous() == null ? null : o.previous().clusterUuid();
    var proxy = facts.proxy();
    return new DbClusterStatus(
        facts.generation(),
        state(decision, proxy),
        cut(summary(decision, proxy)),
        conditions(o, decision, facts, !served.isEmpty()),
        synced + "/" + wanted,
        !served.isEmpty(),
        served.isEmpty()
            ? null
            : (Integer) served.stream().mapToInt(m -> m.report().size()).max().getAsInt(),
        uuid,
        members,
        proxy == null
            ? null
            : new ProxyStatus(proxy.text(), proxy.image(), proxy.statsSecretName()),
        new Endpoint(o.names().clientHost(), MemberObjects.PORT),
        facts.usersSecretName(),
        facts.image(),
        recovery(o),
        warnings(o, wanted, facts.usersSecretName()),
        null);
  }

  private static DbClusterState state(Decision decision, Proxy proxy) {
    return decision.state() == DbClusterState.Ready && proxy != null && !proxy.ready()
        ? DbClusterState.Degraded
        : decision.state();
  }

  private static String summary(Decision decision, Proxy proxy) {
    return proxy == null || proxy.ready()
        ? decision.message()
        : decision.message() + "; " + proxy.text() + " proxies are ready";
  }

  /** Keeps the time at which a member came into its state. */
  private static Member member(Observed o, Observed.Member member) {
    var state = States.of(member);
    var before = previousMember(o, member.ordinal());
    var since =
        before
            .filter(m -> m.state() == state)
            .map(Member::since)
            .filter(Objects::nonNull)
            .orElseGet(() -> text(o.now()));
    var position =
        member.report() != null && member.report().position() >= 0
            ? Long.valueOf(member.report().position())
            : before.map(Member::position).orElse(null);
    return new Member(
        o.names().member(member.ordinal()),
        state,
        position,
        member.node(),
        since,
        member.synced() ? null : member.problem());
  }

  private static Optional<Member> previousMember(Observed o, int ordinal) {
    return o.previous() == null || o.previous().members() == null
        ? Optional.empty()
        : o.previous().members().stream()
            .filter(m -> o.names().member(ordinal).equals(m.name()))
            .findFirst();
  }

  private static RecoveryStatus recovery(Observed o) {
    var before = o.recovery();
    var healthy =
        o.members().stream()
            .filter(Observed.Member::synced)
            .mapToLong(m -> m.report().position())
            .max();
    return new RecoveryStatus(
        o.channel() != null
            ? Integer.valueOf(o.channel().epoch())
            : before.map(RecoveryStatus::epoch).orElse(null),
        healthy.isPresent()
            ? Long.valueOf(healthy.getAsLong())
            : before.map(RecoveryStatus::lastPosition).orElse(null),
        o.channel() != null && o.channel().mode() == Channel.Mode.INIT
            ? null
            : o.downSince().map(ClusterStatuses::text).orElse(null));
  }

  private static List<String> warnings(Observed o, int wanted, String usersSecret) {
    var warnings = new ArrayList<String>();
    if (wanted % 2 == 0) {
      warnings.add(
          "%d members are no safer than %d: when half of them are cut off, none serves; use an odd number"
              .formatted(wanted, wanted - 1));
    }
    if (wanted == 1) {
      warnings.add("with 1 member there is nobody to take over when it stops");
    }
    o.members().stream()
        .filter(m -> m.report() != null && m.report().refused() != null)
        .flatMap(m -> Stream.of(m.report().refused().split(" ")))
        .filter(user -> !user.isEmpty())
        .distinct()
        .sorted()
        .map(user -> refused(user, usersSecret))
        .forEach(warnings::add);
    return warnings.isEmpty() ? null : List.copyOf(warnings);
  }

  /** Only who knows the old password can change it, and Laptimer has not kept it. */
  private static String refused(String user, String usersSecret) {
    return ("the password of '%1$s' in Secret %2$s is not the one that the members have, and is not applied: change it"
                + " in the database too (%3$s), or put the old one back into the Secret")
            .formatted(
                user,
                usersSecret,
                user.equals("root")
                    ? "ALTER USER for root@localhost and root@'%'"
                    : "ALTER USER for %s@localhost".formatted(user))
        + (user.equals("sst") ? "; until then new members cannot copy the data" : "");
  }

  private static List<io.fabric8.kubernetes.api.model.Condition> conditions(
      Observed o, Decision decision, Facts facts, boolean serves) {
    var before = o.previous() == null ? null : o.previous().conditions();
    var proxy = facts.proxy();
    boolean proxyServes = proxy == null || proxy.readyReplicas() > 0;
    boolean ready = decision.state() == DbClusterState.Ready && (proxy == null || proxy.ready());
    boolean bootstrapped =
        ready
            || decision.state() == DbClusterState.Ready
            || before != null
                && before.stream()
                    .anyMatch(
                        c ->
                            BOOTSTRAPPED.equals(c.getType())
                                && Conditions.TRUE.equals(c.getStatus()));
    var summary = summary(decision, proxy);
    var conditions = new Conditions(before, facts.generation(), o.now());
    if (ready) {
      conditions.with(Conditions.READY, Conditions.TRUE, decision.reason(), summary);
    } else if (decision.state() == DbClusterState.Ready) {
      conditions.with(Conditions.READY, Conditions.FALSE, "ProxyNotReady", summary);
    } else {
      conditions.with(Conditions.READY, Conditions.FALSE, decision.reason(), summary);
    }
    if (serves && proxyServes) {
      conditions.with(AVAILABLE, Conditions.TRUE, "Serves", "reads and writes work");
    } else {
      conditions.with(
          AVAILABLE,
          Conditions.FALSE,
          serves ? "ProxyNotReady" : decision.reason(),
          serves ? "no proxy is ready" : "no member serves: " + decision.message());
    }
    conditions.with(
        BOOTSTRAPPED,
        bootstrapped ? Conditions.TRUE : Conditions.FALSE,
        bootstrapped ? "Formed" : decision.reason(),
        bootstrapped ? "all members were synced once" : decision.message());
    if (decision.stalled()) {
      conditions.with(Conditions.STALLED, Conditions.TRUE, decision.reason(), summary);
    } else if (!ready) {
      conditions.with(Conditions.RECONCILING, Conditions.TRUE, decision.reason(), summary);
    }
    return conditions.list();
  }

  /**
   * Whether a status is worth a write: positions alone are, only now and then, as they change with
   * every row that somebody writes.
   */
  static boolean differs(DbClusterStatus before, DbClusterStatus after) {
    return before == null || !withoutPositions(before).equals(withoutPositions(after));
  }

  private static DbClusterStatus withoutPositions(DbClusterStatus s) {
    var members =
        s.members() == null
            ? null
            : s.members().stream()
                .map(m -> new Member(m.name(), m.state(), null, m.node(), m.since(), m.message()))
                .toList();
    var recovery =
        s.recovery() == null
            ? null
            : new RecoveryStatus(s.recovery().epoch(), null, s.recovery().downSince());
    return new DbClusterStatus(
        s.observedGeneration(),
        s.state(),
        s.summary(),
        s.conditions(),
        s.ready(),
        s.primary(),
        s.size(),
        s.clusterUuid(),
        members,
        s.proxy(),
        s.endpoint(),
        s.usersSecretName(),
        s.image(),
        recovery,
        s.warnings(),
        s.benchmark());
  }

  private static String text(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String cut(String summary) {
    return summary.length() <= MAX_SUMMARY ? summary : summary.substring(0, MAX_SUMMARY - 1) + "…";
  }
}
