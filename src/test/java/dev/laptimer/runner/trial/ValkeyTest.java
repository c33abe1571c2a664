package dev.laptimer.runner.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.laptimer.client.Clients;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.runner.Plans;
import dev.laptimer.runner.ServerProcess;
import org.junit.jupiter.api.Test;

/** A real Valkey, where there is one: LAPTIMER_VALKEY names the program, or it is on the PATH. */
class ValkeyTest {

  @Test
  void isMeasuredAsRedisIsAndTellsItsOwnVersion() throws InterruptedException {
    var started = ServerProcess.valkey();
    assumeThat(started).as("no valkey-server on this machine").isPresent();
    try (var valkey = started.get()) {
      var plan =
          Plans.of(Plans.redis(valkey.port()))
              .phases(Plans.set(1), Plans.get(3), Plans.delete())
              .plan();
      var result = new TrialRun(plan, 0).run();

      assertThat(result.failure()).isNull();
      assertThat(result.phases())
          .extracting(
              PhaseResult::operations,
              PhaseResult::errors,
              PhaseResult::misses,
              PhaseResult::wrongValues)
          .containsExactly(
              tuple(100L, 0L, 0L, 0L), tuple(300L, 0L, 0L, 0L), tuple(100L, 0L, 0L, 0L));
      try (var client = Clients.open(plan.arms().get(0))) {
        assertThat(client.serverVersion()).matches("(8|9|\\d\\d)\\.\\d+\\.\\d+");
      }
    }
  }
}
