package dev.laptimer.operator.dbcluster;

import static dev.laptimer.api.DbClusterState.Recovering;

import dev.laptimer.operator.dbcluster.Decision.Step.DeletePod;
import dev.laptimer.operator.dbcluster.Decision.Step.Scale;
import dev.laptimer.operator.dbcluster.Decision.Step.WriteChannel;
import dev.laptimer.operator.dbcluster.Observed.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * All members are down: every one is made to look at its volume anew, and the one with the last
 * writes starts first. Where a member that may have been ahead cannot be asked, nothing is begun
 * until the user consents.
 */
final class Recovery {

  private Recovery() {}

  static Decision decide(Observed o) {
    if (o.kept().stream().anyMatch(Member::serves)) {
      return Decision.of(
          new WriteChannel(o.channel().running()),
          Recovering,
          "Recovering",
          "a member serves after all; the others join it");
    }
    if (o.replicas() < o.channel().size()) {
      return Decision.of(
          new Scale(o.channel().size()),
          Recovering,
          "Recovering",
          "all members are made to report");
    }
    var old = o.kept().stream().filter(m -> isOfAnEarlierEpoch(o, m)).findFirst();
    if (old.isPresent()) {
      return Decision.of(
          DeletePod.of(old.get()),
          Recovering,
          "Recovering",
          o.names().member(old.get().ordinal()) + " is made to report its position");
    }
    return consented(o).orElseGet(() -> compare(o));
  }

  private static Decision compare(Observed o) {
    var silent = o.kept().stream().filter(m -> report(o, m).isEmpty()).toList();
    if (!silent.isEmpty()) {
      var text =
          silent.stream()
              .map(m -> o.names().member(m.ordinal()) + Decider.why(m))
              .collect(Collectors.joining(", "));
      boolean late = silent.stream().anyMatch(m -> isLate(o, m));
      return Decision.wait(
              Recovering,
              late ? "RecoveryBlocked" : "Recovering",
              "waiting for the position of " + text + (late ? "; " + howToConsent(o) : ""))
          .stalledIf(late);
    }
    var doubts = new ArrayList<String>();
    for (var member : o.kept()) {
      var report = report(o, member).orElseThrow();
      var name = o.names().member(member.ordinal());
      if (report.error() != null) {
        doubts.add(name + ": " + report.error());
      } else if (!report.hasData(o.channel().clusterUuid())
          && member.ordinal() < o.channel().joined()) {
        doubts.add(name + ": its volume is empty although it had data");
      }
    }
    var best = best(o);
    if (best.isEmpty()) {
      return Decision.blocked(
          "DataLost",
          "no volume has data of the cluster (%s); restore the volumes, or delete this DbCluster and its volumes to begin anew"
              .formatted(doubts.isEmpty() ? "all are empty" : String.join("; ", doubts)));
    }
    long last = o.recovery().map(r -> r.lastPosition()).orElse(0L);
    long position = report(o, best.get()).orElseThrow().seqno();
    if (position < last) {
      doubts.add(
          "the last write that any volume has is %d, but the cluster was seen at %d"
              .formatted(position, last));
    }
    if (!doubts.isEmpty()) {
      return Decision.blocked(
          "RecoveryBlocked",
          "going on could lose writes: " + String.join("; ", doubts) + "; " + howToConsent(o));
    }
    return bootFrom(o, best.get(), "has the last writes (position %d)".formatted(position));
  }

  /** The member with the highest position; of equals the one that is safe, then the lowest. */
  private static Optional<Member> best(Observed o) {
    return o.kept().stream()
        .filter(m -> report(o, m).filter(r -> r.hasData(o.channel().clusterUuid())).isPresent())
        .max(
            Comparator.<Member>comparingLong(m -> report(o, m).orElseThrow().seqno())
                .thenComparing(m -> Integer.valueOf(1).equals(report(o, m).orElseThrow().safe()))
                .thenComparing(Member::ordinal, Comparator.reverseOrder()));
  }

  private static Optional<Decision> consented(Observed o) {
    var consent = o.spec().recovery();
    if (consent == null || consent.epoch() != o.channel().epoch()) {
      return Optional.empty();
    }
    return o.kept().stream()
        .filter(m -> m.ordinal() == consent.bootstrapFrom())
        .filter(m -> report(o, m).filter(r -> r.hasData(o.channel().clusterUuid())).isPresent())
        .findFirst()
        .map(m -> bootFrom(o, m, "was chosen by spec.recovery"));
  }

  private static Decision bootFrom(Observed o, Member member, String because) {
    return Decision.of(
        new WriteChannel(o.channel().bootingFrom(member.ordinal())),
        Recovering,
        "Recovering",
        o.names().member(member.ordinal()) + " " + because + " and starts first");
  }

  private static String howToConsent(Observed o) {
    return best(o)
        .map(
            member ->
                ("to go on with what %s has (position %d), and lose what only others had: kubectl -n %s patch dbc %s"
                        + " --type=merge -p '{\"spec\":{\"recovery\":{\"bootstrapFrom\":%d,\"epoch\":%d}}}'")
                    .formatted(
                        o.names().member(member.ordinal()),
                        report(o, member).orElseThrow().seqno(),
                        o.names().namespace(),
                        o.names().cluster(),
                        member.ordinal(),
                        o.channel().epoch()))
        .orElse("no member has reported data yet");
  }

  private static Optional<PositionReport> report(Observed o, Member member) {
    return Optional.ofNullable(member.position())
        .filter(report -> o.epochToken().equals(report.epoch()));
  }

  private static boolean isOfAnEarlierEpoch(Observed o, Member member) {
    boolean goesSlowly =
        member.graceSeconds() != null && member.graceSeconds() > DeletePod.GRACE_WITHOUT_SERVICE;
    return member.exists()
        && (!member.terminating() || goesSlowly)
        && member.position() != null
        && !o.epochToken().equals(member.position().epoch());
  }

  private static boolean isLate(Observed o, Member member) {
    var since = member.created() == null ? o.downSince().orElse(o.now()) : member.created();
    return since.plus(Decider.PATIENCE.multipliedBy(2)).isBefore(o.now());
  }
}
