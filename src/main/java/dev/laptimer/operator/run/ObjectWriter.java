package dev.laptimer.operator.run;

import dev.laptimer.operator.run.Benchmark.Resource;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Creates and deletes objects. They are created, not applied: what a run consists of never changes
 * while it goes on, and an object that happens to have the name and is not ours is never taken
 * over.
 */
final class ObjectWriter {

  private static final int UNPROCESSABLE = 422;

  private static final Set<Integer> FOR_GOOD =
      Set.of(
          HttpURLConnection.HTTP_BAD_REQUEST,
          HttpURLConnection.HTTP_ENTITY_TOO_LARGE,
          UNPROCESSABLE);

  private final KubernetesClient client;

  ObjectWriter(KubernetesClient client) {
    this.client = client;
  }

  /** Creates objects in their order, up to the first that is refused. */
  Optional<Refusal> create(Resource benchmark, List<HasMetadata> objects) {
    return objects.stream().flatMap(object -> create(benchmark, object).stream()).findFirst();
  }

  private Optional<Refusal> create(Resource benchmark, HasMetadata object) {
    try {
      client.resource(object).create();
      return Optional.empty();
    } catch (KubernetesClientException e) {
      var what = object.getKind() + " " + object.getMetadata().getName();
      if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
        return isOurs(benchmark, object)
            ? Optional.empty()
            : Optional.of(
                new Refusal(what, "there is one of that name that is not of this run", false));
      }
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN || FOR_GOOD.contains(e.getCode())) {
        return Optional.of(new Refusal(what, words(e), FOR_GOOD.contains(e.getCode())));
      }
      throw e;
    }
  }

  /** True if it was created already, and the caches only do not show it yet. */
  private boolean isOurs(Resource benchmark, HasMetadata object) {
    var there = client.resource(object).get();
    return there != null && Labels.isOf(there, benchmark);
  }

  void delete(List<HasMetadata> objects) {
    objects.forEach(
        object ->
            client.resource(object).withPropagationPolicy(DeletionPropagation.BACKGROUND).delete());
  }

  private static String words(KubernetesClientException e) {
    return e.getStatus() == null || e.getStatus().getMessage() == null
        ? e.getMessage()
        : e.getStatus().getMessage();
  }
}
