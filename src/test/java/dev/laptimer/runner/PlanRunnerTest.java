package dev.laptimer.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.CacheBenchmarkSpec.Server;
import dev.laptimer.api.CacheBenchmarkSpec.Target;
import dev.laptimer.api.EngineName;
import dev.laptimer.plan.Planner;
import dev.laptimer.plan.Planner.Address;
import dev.laptimer.result.ResultDocument.Outcome;
import dev.laptimer.result.ResultDocument.PhaseResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanRunnerTest {
  @Test
  void theClassicComparisonIsMeasured() {
    try (var redis = ServerProcess.redis();
        var memcached = ServerProcess.memcached()) {
      var server = new Server(null, null, null, null, null);
      var spec =
          new CacheBenchmarkSpec(
              List.of(
                  new Target("redis", EngineName.Redis, null, server, null, null),
                  new Target("memcached", EngineName.Memcached, null, server, null, null)),
              null,
              2,
              null,
              null,
              null,
              null,
              null,
              null);
      var plan =
          Planner.plan(
              spec,
              new Planner.Run(
                  "classic",
                  1,
                  7,
                  Map.of(
                      "redis", new Address("127.0.0.1", redis.port()),
                      "memcached", new Address("127.0.0.1", memcached.port())),
                  "/nowhere"));
      var log = new RecordingListener();
      var document = new PlanRunner(log).run(spec, plan);
      assertThat(document.outcome())
          .isEqualTo(new Outcome(true, "Measured", "4 of 4 trials were measured"));
      assertThat(document.trials())
          .allSatisfy(
              trial ->
                  assertThat(trial.phases())
                      .extracting(phase -> phase.lapNanos().size(), PhaseResult::operations)
                      .containsExactly(tuple(1, 10_001L), tuple(10, 100_010L)));
    }
  }
}
