package dev.laptimer.operator.dbcluster;

import static dev.laptimer.api.DbClusterState.Degraded;
import static dev.laptimer.api.DbClusterState.Down;
import static dev.laptimer.api.DbClusterState.Forming;
import static dev.laptimer.api.DbClusterState.Ready;
import static dev.laptimer.api.DbClusterState.Recovering;
import static dev.laptimer.api.DbClusterState.Scaling;
import static dev.laptimer.api.DbClusterState.Updating;

import dev.laptimer.operator.dbcluster.Channel.Mode;
import dev.laptimer.operator.dbcluster.Decision.Step.DeletePod;
import dev.laptimer.operator.dbcluster.Decision.Step.Scale;
import dev.laptimer.operator.dbcluster.Decision.Step.WriteChannel;
import dev.laptimer.operator.dbcluster.Observed.Member;
import java.time.Duration;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What to do next with a cluster. Pure, and from nothing but what is there now: the operator may
 * have been away for any time.
 */
final class Decider {

  /** How long nobody has served before the operator steps in: Galera heals most itself. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** How long, when none of them can do anything but join others. */
  static final Duration PATIENCE_WITHOUT_HOPE = Duration.ofSeconds(10);

  /** How long all must have been synced before the next one is restarted or removed. */
  static final Duration CALM = Duration.ofSeconds(10);

  private Decider() {}

  static Decision decide(Observed o) {
    if (o.channel() == null) {
      return begin(o);
    }
    if (o.replicas() == null) {
      int members = o.channel().mode() == Mode.INIT ? 1 : o.channel().size();
      return Decision.of(new Scale(members), Forming, "Forming", "the members are being made");
    }
    return switch (o.channel().mode()) {
      case INIT -> form(o);
      case RUN -> o.channel().bootMember() == null ? run(o) : boot(o);
      case RECOVER -> Recovery.decide(o);
    };
  }

  /** Nobody was told anything yet, or the channel was deleted. */
  private static Decision begin(Observed o) {
    var known = o.previous() == null ? null : o.previous().clusterUuid();
    var noted = o.volumes().values().stream().filter(uuid -> !uuid.isEmpty()).distinct().toList();
    int epoch = o.recovery().map(r -> r.epoch()).filter(Objects::nonNull).orElse(0);
    if (o.volumes().isEmpty() && known == null && o.replicas() == null) {
      return Decision.of(
          new WriteChannel(Channel.ofNewCluster(o.freshUuid())),
          Forming,
          "Forming",
          "the first member begins a new cluster");
    }
    if (o.volumes().isEmpty()) {
      return Decision.blocked(
          "DataLost",
          "the cluster had data and none of its volumes is left; no empty cluster is made in its place: restore the"
              + " volumes, or delete this DbCluster and apply it again to begin anew");
    }
    if (noted.size() > 1 || (noted.isEmpty() && known == null)) {
      return Decision.blocked(
          "VolumesDiffer",
          noted.isEmpty()
              ? "there are volumes named %s without a note of their cluster; rename or delete them"
                  .formatted(o.names().memberClaim(0))
              : "the volumes belong to different clusters (%s); remove those that are not wanted"
                  .formatted(String.join(", ", noted)));
    }
    var uuid = noted.isEmpty() ? known : noted.get(0);
    int last = o.volumes().keySet().stream().max(Comparator.naturalOrder()).orElseThrow();
    int size = o.replicas() == null ? last + 1 : o.replicas();
    // With pods the members are about to run, without any they are looked at first
    var channel =
        o.replicas() != null
            ? new Channel(Mode.RUN, epoch + 1, null, uuid, size, size)
            : new Channel(Mode.RECOVER, epoch + 1, null, uuid, size, size);
    return Decision.of(
        new WriteChannel(channel), Recovering, "Recovering", "kept volumes are taken up again");
  }

  private static Decision form(Observed o) {
    var first = o.member(0);
    if (first.synced()) {
      return Decision.of(
          new WriteChannel(o.channel().running()), Forming, "Forming", "the first member runs");
    }
    if (outdated(o, first) && !first.terminating()) {
      return Decision.of(DeletePod.of(first), Forming, "Forming", "the first member is made anew");
    }
    return Decision.wait(Forming, "Forming", "the first member starts" + why(first))
        .stalledIf(tooLong(o, first));
  }

  /** One member may begin, the others wait. */
  private static Decision boot(Observed o) {
    var first = o.member(o.channel().bootMember());
    var name = o.names().member(first.ordinal());
    if (first.synced()) {
      return Decision.of(
          new WriteChannel(o.channel().running()), Recovering, "Recovering", name + " runs");
    }
    if (first.waiting() || (outdated(o, first) && isStuck(first))) {
      return Decision.of(
          DeletePod.of(first),
          Recovering,
          "Recovering",
          name + " has the last writes and starts first");
    }
    return Decision.wait(
            Recovering, "Recovering", name + " has the last writes and starts first" + why(first))
        .stalledIf(tooLong(o, first));
  }

  private static Decision run(Observed o) {
    var kept = o.kept();
    int replicas = o.replicas();
    int wanted = o.spec().membersOrDefault();

    if (kept.stream().noneMatch(Member::serves)) {
      return down(o);
    }
    var waiting = kept.stream().filter(Member::waiting).findFirst();
    if (waiting.isPresent() && kept.stream().noneMatch(m -> starts(m) && !m.waiting())) {
      return Decision.of(
          DeletePod.of(waiting.get()),
          Recovering,
          "Recovering",
          o.names().member(waiting.get().ordinal()) + " joins again");
    }

    var leaving = o.members().stream().filter(m -> m.ordinal() >= replicas && m.exists()).findAny();
    if (leaving.isPresent()) {
      return Decision.wait(
          Scaling, "Scaling", o.names().member(leaving.get().ordinal()) + " leaves the cluster");
    }
    var stuck = kept.stream().filter(m -> outdated(o, m) && isStuck(m)).findFirst();
    if (stuck.isPresent()) {
      return Decision.of(
          DeletePod.of(stuck.get()),
          Updating,
          "Updating",
          o.names().member(stuck.get().ordinal())
              + " is made anew, as its old form does not start");
    }
    if (replicas > wanted
        && kept.stream().filter(m -> m.ordinal() < replicas - 1).allMatch(Member::synced)) {
      return Decision.of(
          new Scale(replicas - 1),
          Scaling,
          "Scaling",
          o.names().member(replicas - 1) + " leaves the cluster");
    }
    if (!o.allSynced()) {
      return unsynced(o);
    }
    return o.channel().joined() < replicas
        ? Decision.of(
            new WriteChannel(o.channel().withAllJoined()),
            replicas == wanted ? Ready : Scaling,
            replicas == wanted ? "AllSynced" : "Scaling",
            "all %d members are synced".formatted(replicas))
        : resizeOrUpdate(o);
  }

  /** All members that there are serve. */
  private static Decision resizeOrUpdate(Observed o) {
    int replicas = o.replicas();
    int wanted = o.spec().membersOrDefault();
    int told = o.channel().size();
    var state = o.previous() == null || !everReady(o) ? Forming : Scaling;
    if (replicas < wanted) {
      var message = o.names().member(replicas) + " joins the cluster";
      return told == replicas + 1
          ? Decision.of(new Scale(replicas + 1), state, state.name(), message)
          : Decision.of(
              new WriteChannel(o.channel().withSize(replicas + 1)), state, state.name(), message);
    }
    if (told != replicas) {
      return Decision.of(
          new WriteChannel(o.channel().withSize(replicas)),
          Scaling,
          "Scaling",
          "the cluster has %d members".formatted(replicas));
    }
    var next =
        o.kept().stream().filter(m -> outdated(o, m)).max(Comparator.comparingInt(Member::ordinal));
    if (next.isPresent()) {
      var name = o.names().member(next.get().ordinal());
      long left = o.kept().stream().filter(m -> outdated(o, m)).count();
      if (o.kept().stream().allMatch(m -> isCalm(o, m))) {
        return Decision.of(
            DeletePod.of(next.get()),
            Updating,
            "Updating",
            "%s restarts with the new form; %d of %d to go".formatted(name, left, replicas));
      }
      return Decision.wait(
          Updating,
          "Updating",
          "%s restarts next with the new form; %d of %d to go".formatted(name, left, replicas));
    }
    return Decision.wait(Ready, "AllSynced", "all %d members are synced".formatted(replicas));
  }

  private static Decision unsynced(Observed o) {
    var behind = o.kept().stream().filter(m -> !m.synced()).toList();
    var text =
        behind.stream()
            .map(m -> o.names().member(m.ordinal()) + " " + States.word(m) + why(m))
            .collect(Collectors.joining("; "));
    boolean late = behind.stream().anyMatch(m -> tooLong(o, m));
    // The last one that restarts leaves none that is outdated
    boolean updating =
        o.kept().stream().anyMatch(m -> outdated(o, m))
            || o.previous() != null && o.previous().state() == Updating;
    boolean joining = o.channel().joined() < o.replicas();
    var state = !everReady(o) ? Forming : joining ? Scaling : updating ? Updating : Degraded;
    var reason =
        state == Degraded ? "MembersNotSynced" : late && updating ? "UpdateStalled" : state.name();
    return Decision.wait(
            state,
            reason,
            "%d of %d members are synced; %s"
                .formatted(o.kept().size() - behind.size(), o.kept().size(), text))
        .stalledIf(late);
  }

  /** Nobody serves. */
  private static Decision down(Observed o) {
    var stuck = o.kept().stream().filter(m -> outdated(o, m) && isStuck(m)).findFirst();
    if (stuck.isPresent()) {
      return Decision.of(
          DeletePod.of(stuck.get()),
          Down,
          "MembersDown",
          o.names().member(stuck.get().ordinal())
              + " is made anew, as its old form does not start");
    }
    var text =
        o.kept().stream()
            .map(m -> o.names().member(m.ordinal()) + " " + States.word(m) + why(m))
            .collect(Collectors.joining("; "));
    var since = o.downSince();
    boolean copying = o.kept().stream().anyMatch(m -> m.report() != null && m.report().copying());
    boolean hopeless = o.kept().stream().allMatch(Decider::needsOthers);
    var patience =
        copying
            ? Duration.ofSeconds(o.spec().startTimeoutSecondsOrDefault())
            : hopeless ? PATIENCE_WITHOUT_HOPE : PATIENCE;
    if (since.isPresent() && !since.get().plus(patience).isAfter(o.now())) {
      return Decision.of(
          new WriteChannel(o.channel().recovering(o.replicas())),
          Recovering,
          "Recovering",
          "no member has served for %d seconds; the positions of all are compared"
              .formatted(Duration.between(since.get(), o.now()).toSeconds()));
    }
    return Decision.wait(Down, "MembersDown", "no member serves: " + text);
  }

  private static boolean needsOthers(Member member) {
    return member.exists()
        && !member.terminating()
        && member.report() != null
        && member.report().needsOthers();
  }

  static boolean outdated(Observed o, Member member) {
    return member.exists() && !o.template().equals(member.template());
  }

  /** Runs nothing: a restart cannot take anything away. */
  private static boolean isStuck(Member member) {
    return member.exists()
        && !member.terminating()
        && !member.ready()
        && member.problem() != null
        && (member.report() == null || !member.report().copying());
  }

  /** Is on its way to being synced. */
  private static boolean starts(Member member) {
    return !member.synced() && !member.waiting();
  }

  private static boolean isCalm(Observed o, Member member) {
    return member.since() != null && !member.since().plus(CALM).isAfter(o.now());
  }

  private static boolean tooLong(Observed o, Member member) {
    return member.created() != null
        && !member.synced()
        && member.created().plusSeconds(o.spec().startTimeoutSecondsOrDefault()).isBefore(o.now());
  }

  private static boolean everReady(Observed o) {
    return o.previous() != null
        && o.previous().conditions() != null
        && o.previous().conditions().stream()
            .anyMatch(c -> "Bootstrapped".equals(c.getType()) && "True".equals(c.getStatus()));
  }

  static String why(Member member) {
    return Optional.ofNullable(member.problem()).map(problem -> " (" + problem + ")").orElse("");
  }
}
