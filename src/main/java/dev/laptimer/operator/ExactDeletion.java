package dev.laptimer.operator;

import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes one pod and never another that has taken its name since. */
public final class ExactDeletion {

  private static final Logger LOG = LoggerFactory.getLogger(ExactDeletion.class);

  private ExactDeletion() {}

  /**
   * Who comes too late does nothing.
   *
   * @param graceSeconds that the pod gets to stop; null for what it asks for itself
   */
  public static void of(
      KubernetesClient client, String namespace, String pod, String uid, Integer graceSeconds) {
    var options =
        new DeleteOptionsBuilder()
            .withApiVersion("v1")
            .withKind("DeleteOptions")
            .withGracePeriodSeconds(graceSeconds == null ? null : graceSeconds.longValue())
            .withNewPreconditions()
            .withUid(uid)
            .endPreconditions()
            .build();
    try {
      client.raw("/api/v1/namespaces/%s/pods/%s".formatted(namespace, pod), "DELETE", options);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT
          && e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
        throw e;
      }
      LOG.info("Pod {}/{} of UID {} was gone by then", namespace, pod, uid, e);
    }
  }
}
