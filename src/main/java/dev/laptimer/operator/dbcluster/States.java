package dev.laptimer.operator.dbcluster;

import dev.laptimer.api.DbMemberState;
import dev.laptimer.operator.dbcluster.Observed.Member;

/** The state of a member in one word. Pure. */
final class States {

  private States() {}

  static DbMemberState of(Member member) {
    if (!member.exists()) {
      return DbMemberState.Absent;
    }
    if (member.terminating()) {
      return DbMemberState.Draining;
    }
    if (member.report() == null) {
      if (member.problem() != null) {
        return member.node() == null ? DbMemberState.Pending : DbMemberState.Failed;
      }
      return member.node() == null
          ? DbMemberState.Pending
          : member.ready() ? DbMemberState.Unknown : DbMemberState.Starting;
    }
    return switch (member.report().phase()) {
      case "Waiting" -> DbMemberState.Waiting;
      case "Copying" -> DbMemberState.Joining;
      case "Draining" -> DbMemberState.Draining;
      case "Running" -> running(member.report());
      case "Silent" -> DbMemberState.Unknown;
      default -> DbMemberState.Starting;
    };
  }

  private static DbMemberState running(MemberReport report) {
    if (!report.primary()) {
      return DbMemberState.NonPrimary;
    }
    if (report.synced()) {
      return DbMemberState.Synced;
    }
    if (report.state().startsWith("Donor")) {
      return DbMemberState.Donor;
    }
    return report.state().startsWith("Join") && !report.state().startsWith("Joined")
        ? DbMemberState.Joining
        : DbMemberState.Joined;
  }

  /** For a sentence that begins with the member's name. */
  static String word(Member member) {
    return "is " + of(member).name();
  }
}
