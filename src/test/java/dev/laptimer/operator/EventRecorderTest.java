package dev.laptimer.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.api.CacheBenchmark;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventRecorderTest {

  private final FakeApiServer server = new FakeApiServer();
  private final KubernetesClient client = server.client();
  private final EventRecorder recorder =
      new EventRecorder(client, Clock.fixed(Instant.parse("2026-03-01T10:00:00Z"), ZoneOffset.UTC));

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void anEventSaysWhatHappenedToWhichObject() {
    recorder.record(benchmark("caches"), true, "ImagePullFailed", "no such image");

    var event = events().get(0);
    assertThat(event.getType()).isEqualTo("Warning");
    assertThat(event.getReason()).isEqualTo("ImagePullFailed");
    assertThat(event.getMessage()).isEqualTo("no such image");
    assertThat(event.getCount()).isEqualTo(1);
    assertThat(event.getFirstTimestamp()).isEqualTo("2026-03-01T10:00:00Z");
    assertThat(event.getInvolvedObject().getKind()).isEqualTo("CacheBenchmark");
    assertThat(event.getInvolvedObject().getName()).isEqualTo("caches");
    assertThat(event.getInvolvedObject().getUid()).isEqualTo("uid-of-caches");
  }

  @Test
  void aThousandEqualEventsAreOneThatIsWrittenTenTimes() {
    for (int i = 0; i < 1000; i++) {
      recorder.record(benchmark("caches"), false, "RunPending", "about to start");
    }

    assertThat(events()).hasSize(1);
    assertThat(events().get(0).getCount()).isEqualTo(512);
    assertThat(server.writes()).isEqualTo(10);
  }

  @Test
  void differentEventsStayApart() {
    recorder.record(benchmark("caches"), false, "RunPending", "about to start");
    recorder.record(benchmark("caches"), false, "RunPending", "about to start again");
    recorder.record(benchmark("others"), false, "RunPending", "about to start");

    assertThat(events()).hasSize(3);
  }

  @Test
  void aLongMessageIsCutAndALongNameFits() {
    recorder.record(benchmark("a".repeat(253)), false, "RunPending", "x".repeat(5000));

    assertThat(events().get(0).getMessage()).hasSize(1024).endsWith("x…");
    assertThat(events().get(0).getMetadata().getName()).hasSizeLessThanOrEqualTo(253);
  }

  @Test
  void anEventThatCannotBeWrittenIsNoError() {
    server.forbid(request -> true);

    recorder.record(benchmark("caches"), false, "RunPending", "about to start");

    server.forbid(request -> false);
    assertThat(events()).isEmpty();
  }

  private List<Event> events() {
    return client.v1().events().inNamespace("team").list().getItems();
  }

  private static CacheBenchmark benchmark(String name) {
    var benchmark = new CacheBenchmark();
    benchmark.setMetadata(
        new ObjectMetaBuilder()
            .withName(name)
            .withNamespace("team")
            .withUid("uid-of-" + name)
            .build());
    return benchmark;
  }
}
