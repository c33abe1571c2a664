package dev.laptimer.operator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.RunState;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is asked of the API server because the caches alone may be wrong. */
@EnableKubernetesMockClient(crud = true)
class ObserverTest {

  private KubernetesClient client;

  private final World world = new World(World.TWO_SERVERS);

  @BeforeEach
  void aRunIsUnderway() {
    world.settle();
    assertThat(world.state()).isEqualTo(RunState.Running);
  }

  @Test
  void aPodThatTheCachesLostIsAskedForBeforeItIsTakenForGone() {
    world.pods.forEach(pod -> client.resource(pod).create());

    assertThat(observedWithEmptyCache().pods())
        .extracting(ObserverTest::name)
        .hasSize(3)
        .containsExactlyInAnyOrderElementsOf(world.pods.stream().map(ObserverTest::name).toList());
  }

  @Test
  void aPodThatTheApiServerDoesNotKnowEitherIsGone() {
    assertThat(observedWithEmptyCache().pods()).isEmpty();
  }

  private Observed observedWithEmptyCache() {
    return new Observer(client)
        .observe(world.situation().benchmark(), world.objects, List.of(), world.situation().now());
  }

  private static String name(Pod pod) {
    return pod.getMetadata().getName();
  }
}
