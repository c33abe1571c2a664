package dev.laptimer.e2e;

import static dev.laptimer.e2e.Cluster.CLIENT;
import static dev.laptimer.e2e.Manifests.MEMCACHED;
import static dev.laptimer.e2e.Manifests.REDIS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.RunState;
import dev.laptimer.result.Reason;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a user does to a benchmark while it runs or after it. */
@E2e
class ChangeTest {

  @Test
  void oneThatIsDeletedWhileItRunsLeavesNothing(Space space) {
    var benchmark = space.benchmark(Manifests.slow(REDIS + "," + MEMCACHED, 120));
    InterruptionTest.running(benchmark, 1);

    benchmark.delete();

    space.awaitObjects();
    assertThat(benchmark.get()).isNull();
  }

  @Test
  void aChangedTokenStartsOneNewRunAndALabelNone(Space space) {
    var benchmark = space.benchmark(Manifests.quick(REDIS + "," + MEMCACHED));
    var first = benchmark.awaitFinished();

    benchmark.patch("{\"spec\": {\"run\": {\"token\": \"again\"}}}");
    var second = benchmark.awaitFinished();
    assertThat(second.run().number()).isEqualTo(2);
    assertThat(second.run().token()).isEqualTo("again");
    assertThat(second.run().retryOf()).isNull();
    assertThat(second.history())
        .extracting(past -> past.number() + " " + past.reason())
        .containsExactly("1 " + Reason.Measured);

    // Neither of these is part of a run; the second one shows that the operator has seen both
    benchmark.patch("{\"metadata\": {\"labels\": {\"team\": \"blue\"}}}");
    benchmark.patch("{\"spec\": {\"comparison\": {\"thresholdPercent\": 50}}}");
    var third = benchmark.awaitFinished();
    assertThat(third.run()).isEqualTo(second.run());
    assertThat(third.results()).isEqualTo(second.results());
    assertThat(space.witness().jobUids().keySet())
        .isEqualTo(Set.of(first.run().jobName(), second.run().jobName()));
  }

  @Test
  void aFinishedRunIsNotMadeAgainWhenItsDocumentIsGone(Space space) {
    var benchmark = space.benchmark(Manifests.quick(REDIS));
    var first = benchmark.awaitFinished();
    space.awaitObjects("ConfigMap/" + first.resultRef().configMap());

    CLIENT.configMaps().inNamespace(space.name()).withName(first.resultRef().configMap()).delete();
    benchmark.patch("{\"spec\": {\"comparison\": {\"thresholdPercent\": 50}}}");

    var second = benchmark.awaitFinished();
    assertThat(second.run()).isEqualTo(first.run());
    assertThat(second.results()).isEqualTo(first.results());
    assertThat(space.witness().jobUids().keySet()).isEqualTo(Set.of(first.run().jobName()));
  }

  @Test
  void aSpecEditedWhileItRunsCancelsTheOldRunAndThenStartsTheNew(Space space) {
    var benchmark = space.benchmark(Manifests.slow(REDIS + "," + MEMCACHED, 120));
    InterruptionTest.running(benchmark, 1);

    benchmark.patch(
        "{\"spec\": {\"workload\": {\"phases\": [{\"operation\": \"Set\"}, {\"operation\": \"Get\", \"laps\": 3}]}}}");

    var status = benchmark.awaitFinished();
    assertThat(status.run().number()).isEqualTo(2);
    assertThat(status.run().retryOf()).isNull();
    assertThat(status.results().get(0).phases().get(1).laps()).isEqualTo(3);
    assertThat(status.history())
        .extracting(past -> past.number() + " " + past.reason())
        .containsExactly("1 " + Reason.Cancelled);
    assertThat(space.witness().measuredTogether()).isEmpty();
    space.awaitObjects("ConfigMap/" + status.resultRef().configMap());
  }

  @Test
  void oneThatIsSuspendedWhileItRunsStopsAndBeginsAnewWhenResumed(Space space) {
    var benchmark = space.benchmark(Manifests.slow(REDIS, 10));
    InterruptionTest.running(benchmark, 1);

    benchmark.patch("{\"spec\": {\"suspend\": true}}");
    benchmark.awaitState(RunState.Suspended);
    assertThat(benchmark.conditions()).contains("Ready=True", "Suspended=True");
    space.awaitObjects();

    benchmark.patch("{\"spec\": {\"suspend\": false}}");
    var status = benchmark.awaitFinished();
    assertThat(status.run().number()).isEqualTo(2);
    assertThat(status.history())
        .extracting(past -> past.number() + " " + past.reason())
        .containsExactly("1 " + Reason.Cancelled);
    assertThat(space.witness().measuredTogether()).isEmpty();
  }
}
