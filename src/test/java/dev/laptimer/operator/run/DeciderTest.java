package dev.laptimer.operator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.laptimer.api.BenchmarkStatus.PastRun;
import dev.laptimer.api.RunState;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument.Outcome;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a benchmark, step by step. */
class DeciderTest {

  private final World world = new World(World.TWO_SERVERS);

  @Test
  void theRunIsInTheStatusBeforeAnythingIsMade() {
    var decision = world.look();

    assertThat(decision.create()).isEmpty();
    assertThat(world.state()).isEqualTo(RunState.Pending);
    assertThat(world.run().number()).isEqualTo(1);
    assertThat(world.run().jobName()).isEqualTo("caches-1");
    assertThat(world.run().seed()).isEqualTo(RunIdentity.seed(world.metadata.getUid(), 1));
  }

  @Test
  void serversAreMadeFirstAndTheRunnerWhenTheyAreReady() {
    lookUntil(RunState.Deploying);
    world.look();
    assertThat(world.names())
        .containsExactly(
            "Service caches-1-memcached",
            "Service caches-1-redis",
            "StatefulSet caches-1-memcached",
            "StatefulSet caches-1-redis");

    world.look();
    assertThat(world.job()).isNull();

    world.controllers();
    world.look();
    assertThat(world.names()).contains("ConfigMap caches-1-plan", "Job caches-1");
  }

  @Test
  void aBenchmarkOfEndpointsOnlyStartsItsRunnerAtOnce() {
    var remote =
        new World(
            """
            targets:
              - {name: redis, engine: Redis, endpoint: {host: cache.example.com, port: 6379}}
            """);
    remote.settle();

    assertThat(remote.state()).isEqualTo(RunState.Running);
    assertThat(remote.names()).containsExactly("ConfigMap caches-1-plan", "Job caches-1");
  }

  @Test
  void theStatusFollowsTheRunnersProgress() {
    run();
    world.runnerReports(3, 12);
    world.look();

    assertThat(world.state()).isEqualTo(RunState.Running);
    assertThat(world.run().progress().percent()).isEqualTo(25);
    assertThat(world.status.summary()).isEqualTo("run 1: 3 of 12 trials, 25 %");
    assertThat(world.look().status()).as("nothing new, nothing written").isNull();
  }

  @Test
  void theDocumentIsKeptBeforeTheStatusSaysSoAndTheObjectsGoAfterIt() {
    run();
    world.runnerEnds(world.measured());
    var decision = world.look();

    assertThat(decision.create())
        .extracting(object -> object.getMetadata().getName())
        .containsExactly("caches-1-result");
    assertThat(world.state()).isEqualTo(RunState.Finished);
    assertThat(world.job()).as("still there until the status is seen").isNotNull();

    world.settle();
    assertThat(world.names()).isEmpty();
    assertThat(world.pods).isEmpty();
    assertThat(world.results).containsOnlyKeys("caches-1-result");
    assertThat(world.status.resultRef().configMap()).isEqualTo("caches-1-result");
  }

  @Test
  void theDocumentSaysWhereThePodsWere() {
    run();
    world.runnerEnds(world.measured());
    world.look();

    var kept = ResultConfigMaps.read(world.results.get("caches-1-result")).orElseThrow();
    assertThat(kept.placement().runnerNode()).isEqualTo("node1");
    assertThat(kept.placement().servers().get("redis").node()).isEqualTo("node2");
    assertThat(kept.placement().servers().get("memcached").image())
        .isEqualTo("laptimer.test/memcached:1.6.18");
  }

  @Test
  void aFinishedRunIsNeverMadeAgainBecauseWhatItLeftIsGone() {
    finish();
    world.results.clear();
    world.pass(Duration.ofDays(30));
    world.settle();

    assertThat(world.state()).isEqualTo(RunState.Finished);
    assertThat(world.jobsEverMade).containsExactly("caches-1");
  }

  @Test
  void anEditOfTheComparisonEvaluatesTheDocumentAnewAndRunsNothing() {
    finish();
    world.edit(World.TWO_SERVERS + "comparison: {reference: memcached}\n");
    world.settle();

    assertThat(world.status.observedGeneration()).isEqualTo(2);
    assertThat(world.state()).isEqualTo(RunState.Finished);
    assertThat(world.jobsEverMade).containsExactly("caches-1");
  }

  @Test
  void anEditOfTheComparisonLeavesAResultWhoseDocumentIsGoneAsItIs() {
    finish();
    var before = world.status;
    world.results.clear();
    world.edit(World.TWO_SERVERS + "comparison: {reference: memcached}\n");
    world.settle();

    assertThat(world.state()).isEqualTo(RunState.Finished);
    assertThat(world.status.observedGeneration()).isEqualTo(2);
    assertThat(world.status.summary()).isEqualTo(before.summary());
  }

  @Test
  void anEditOfTheSpecRunsAgainAndKeepsTheEarlierResult() {
    finish();
    world.edit(World.TWO_SERVERS.replace("rounds: 6", "rounds: 7"));
    world.settle();

    assertThat(world.state()).isEqualTo(RunState.Running);
    assertThat(world.run().number()).isEqualTo(2);
    assertThat(world.status.history())
        .extracting(PastRun::number, PastRun::reason, PastRun::configMap)
        .containsExactly(tuple(1, "Measured", "caches-1-result"));
  }

  @Test
  void aTokenAsksForAnotherRunOnceAndItsRemovalForNone() {
    finish();
    world.edit(World.TWO_SERVERS + "run: {token: again}\n");
    world.settle();
    assertThat(world.run().number()).isEqualTo(2);
    assertThat(world.run().token()).isEqualTo("again");
    world.runnerEnds(world.measured());
    world.settle();

    world.edit(World.TWO_SERVERS);
    world.settle();
    assertThat(world.state()).isEqualTo(RunState.Finished);
    assertThat(world.run().number()).isEqualTo(2);
  }

  @Test
  void anEditWhileItRunsCancelsTheRunAndWaitsForItsPodsBeforeTheNext() {
    run();
    world.edit(World.TWO_SERVERS.replace("rounds: 6", "rounds: 7"));
    world.look();
    assertThat(world.run().number()).isEqualTo(2);
    assertThat(world.status.history())
        .extracting(PastRun::number, PastRun::reason, PastRun::summary)
        .containsExactly(tuple(1, "Cancelled", "the spec changed"));

    world.look();
    assertThat(world.job()).isNull();
    assertThat(world.names()).as("objects of run 1 are removed").isEmpty();
    world.look();
    assertThat(world.state()).as("its pods are still there").isEqualTo(RunState.Pending);
    assertThat(world.status.summary()).contains("caches-1-redis-0");

    world.settle();
    assertThat(world.state()).isEqualTo(RunState.Running);
    assertThat(world.jobsEverMade).containsExactly("caches-1", "caches-2");
  }

  @Test
  void podsOfALostNodeHoldTheNextRunUpForTheirGracePeriodAndHalfAMinuteOnly() {
    run();
    var lost = world.runnerPod();
    world.edit(World.TWO_SERVERS.replace("rounds: 6", "rounds: 7"));
    world.look();
    world.look();
    world.pods.removeIf(pod -> pod != lost);
    world.terminating(lost, Duration.ofSeconds(60));

    world.pass(Duration.ofSeconds(89));
    world.look();
    assertThat(world.state()).isEqualTo(RunState.Pending);
    world.pass(Duration.ofSeconds(2));
    world.look();
    assertThat(world.state()).isEqualTo(RunState.Deploying);
  }

  @Test
  void suspensionStopsARunAndItsEndStartsAnother() {
    run();
    world.edit(World.TWO_SERVERS + "suspend: true\n");
    world.settle();
    assertThat(world.state()).isEqualTo(RunState.Suspended);
    assertThat(world.names()).isEmpty();

    world.edit(World.TWO_SERVERS);
    world.settle();
    assertThat(world.state()).isEqualTo(RunState.Running);
    assertThat(world.run().number()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFinishedRunIsNotMadeAgainAfterASuspension(boolean documentIsThere) {
    finish();
    world.edit(World.TWO_SERVERS + "suspend: true\n");
    world.settle();
    assertThat(world.state()).isEqualTo(RunState.Suspended);
    if (!documentIsThere) {
      world.results.clear();
    }

    world.edit(World.TWO_SERVERS);
    world.settle();
    assertThat(world.state()).isEqualTo(RunState.Finished);
    assertThat(world.jobsEverMade).containsExactly("caches-1");
  }

  @Test
  void aBenchmarkThatIsBornSuspendedMakesNothing() {
    var idle = new World(World.TWO_SERVERS + "suspend: true\n");
    idle.settle();

    assertThat(idle.state()).isEqualTo(RunState.Suspended);
    assertThat(idle.names()).isEmpty();
    assertThat(idle.run()).isNull();
  }

  @Test
  void anInterruptedRunIsRepeatedOnceAsARunOfItsOwn() {
    run();
    world.delete(world.job());
    world.settle();

    assertThat(world.state()).isEqualTo(RunState.Running);
    assertThat(world.run().number()).isEqualTo(2);
    assertThat(world.run().retryOf()).isEqualTo(1);
    assertThat(world.notices)
        .contains(new Decision.Notice(true, "RunInterrupted", "run 1: the Job was deleted"));

    world.delete(world.job());
    world.settle();
    assertThat(world.state()).isEqualTo(RunState.Failed);
    assertThat(world.reason()).isEqualTo("Interrupted");
    assertThat(world.jobsEverMade).containsExactly("caches-1", "caches-2");
  }

  @Test
  void aFailedRunIsNotRepeated() {
    run();
    world.runnerEnds(
        world.document(new Outcome(false, Reason.AuthenticationFailed.name(), "redis: WRONGPASS")));
    world.settle();
    world.pass(Duration.ofDays(1));
    world.settle();

    assertThat(world.state()).isEqualTo(RunState.Failed);
    assertThat(world.reason()).isEqualTo("AuthenticationFailed");
    assertThat(world.jobsEverMade).containsExactly("caches-1");
    assertThat(world.names()).isEmpty();
  }

  @Test
  void aDocumentThatCannotBeKeptIsEvaluatedAllTheSame() {
    run();
    world.runnerEnds(world.measured());
    world.refusal = new Refusal("ConfigMap caches-1-result", "exceeded quota: small", false);
    world.look();

    assertThat(world.state()).isEqualTo(RunState.Finished);
    assertThat(world.status.resultRef()).isNull();
    assertThat(world.notices)
        .contains(
            new Decision.Notice(
                true,
                "ResultNotKept",
                "the result document could not be kept: exceeded quota: small"));
  }

  @Test
  void resultsOfRunsThatLeaveTheHistoryAreRemoved() {
    finish();
    for (int i = 2; i <= 8; i++) {
      world.edit(World.TWO_SERVERS + "run: {token: \"" + i + "\"}\n");
      world.settle();
      world.runnerEnds(world.measured());
      world.settle();
    }

    assertThat(world.results)
        .containsOnlyKeys(
            "caches-3-result",
            "caches-4-result",
            "caches-5-result",
            "caches-6-result",
            "caches-7-result",
            "caches-8-result");
  }

  @Test
  void objectsOfAnEarlierBenchmarkOfTheSameNameGoFirst() {
    run();
    var successor = new World(World.TWO_SERVERS);
    successor.metadata.setUid("0b5e7a9c-0000-4000-8000-000000000002");
    successor.objects.addAll(world.objects);
    successor.pods.addAll(world.pods);
    successor.look();
    successor.look();

    assertThat(successor.state()).isEqualTo(RunState.Pending);
    assertThat(successor.names()).isEmpty();
    successor.settle();
    assertThat(successor.state()).isEqualTo(RunState.Running);
  }

  @Test
  void whatThisVersionDoesNotKnowIsAnInvalidSpec() {
    var spec = world.spec;
    var unknown = World.spec("targets: [{name: x, server: {}}]");
    world.spec = unknown;
    world.settle();
    assertThat(world.state()).isEqualTo(RunState.Failed);
    assertThat(world.reason()).isEqualTo("InvalidSpec");
    assertThat(world.message())
        .isEqualTo(
            "`engine` of target 'x' must be one that this version knows: [Redis, Valkey, Memcached, MongoDB]");

    world.spec = spec;
    world.metadata.setGeneration(2L);
    world.settle();
    assertThat(world.state()).isEqualTo(RunState.Running);
  }

  @Test
  void aBenchmarkThatIsBeingDeletedIsLeftAlone() {
    run();
    world.metadata.setDeletionTimestamp(world.now.toString());

    assertThat(Decider.decide(world.situation())).isEqualTo(Decision.NOTHING);
  }

  /** The operator dies after any number of its actions, and the next one goes on from there. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void itDoesNotMatterWhenTheOperatorDies(int actionsUntilItDies) {
    int left = actionsUntilItDies;
    boolean died = false;
    boolean ended = false;
    for (int look = 0; look < 40; look++) {
      if (died) {
        world.look();
      } else {
        int done = world.look(left);
        left -= done;
        died = left == 0;
      }
      world.controllers();
      world.pass(Duration.ofSeconds(1));
      if (!ended && world.runnerPod() != null && world.state() == RunState.Running) {
        world.runnerEnds(world.measured());
        ended = true;
      }
    }

    assertThat(world.state()).isEqualTo(RunState.Finished);
    assertThat(world.jobsEverMade).containsExactly("caches-1");
    assertThat(world.names()).isEmpty();
    assertThat(world.results).containsOnlyKeys("caches-1-result");
  }

  /** Whatever users and the cluster do, no run is started twice, and all comes to an end. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void everythingEndsAndNoRunIsStartedTwice(long seed) {
    var random = new Random(seed);
    for (int step = 0; step < 150; step++) {
      disturb(random);
      world.look(random.nextInt(5) == 0 ? random.nextInt(4) : Integer.MAX_VALUE);
      if (random.nextInt(3) > 0) {
        world.controllers();
      }
      world.pass(Duration.ofSeconds(random.nextInt(5)));
    }
    world.edit(World.TWO_SERVERS);
    world.settle();
    if (world.state() == RunState.Running) {
      world.runnerEnds(world.measured());
      world.settle();
    }

    assertThat(world.jobsEverStarted).doesNotHaveDuplicates();
    assertThat(world.state()).isIn(RunState.Finished, RunState.Failed);
    assertThat(world.names()).isEmpty();
    assertThat(world.pods).isEmpty();
  }

  private void disturb(Random random) {
    switch (random.nextInt(12)) {
      case 0 -> world.edit(World.TWO_SERVERS + "suspend: " + random.nextBoolean() + "\n");
      case 1 -> world.edit(World.TWO_SERVERS.replace("6", Integer.toString(1 + random.nextInt(5))));
      case 2 -> world.edit(World.TWO_SERVERS + "run: {token: t" + random.nextInt(100) + "}\n");
      case 3 -> {
        if (!world.objects.isEmpty()) {
          var any = List.<HasMetadata>copyOf(world.objects);
          world.delete(any.get(random.nextInt(any.size())));
        }
      }
      case 4 -> {
        if (!world.pods.isEmpty()) {
          world.delete(world.pods.get(random.nextInt(world.pods.size())));
        }
      }
      case 5, 6 -> {
        if (world.run() != null && world.runnerPod() != null) {
          world.runnerEnds(world.measured());
        }
      }
      default -> {
        // nothing happens
      }
    }
  }

  private void lookUntil(RunState state) {
    while (world.status == null || world.state() != state) {
      world.look();
    }
  }

  private void run() {
    world.settle();
    assertThat(world.state()).isEqualTo(RunState.Running);
  }

  private void finish() {
    run();
    world.runnerEnds(world.measured());
    world.settle();
    assertThat(world.state()).isEqualTo(RunState.Finished);
  }
}
