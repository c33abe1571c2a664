package dev.laptimer.operator.dbcluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.laptimer.api.Documents;
import dev.laptimer.operator.dbcluster.Decision.Step.DeletePod;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ActionsTest {

  private static final Names NAMES = new Names("shop", "orders");
  private static final String CHANNEL = "/api/v1/namespaces/shop/configmaps/orders-channel";
  private static final String POD = "/api/v1/namespaces/shop/pods/orders-1";

  private final KubernetesMockServer server = new KubernetesMockServer(false);
  private Actions actions;

  @BeforeEach
  void start() {
    server.init();
    actions = new Actions(server.createClient());
  }

  @AfterEach
  void stop() {
    server.destroy();
  }

  private static ConfigMap channel() {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName("orders-channel")
        .withNamespace("shop")
        .endMetadata()
        .addToData("MODE", "recover")
        .build();
  }

  private JsonNode sent() throws InterruptedException {
    return Documents.fromJson(server.takeRequest().getBody().readUtf8(), JsonNode.class);
  }

  @Test
  void theChannelIsWrittenOverTheVersionThatTheDecisionWasMadeFrom() throws Exception {
    server.expect().put().withPath(CHANNEL).andReturn(200, channel()).once();
    actions.writeChannel(channel(), "41");
    assertThat(sent().at("/metadata/resourceVersion").asText()).isEqualTo("41");
  }

  @Test
  void whoDecidedFromAnOlderChannelWritesNothing() {
    server.expect().put().withPath(CHANNEL).andReturn(409, status(409)).once();
    actions.writeChannel(channel(), "41");
    assertThat(server.getRequestCount()).isEqualTo(1);
  }

  @Test
  void twoOperatorsThatFindNoChannelMakeOne() {
    server
        .expect()
        .post()
        .withPath("/api/v1/namespaces/shop/configmaps")
        .andReturn(409, status(409))
        .once();
    actions.writeChannel(channel(), null);
    assertThat(server.getRequestCount()).isEqualTo(1);
  }

  @Test
  void onlyThePodThatWasLookedAtIsDeleted() throws Exception {
    server.expect().delete().withPath(POD).andReturn(200, status(200)).once();
    actions.delete(NAMES, new DeletePod(1, "uid-1", 10));
    var options = sent();
    assertThat(options.at("/preconditions/uid").asText()).isEqualTo("uid-1");
    assertThat(options.at("/gracePeriodSeconds").asInt()).isEqualTo(10);
  }

  @Test
  void aPodThatServesGetsTheTimeThatItAsksFor() throws Exception {
    server.expect().delete().withPath(POD).andReturn(200, status(200)).once();
    actions.delete(NAMES, new DeletePod(1, "uid-1", null));
    assertThat(sent().has("gracePeriodSeconds")).isFalse();
  }

  @Test
  void aPodThatIsGoneOrReplacedIsNoError() {
    server.expect().delete().withPath(POD).andReturn(409, status(409)).once();
    actions.delete(NAMES, new DeletePod(1, "uid-1", 10));
    server.expect().delete().withPath(POD).andReturn(404, status(404)).once();
    actions.delete(NAMES, new DeletePod(1, "uid-1", 10));
    assertThat(server.getRequestCount()).isEqualTo(2);
  }

  private static io.fabric8.kubernetes.api.model.Status status(int code) {
    return new StatusBuilder().withCode(code).build();
  }
}
