package dev.laptimer.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.KeyOrder;
import dev.laptimer.plan.Plan;
import dev.laptimer.plan.Plan.Runners;
import dev.laptimer.result.Histograms;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.PodResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Trials that several processes make together, here and through agents. */
class SharedTrialTest {

  private static final String TOKEN = "a-token";
  private static final int KEYS = 3_001;

  @Test
  void severalProcessesShareTheKeysAndTheirFiguresAreAdded() {
    try (var redis = ServerProcess.redis()) {
      var plan = plans(redis).runners(new Runners(3, null, List.of(), 1)).plan();

      var document = run(plan, null);

      assertThat(document.outcome().message()).isEqualTo("1 of 1 trials were measured");
      isWholeAndOf(3, document);
    }
  }

  @Test
  void anAgentMakesItsShareInStepWithTheLead() throws Exception {
    try (var redis = ServerProcess.redis();
        var port = port()) {
      var plan = plans(redis).runners(runners(2, port)).plan();
      var agent = agent(plan, port);

      isWholeAndOf(2, run(plan, TOKEN));
      agent.join();
    }
  }

  @Test
  void aWrongTokenGetsNothing() throws Exception {
    try (var redis = ServerProcess.redis();
        var port = port()) {
      var plan = plans(redis).runners(runners(2, port)).plan();
      var agent = agent(plan, port);
      try (var stranger = new Socket(port.getInetAddress(), port.getLocalPort())) {
        stranger.getOutputStream().write("b-token\ntrial 0 0/1\n".getBytes(StandardCharsets.UTF_8));
        assertThat(stranger.getInputStream().read()).as("end of the stream").isEqualTo(-1);
      } catch (IOException e) {
        // Closed before all was read, which the system calls a reset
      }

      isWholeAndOf(2, run(plan, TOKEN));
      agent.join();
    }
  }

  @Test
  void anAgentThatGoesAwayInTheMiddleEndsTheRunByName() throws Exception {
    try (var redis = ServerProcess.redis();
        var port = port()) {
      var plan = plans(redis).runners(runners(2, port)).plan();
      var agent =
          CompletableFuture.runAsync(
              () -> {
                try (var lead = port.accept()) {
                  lead.getInputStream().readNBytes(TOKEN.length() + 1);
                  lead.getOutputStream()
                      .write((Agents.READY + "\n").getBytes(StandardCharsets.UTF_8));
                  lead.getInputStream().read();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });

      var outcome = run(plan, TOKEN).outcome();

      assertThat(outcome.reason()).isEqualTo(Reason.RunnerPodLost.name());
      assertThat(outcome.message())
          .startsWith("runner pod 1 ")
          .contains("in the middle of a trial");
      agent.join();
    }
  }

  @Test
  void aShareThatFailsEndsTheWholeTrial() {
    try (var redis = ServerProcess.redis()) {
      var plan =
          plans(redis)
              .runners(new Runners(2, null, List.of(), 1))
              .jvmOptions("-XX:NoSuchOption")
              .plan();

      assertThat(run(plan, null).outcome().reason()).isEqualTo(Reason.RunnerCrashed.name());
    }
  }

  private static Plans plans(ServerProcess redis) {
    return Plans.of(Plans.redis(redis.port()))
        .keys(KEYS)
        .connections(5)
        .keyOrder(KeyOrder.Shuffled)
        .phases(Plans.set(1), Plans.get(3));
  }

  /** All keys were set once and read in each lap, whoever did it. */
  private static void isWholeAndOf(int pods, ResultDocument document) {
    assertThat(document.outcome().reason()).as(document.outcome().message()).isEqualTo("Measured");
    var phases = document.trials().get(0).phases();
    assertThat(phases)
        .extracting(phase -> phase.name() + " " + phase.operations() + " " + phase.misses())
        .containsExactly("set " + KEYS + " 0", "get " + 3 * KEYS + " 0");
    assertThat(phases)
        .allSatisfy(
            (PhaseResult phase) -> {
              assertThat(phase.pods()).hasSize(pods);
              assertThat(phase.pods().stream().mapToLong(PodResult::operations).sum())
                  .isEqualTo(phase.operations());
              assertThat(phase.totalNanos())
                  .isGreaterThanOrEqualTo(
                      phase.pods().stream().mapToLong(PodResult::totalNanos).max().orElseThrow());
              assertThat(Histograms.decode(phase.histogram()).getTotalCount())
                  .isEqualTo(phase.operations());
            });
    assertThat(document.trials().get(0).health().jvm()).contains(Runtime.version().toString());
  }

  private static Runners runners(int pods, ServerSocket port) {
    return new Runners(pods, List.of("127.0.0.1", "127.0.0.1"), List.of(), port.getLocalPort());
  }

  private static ServerSocket port() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  private static CompletableFuture<Void> agent(Plan plan, ServerSocket port) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            new Agent(plan, TOKEN).serve(port);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static ResultDocument run(Plan plan, String token) {
    return new PlanRunner(new RecordingListener(), token).run(PlanRunnerTest.SPEC, plan);
  }
}
