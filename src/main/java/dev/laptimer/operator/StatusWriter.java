package dev.laptimer.operator;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.net.HttpURLConnection;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes statuses by server-side apply, so that nothing else of a resource is touched. */
public final class StatusWriter {

  /** Field manager of all that the operator writes. */
  public static final String FIELD_MANAGER = "laptimer";

  private static final Logger LOG = LoggerFactory.getLogger(StatusWriter.class);

  private final KubernetesClient client;

  public StatusWriter(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Writes the whole status, but only over the very version of the resource from which it was
   * computed. The operator's cache has it at once.
   *
   * @param empty makes a resource of the kind
   * @return false if the resource is another by now, or gone
   */
  public <S, R extends CustomResource<?, S>> boolean write(
      R resource, S status, Supplier<R> empty, Context<R> context) {
    var metadata = resource.getMetadata();
    var fresh = empty.get();
    fresh.setMetadata(
        new ObjectMetaBuilder()
            .withName(metadata.getName())
            .withNamespace(metadata.getNamespace())
            .withResourceVersion(metadata.getResourceVersion())
            .build());
    fresh.setStatus(status);
    R written;
    try {
      written =
          client
              .resource(fresh)
              .subresource("status")
              .patch(
                  new PatchContext.Builder()
                      .withPatchType(PatchType.SERVER_SIDE_APPLY)
                      .withFieldManager(FIELD_MANAGER)
                      .withForce(true)
                      .build());
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_CONFLICT
          || e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        LOG.debug("{} was changed or deleted in between", metadata.getName(), e);
        return false;
      }
      throw e;
    }
    context
        .eventSourceRetriever()
        .getControllerEventSource()
        .handleRecentResourceUpdate(ResourceID.fromResource(resource), written, resource);
    return true;
  }
}
