package dev.laptimer.operator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.RunState;
import dev.laptimer.result.EventLog;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument.Outcome;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How a run ended, judged by all that the cluster shows of it. */
class RunEndTest {

  private final World world = new World(World.TWO_SERVERS);

  @BeforeEach
  void aRunIsUnderway() {
    world.settle();
    assertThat(world.state()).isEqualTo(RunState.Running);
    world.pass(Duration.ofSeconds(30));
  }

  @Test
  void aRunGoesOnAsLongAsNothingIsWrong() {
    assertThat(RunEnd.of(world.situation())).isEmpty();
  }

  @Test
  void aMeasuredRunStandsWhateverHappensAfterwards() {
    world.runnerEnds(world.measured());
    world.pass(Duration.ofSeconds(1));
    world.serverEnds("redis", "OOMKilled", 137, "");
    world.terminating(world.runnerPod(), Duration.ofSeconds(60));

    assertThat(RunEnd.of(world.situation())).containsInstanceOf(RunEnd.WithDocument.class);
    ends(RunState.Finished, "Measured", "");
  }

  @Test
  void aServerThatWasStartedAnewSpoilsARunThatLooksMeasured() {
    world.serverEnds("redis", "Error", 139, "segmentation fault");
    world.pass(Duration.ofSeconds(1));
    world.runnerEnds(world.measured());

    ends(
        RunState.Failed,
        "ServerCrashed",
        "the server of target 'redis' ended with exit code 139: segmentation fault");
  }

  @Test
  void aServerKilledForMemoryIsNamedWithItsLimitAndTheDocumentIsKept() {
    world.serverEnds("redis", "OOMKilled", 137, "");
    world.pass(Duration.ofSeconds(3));
    world.look();
    assertThat(world.state()).as("the runner may still hand over").isEqualTo(RunState.Running);

    fails(Reason.TargetFailed, "connection reset");
    ends(
        RunState.Failed,
        "ServerOutOfMemory",
        "the server of target 'redis' was killed for memory; its limit is 256Mi");
    assertThat(world.status.resultRef().configMap()).isEqualTo("caches-1-result");
  }

  @Test
  void aServerThatDiedIsNotWaitedForLongerThanTheRunnerNeedsToNotice() {
    world.serverEnds("redis", "OOMKilled", 137, "");
    world.pass(Duration.ofSeconds(31));

    ends(RunState.Failed, "ServerOutOfMemory", "the server of target 'redis' was killed");
  }

  @Test
  void aServerThatWasStartedAnewWithoutATraceOfItsEndHasCrashed() {
    world.serverIsStartedAnewWithoutATrace("redis");
    world.pass(Duration.ofSeconds(1));
    world.runnerEnds(world.measured());

    ends(
        RunState.Failed,
        "ServerCrashed",
        "the server of target 'redis' ended with an exit code that its node did not keep");
  }

  @Test
  void anEndThatTheNodeForgotIsRememberedAsItWasSeen() {
    var endsSeen = new EndsSeen();
    var before = world.serverPod("redis");
    assertThat(endsSeen.complete(before)).isEqualTo(before);
    world.serverEnds("redis", "OOMKilled", 137, "");
    var told = world.serverPod("redis");
    assertThat(endsSeen.complete(told)).isEqualTo(told);

    world.serverIsStartedAnewWithoutATrace("redis");

    assertThat(Pods.lastEnd(endsSeen.complete(world.serverPod("redis"))))
        .isEqualTo(Pods.lastEnd(told));
  }

  @Test
  void aRunnerKilledForMemoryIsNamedWithItsLimit() {
    world.runnerEnds(null, "OOMKilled", 137);

    ends(
        RunState.Failed,
        "RunnerOutOfMemory",
        "the runner was killed for memory; its limit is 512Mi");
  }

  @Test
  void aRunnerThatDiesWithoutAWordIsCrashedWithItsLastLines() {
    world.runnerEnds("java.lang.InternalError: a fault", "Error", 134);

    ends(
        RunState.Failed,
        "RunnerCrashed",
        "the runner ended with exit code 134: java.lang.InternalError: a fault");
  }

  @Test
  void aRunnerThatCouldNotBeStartedIsNotACrash() {
    world.runnerEnds("exec: \"java\": executable file not found", "StartError", 128);

    ends(RunState.Failed, "RunnerNotStarted", "the runner ended with exit code 128 (StartError)");
  }

  @Test
  void aFailureThatTheRunnerKnowsBestIsTakenFromItsDocument() {
    fails(Reason.AuthenticationFailed, "redis: WRONGPASS invalid username-password pair");

    ends(
        RunState.Failed, "AuthenticationFailed", "redis: WRONGPASS invalid username-password pair");
  }

  @Test
  void aTimeoutKeepsWhatWasMeasured() {
    fails(Reason.TimedOut, "timeoutSeconds: 10 are over");

    ends(RunState.Failed, "TimedOut", "timeoutSeconds: 10 are over");
    assertThat(world.results).containsOnlyKeys("caches-1-result");
  }

  @Test
  void aConnectionThatBrokeIsHeldBackUntilTheClusterCouldSayWhy() {
    fails(Reason.TargetFailed, "read timed out");
    world.look();
    assertThat(world.state()).isEqualTo(RunState.Running);

    world.pass(Duration.ofSeconds(74));
    world.look();
    assertThat(world.state()).isEqualTo(RunState.Running);
    world.pass(Duration.ofSeconds(2));
    ends(RunState.Failed, "TargetFailed", "read timed out");
  }

  @Test
  void aConnectionThatBrokeBecauseANodeWasLostIsAnInterruption() {
    fails(Reason.TargetFailed, "read timed out");
    world.pass(Duration.ofSeconds(50));
    world.condition(world.serverPod("redis"), "Ready", "False", null, null);

    world.look();
    assertThat(world.run().number()).isEqualTo(2);
    assertThat(world.run().retryOf()).isEqualTo(1);
  }

  @Test
  void aDeletedRunnerPodIsAnInterruptionAlsoWhenItHandsOver() {
    world.terminating(world.runnerPod(), Duration.ofSeconds(60));
    fails(Reason.Cancelled, "the run was cancelled");

    interrupted("the runner's pod was deleted");
  }

  @Test
  void aDrainedNodeIsAnInterruptionInTheClustersWords() {
    world.condition(
        world.runnerPod(),
        "DisruptionTarget",
        "True",
        "EvictionByEvictionAPI",
        "Eviction API: evicting");

    interrupted(
        "the runner's pod was ended by the cluster: EvictionByEvictionAPI: Eviction API: evicting");
  }

  @Test
  void aPodThatItsNodeThrewOutIsAnInterruption() {
    world.change(
        world.serverPod("memcached"),
        pod ->
            new PodBuilder(pod)
                .editStatus()
                .withPhase("Failed")
                .withReason("Evicted")
                .withMessage("The node was low on resource: memory.")
                .endStatus()
                .build());

    interrupted(
        "the pod of the server of target 'memcached' was ended by its node: Evicted: The node was"
            + " low on resource: memory.");
  }

  @Test
  void aReplacedServerIsAnInterruption() {
    world.pass(Duration.ofSeconds(1));
    world.pods.remove(world.serverPod("redis"));
    world.controllers();

    interrupted("the pod of the server of target 'redis' was replaced");
  }

  @Test
  void aServerWhosePodIsGoneIsAnInterruption() {
    world.pods.remove(world.serverPod("redis"));

    interrupted("the pod of the server of target 'redis' was deleted");
  }

  @Test
  void aJobThatIsGoneIsAnInterruptionOnlyOnceTheApiServerSaysSo() {
    world.objects.remove(world.job());
    var situation = world.situation();
    assertThat(RunEnd.of(situation)).containsInstanceOf(RunEnd.Interrupted.class);

    var behind =
        new Observed(
            situation.observed().objects(),
            situation.observed().pods(),
            false,
            situation.observed().events(),
            situation.observed().output(),
            null,
            null);
    assertThat(RunEnd.of(new Situation(situation.benchmark(), behind, world.now))).isEmpty();
  }

  @Test
  void aJobOfThatNameThatIsAnotherIsAnInterruption() {
    replaceJob(new JobBuilder(world.job()).editMetadata().withUid("another").endMetadata());

    interrupted("the Job was replaced by another of its name");
  }

  @Test
  void theJobsDeadlineIsATimeout() {
    replaceJob(
        new JobBuilder(world.job())
            .withNewStatus()
            .addNewCondition()
            .withType("Failed")
            .withStatus("True")
            .withReason("DeadlineExceeded")
            .withMessage("Job was active longer than specified deadline")
            .endCondition()
            .endStatus());
    world.terminating(world.runnerPod(), Duration.ofSeconds(60));

    ends(RunState.Failed, "TimedOut", "Job was active longer than specified deadline");
  }

  @Test
  void aCutLogIsAskedForAgainForAWhileAndThenTheResultIsLost() {
    var document = world.measured();
    world.runnerEnds(EventLog.termination(document).toJson(), "Completed", 0);
    world.logIs(new Output.Missing("the log holds no piece of the result"));

    world.look();
    assertThat(world.state()).isEqualTo(RunState.Running);
    world.pass(Duration.ofSeconds(31));
    ends(
        RunState.Failed,
        "ResultLost",
        "the runner ended with Measured, but its result could not be had: the log holds no piece of"
            + " the result");
  }

  @Test
  void aCompletedJobWhosePodWasRemovedHasLostItsResult() {
    replaceJob(
        new JobBuilder(world.job())
            .withNewStatus()
            .addNewCondition()
            .withType("Complete")
            .withStatus("True")
            .endCondition()
            .endStatus());
    world.pods.remove(world.runnerPod());

    ends(RunState.Failed, "ResultLost", "the runner's pod was deleted before its log was read");
  }

  private void replaceJob(JobBuilder job) {
    world.objects.set(world.objects.indexOf(world.job()), job.build());
  }

  private void fails(Reason reason, String message) {
    world.runnerEnds(world.document(new Outcome(false, reason.name(), message)));
  }

  private void ends(RunState state, String reason, String message) {
    world.look();
    assertThat(world.state()).isEqualTo(state);
    assertThat(world.reason()).isEqualTo(reason);
    assertThat(world.message()).contains(message);
    assertThat(world.run().number()).isEqualTo(1);
  }

  private void interrupted(String message) {
    assertThat(RunEnd.of(world.situation())).contains(new RunEnd.Interrupted(message));
    world.look();
    assertThat(world.run().number()).isEqualTo(2);
    assertThat(world.run().retryOf()).isEqualTo(1);
    assertThat(world.status.history().get(0).reason()).isEqualTo("Interrupted");
  }
}
