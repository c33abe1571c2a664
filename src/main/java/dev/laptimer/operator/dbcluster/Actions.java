package dev.laptimer.operator.dbcluster;

import dev.laptimer.operator.ExactDeletion;
import dev.laptimer.operator.dbcluster.Decision.Step.DeletePod;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps that must not be carried out on anything but what they were decided from: who comes too
 * late does nothing, and decides anew.
 */
final class Actions {

  private static final Logger LOG = LoggerFactory.getLogger(Actions.class);

  private final KubernetesClient client;

  Actions(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Writes the channel if it is still as it was when the decision was made: of two operators one
   * fails here.
   *
   * @param version of the ConfigMap that the decision was made from; null if there was none
   */
  void writeChannel(ConfigMap channel, String version) {
    try {
      if (version == null) {
        client.resource(channel).create();
      } else {
        channel.getMetadata().setResourceVersion(version);
        client.resource(channel).update();
      }
    } catch (KubernetesClientException e) {
      ignore(e, HttpURLConnection.HTTP_CONFLICT);
    }
  }

  /** Deletes that pod, never one that has taken its place since. */
  void delete(Names names, DeletePod delete) {
    ExactDeletion.of(
        client,
        names.namespace(),
        names.member(delete.ordinal()),
        delete.podUid(),
        delete.graceSeconds());
  }

  private static void ignore(KubernetesClientException e, int... codes) {
    for (int code : codes) {
      if (e.getCode() == code) {
        LOG.info("Something else was there by then, the cluster is looked at anew", e);
        return;
      }
    }
    throw e;
  }
}
