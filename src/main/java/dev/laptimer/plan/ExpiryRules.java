package dev.laptimer.plan;

import dev.laptimer.api.ArmSpec;
import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.ClientName;
import dev.laptimer.api.EngineName;
import dev.laptimer.api.ExpiryMethod;
import java.util.Optional;

/** Which ways to expire keys there are for what is compared. Pure. */
final class ExpiryRules {

  private ExpiryRules() {}

  /** The first rule that is broken, in words; empty if none is. */
  static Optional<String> problem(CacheBenchmarkSpec spec) {
    return spec.arms().stream()
        .map(arm -> problem(arm, arm.workload(spec.workloadOrDefault())))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> problem(ArmSpec arm, CacheBenchmarkSpec.Workload workload) {
    var method = workload.expiryMethodOrDefault();
    if (method == ExpiryMethod.WithSet) {
      return Optional.empty();
    }
    if (arm.target().engine() == EngineName.Memcached) {
      return problem(
          arm,
          method,
          "is not there for Memcached, which takes the time to live with the Set and has neither transactions nor sets");
    }
    if (arm.target().engine() == EngineName.MongoDB) {
      return problem(
          arm,
          method,
          "is not there for MongoDB, whose keys have the date of their end in the document that is written");
    }
    if (arm.client() != ClientName.Jedis) {
      return problem(arm, method, "needs the client Jedis, not " + arm.client());
    }
    if (workload.expirySecondsOrDefault() == 0) {
      return problem(arm, method, "needs `expiry.seconds` above 0: there is nothing to expire");
    }
    if (method == ExpiryMethod.SetMembers && !hasMembers(workload)) {
      return problem(
          arm,
          method,
          "needs members that differ: `value.sizeBytes` of %d to %d, or a `value.row` that is not `insideClock`"
              .formatted(ExpiryMethod.MIN_MEMBER_BYTES, ExpiryMethod.MAX_MEMBER_BYTES));
    }
    return workload.pipelineDepthOrDefault() > 1 && !method.canPipeline()
        ? problem(
            arm, method, "waits for answers between its commands and needs a `pipelineDepth` of 1")
        : Optional.empty();
  }

  /** A row inside the clock would have to be read, and a set only says whether it has it. */
  private static boolean hasMembers(CacheBenchmarkSpec.Workload workload) {
    var row = workload.value() == null ? null : workload.value().row();
    int bytes = workload.valueSizeBytesOrDefault();
    return row == null
        ? bytes >= ExpiryMethod.MIN_MEMBER_BYTES && bytes <= ExpiryMethod.MAX_MEMBER_BYTES
        : !row.insideClockOrDefault();
  }

  private static Optional<String> problem(ArmSpec arm, ExpiryMethod method, String problem) {
    return Optional.of("'%s': `expiry.method` %s %s".formatted(arm.name(), method, problem));
  }
}
