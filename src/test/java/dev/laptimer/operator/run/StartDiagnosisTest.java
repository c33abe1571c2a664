package dev.laptimer.operator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.RunState;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What holds a run up is said while it does, and ends it when its time is over. */
class StartDiagnosisTest {

  private static final String ONE_SERVER = "targets: [{name: redis, engine: Redis, server: {}}]\n";
  private static final String ONE_ENDPOINT =
      """
      targets:
        - name: redis
          engine: Redis
          endpoint:
            host: cache.example.com
            port: 6379
            auth: {secretRef: {name: login}}
      """;

  @Test
  void anImageThatCannotBePulledIsWaitedForAndThenFails() {
    var world = withServerPod();
    world.waits(
        world.serverPod("redis"),
        "ImagePullBackOff",
        "Back-off pulling image \"laptimer.test/redis:7.0.15\": not found");

    waits(world, "ImagePullFailed");
    fails(
        world,
        "ImagePullFailed",
        "image 'laptimer.test/redis:7.0.15' of the server of target 'redis' cannot be had:"
            + " ImagePullBackOff: Back-off pulling image \"laptimer.test/redis:7.0.15\": not found"
            + " (300 s have passed, startTimeoutSeconds)");
  }

  @Test
  void anImageNameThatIsNoneFailsAtOnce() {
    var world = withServerPod();
    world.waits(world.serverPod("redis"), "InvalidImageName", "couldn't parse image name");

    failsAtOnce(
        world,
        "ImagePullFailed",
        "image 'laptimer.test/redis:7.0.15' of the server of target 'redis' cannot be had:"
            + " InvalidImageName: couldn't parse image name");
  }

  @Test
  void theRunnersImageIsNamedAsTheRunners() {
    var world = withRunnerPod();
    world.waits(world.runnerPod(), "ErrImagePull", "not found");

    waits(world, "ImagePullFailed");
    fails(
        world,
        "ImagePullFailed",
        "image 'laptimer.test/laptimer:0.1.0' of the runner cannot be had: ErrImagePull: not found"
            + " (300 s have passed, startTimeoutSeconds)");
  }

  @Test
  void aPodThatFitsNowhereIsToldInTheSchedulersWords() {
    var world = withServerPod();
    notStarted(world, world.serverPod("redis"));
    world.condition(
        world.serverPod("redis"),
        "PodScheduled",
        "False",
        "Unschedulable",
        "0/3 nodes are available: 3 Insufficient memory.");

    waits(world, "Unschedulable");
    fails(
        world,
        "Unschedulable",
        "no node for the server of target 'redis': 0/3 nodes are available: 3 Insufficient memory."
            + " (300 s have passed, startTimeoutSeconds)");
  }

  @Test
  void aQuotaIsToldInItsOwnWords() {
    var world = deploying(ONE_SERVER);
    world.look();
    var set =
        world.objects.stream().filter(StatefulSet.class::isInstance).findFirst().orElseThrow();
    event(
        world,
        set,
        "FailedCreate",
        "create Pod caches-1-redis-0 in StatefulSet caches-1-redis failed error: pods"
            + " \"caches-1-redis-0\" is forbidden: exceeded quota: small");

    waits(world, "QuotaExceeded");
    fails(
        world,
        "QuotaExceeded",
        "no pod for the server of target 'redis': create Pod caches-1-redis-0 in StatefulSet"
            + " caches-1-redis failed error: pods \"caches-1-redis-0\" is forbidden: exceeded"
            + " quota: small (300 s have passed, startTimeoutSeconds)");
  }

  @Test
  void aMissingSecretIsWaitedForAndTheRunGoesOnWhenItAppears() {
    var world = withRunnerPod();
    world.waits(world.runnerPod(), "ContainerCreating", null);
    event(
        world,
        world.runnerPod(),
        "FailedMount",
        "MountVolume.SetUp failed for volume \"secret-login\" : secret \"login\" not found");
    waits(world, "WaitingForReference");
    assertThat(world.message())
        .isEqualTo(
            "run 1: the runner waits for what its pod refers to: MountVolume.SetUp failed for"
                + " volume \"secret-login\" : secret \"login\" not found");

    world.change(
        world.runnerPod(),
        pod ->
            new PodBuilder(pod)
                .editStatus()
                .withContainerStatuses(
                    new ContainerStatusBuilder()
                        .withName("runner")
                        .withReady(true)
                        .withNewState()
                        .withNewRunning()
                        .endRunning()
                        .endState()
                        .build())
                .endStatus()
                .build());
    world.look();
    assertThat(world.state()).isEqualTo(RunState.Running);
  }

  @Test
  void aSecretThatNeverAppearsIsAReferenceNotFound() {
    var world = withRunnerPod();
    world.waits(world.runnerPod(), "ContainerCreating", null);
    event(
        world,
        world.runnerPod(),
        "FailedMount",
        "MountVolume.SetUp failed for volume \"secret-login\" : references non-existent secret key:"
            + " password");

    waits(world, "WaitingForReference");
    fails(
        world,
        "ReferenceNotFound",
        "the runner waits for what its pod refers to: MountVolume.SetUp failed for volume"
            + " \"secret-login\" : references non-existent secret key: password (300 s have"
            + " passed, startTimeoutSeconds)");
  }

  @Test
  void aServerKilledForMemoryBeforeItWasReadyFailsAtOnce() {
    var world = withServerPod();
    ended(world, "OOMKilled", 137, null, 1);

    failsAtOnce(
        world,
        "ServerOutOfMemory",
        "the server of target 'redis' was killed for memory; its limit is 256Mi");
  }

  @Test
  void aServerThatCrashesIsTriedThreeTimes() {
    var world = withServerPod();
    ended(world, "Error", 1, "Bad directive or wrong number of arguments\n", 2);
    waits(world, "ServerNotReady");

    ended(world, "Error", 1, "Bad directive or wrong number of arguments\n", 3);
    failsAtOnce(
        world,
        "ServerCrashed",
        "the server of target 'redis' ended with exit code 1: Bad directive or wrong number of"
            + " arguments");
  }

  @Test
  void aServerThatDoesNotAnswerIsNotReady() {
    var world = withServerPod();
    world.condition(world.serverPod("redis"), "Ready", "False", "ContainersNotReady", null);

    waits(world, "Deploying");
    assertThat(world.message()).isEqualTo("run 1: waits for the servers of redis");
    fails(
        world,
        "ServerNotReady",
        "waits for the servers of redis (300 s have passed, startTimeoutSeconds)");
  }

  @Test
  void anObjectThatIsNotValidFailsAtOnceInTheApiServersWords() {
    var world = deploying(ONE_SERVER);
    world.refusal =
        new Refusal("StatefulSet caches-1-redis", "spec is invalid: must be less than", true);

    failsAtOnce(
        world,
        "ServerNotReady",
        "the API server refuses StatefulSet caches-1-redis: spec is invalid: must be less than");
  }

  @Test
  void anObjectThatAQuotaForbidsIsWaitedFor() {
    var world = deploying(ONE_SERVER);
    world.refusal =
        new Refusal("Service caches-1-redis", "is forbidden: exceeded quota: small", false);

    waits(world, "QuotaExceeded");
    world.refusal = null;
    world.settle();
    assertThat(world.state()).isEqualTo(RunState.Running);
  }

  @Test
  void aHopelessCauseComesBeforeOneThatMayPass() {
    var world =
        deploying(
            """
            targets:
              - {name: redis, engine: Redis, server: {}}
              - {name: memcached, engine: Memcached, server: {}}
            """);
    world.look();
    world.controllers();
    world.waits(world.serverPod("redis"), "ErrImagePull", "not found");
    world.waits(world.serverPod("memcached"), "InvalidImageName", "couldn't parse");

    world.look();
    assertThat(world.message()).contains("memcached");
  }

  @Test
  void eventsAreAskedForOnlyOfObjectsThatAreStuckForAWhile() {
    var world = withRunnerPod();
    world.waits(world.runnerPod(), "ContainerCreating", null);
    assertThat(StartDiagnosis.stuckObjects(world.situation())).isEmpty();

    world.pass(Duration.ofSeconds(4));
    assertThat(StartDiagnosis.stuckObjects(world.situation())).containsExactly(world.runnerPod());

    world.waits(world.runnerPod(), "ErrImagePull", "the pod says it itself");
    assertThat(StartDiagnosis.stuckObjects(world.situation())).isEmpty();
  }

  private static World deploying(String spec) {
    var world = new World(spec);
    while (world.status == null || world.state() != RunState.Deploying) {
      world.look();
    }
    return world;
  }

  private static World withServerPod() {
    var world = deploying(ONE_SERVER);
    world.look();
    world.controllers();
    return world;
  }

  private static World withRunnerPod() {
    var world = deploying(ONE_ENDPOINT);
    world.look();
    world.controllers();
    return world;
  }

  private static void waits(World world, String reason) {
    world.look();
    assertThat(world.state()).isEqualTo(RunState.Deploying);
    assertThat(world.reason()).isEqualTo(reason);
  }

  private static void failsAtOnce(World world, String reason, String message) {
    world.look();
    assertThat(world.state()).isEqualTo(RunState.Failed);
    assertThat(world.reason()).isEqualTo(reason);
    assertThat(world.message()).isEqualTo(message);
  }

  private static void fails(World world, String reason, String message) {
    world.pass(Duration.ofSeconds(301));
    failsAtOnce(world, reason, message);
    world.settle();
    assertThat(world.names()).as("nothing is left").isEmpty();
  }

  private static void notStarted(World world, Pod pod) {
    world.change(
        pod,
        p ->
            new PodBuilder(p)
                .editStatus()
                .withConditions()
                .withContainerStatuses()
                .endStatus()
                .build());
  }

  private static void ended(
      World world, String reason, int exitCode, String lastWords, int restarts) {
    world.waits(world.serverPod("redis"), "CrashLoopBackOff", "back-off 20s");
    world.change(
        world.serverPod("redis"),
        pod ->
            new PodBuilder(pod)
                .editStatus()
                .editFirstContainerStatus()
                .withRestartCount(restarts)
                .withNewLastState()
                .withNewTerminated()
                .withReason(reason)
                .withExitCode(exitCode)
                .withMessage(lastWords)
                .withFinishedAt(world.now.toString())
                .endTerminated()
                .endLastState()
                .endContainerStatus()
                .endStatus()
                .build());
  }

  private static void event(World world, HasMetadata about, String reason, String message) {
    world.events.add(
        new EventBuilder()
            .withNewMetadata()
            .withName("event-" + world.events.size())
            .endMetadata()
            .withNewInvolvedObject()
            .withUid(about.getMetadata().getUid())
            .endInvolvedObject()
            .withReason(reason)
            .withMessage(message)
            .withLastTimestamp(world.now.toString())
            .build());
  }
}
