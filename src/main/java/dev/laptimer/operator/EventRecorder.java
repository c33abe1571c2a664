package dev.laptimer.operator;

import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Emits Kubernetes events. An equal event counts up the one that is there, and of a thousand equal
 * ones some ten are written; an event that cannot be written is forgotten, never an error.
 */
public final class EventRecorder {

  private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
  private static final String COMPONENT = "laptimer";
  private static final int MAX_MESSAGE = 1024;
  private static final int MAX_NAME = 253;
  private static final int MAX_KEYS = 1000;

  private final KubernetesClient client;
  private final Clock clock;
  private final Map<Key, Series> recent =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Series> eldest) {
          return size() > MAX_KEYS;
        }
      };

  private record Key(String uid, String reason, String message) {}

  private record Series(String name, String firstTimestamp, int count) {}

  public EventRecorder(KubernetesClient client, Clock clock) {
    this.client = client;
    this.clock = clock;
  }

  /**
   * Emits an event about an object.
   *
   * @param warning true only for what somebody must act on
   * @param reason CamelCase
   */
  public void record(HasMetadata about, boolean warning, String reason, String message) {
    var text =
        message.length() <= MAX_MESSAGE ? message : message.substring(0, MAX_MESSAGE - 1) + "…";
    var now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    var series = next(about, reason, text, now);
    if (Integer.bitCount(series.count()) > 1) {
      return;
    }
    var metadata = about.getMetadata();
    var event =
        new EventBuilder()
            .withNewMetadata()
            .withName(series.name())
            .withNamespace(metadata.getNamespace())
            .endMetadata()
            .withNewInvolvedObject()
            .withApiVersion(about.getApiVersion())
            .withKind(about.getKind())
            .withNamespace(metadata.getNamespace())
            .withName(metadata.getName())
            .withUid(metadata.getUid())
            .endInvolvedObject()
            .withType(warning ? "Warning" : "Normal")
            .withReason(reason)
            .withMessage(text)
            .withNewSource()
            .withComponent(COMPONENT)
            .endSource()
            .withReportingComponent(COMPONENT)
            .withReportingInstance(COMPONENT)
            .withFirstTimestamp(series.firstTimestamp())
            .withLastTimestamp(now)
            .withCount(series.count())
            .build();
    try {
      client
          .resource(event)
          .patch(
              new PatchContext.Builder()
                  .withPatchType(PatchType.SERVER_SIDE_APPLY)
                  .withFieldManager(COMPONENT)
                  .withForce(true)
                  .build());
    } catch (KubernetesClientException e) {
      LOG.debug("Event {} could not be written", reason, e);
    }
  }

  private synchronized Series next(HasMetadata about, String reason, String text, String now) {
    var prefix = about.getMetadata().getName();
    var suffix = "." + UUID.randomUUID();
    return recent.merge(
        new Key(about.getMetadata().getUid(), reason, text),
        new Series(
            prefix.substring(0, Math.min(prefix.length(), MAX_NAME - suffix.length())) + suffix,
            now,
            1),
        (old, any) -> new Series(old.name(), old.firstTimestamp(), old.count() + 1));
  }
}
