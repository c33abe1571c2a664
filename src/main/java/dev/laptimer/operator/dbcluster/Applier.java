package dev.laptimer.operator.dbcluster;

import dev.laptimer.api.Documents;
import dev.laptimer.operator.Hashes;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Brings objects into their wanted form: when that changes, and now and then, so that what somebody
 * else changed is changed back. Never touches an object that is not the owner's.
 */
final class Applier {

  private static final Duration AGAIN = Duration.ofMinutes(1);

  private final KubernetesClient client;
  private final String fieldManager;
  private final Map<String, Applied> applied = new ConcurrentHashMap<>();

  private record Applied(String hash, Instant time) {}

  Applier(KubernetesClient client, String fieldManager) {
    this.client = client;
    this.fieldManager = fieldManager;
  }

  /** An object of this name is there and belongs to somebody else. */
  static final class NameTakenException extends RuntimeException {

    private static final long serialVersionUID = 1;

    NameTakenException(HasMetadata object) {
      super(
          "%s %s is there already and is not this cluster's; rename or delete it"
              .formatted(object.getKind(), object.getMetadata().getName()));
    }
  }

  void apply(HasMetadata wanted, String ownerUid, Instant now) {
    var key =
        "%s %s/%s %s"
            .formatted(
                wanted.getKind(),
                wanted.getMetadata().getNamespace(),
                wanted.getMetadata().getName(),
                ownerUid);
    var hash = Hashes.sha256(Documents.toJson(wanted));
    var before = applied.get(key);
    if (before != null && before.hash().equals(hash) && before.time().plus(AGAIN).isAfter(now)) {
      return;
    }
    var there = client.resource(wanted).get();
    if (there != null && !Observer.isOwnedBy(there, ownerUid)) {
      throw new NameTakenException(there);
    }
    client
        .resource(wanted)
        .patch(
            new PatchContext.Builder()
                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                .withFieldManager(fieldManager)
                .withForce(true)
                .build());
    applied.put(key, new Applied(hash, now));
  }

  /** Makes a Secret unless there is one: what is in it is never written again. */
  void createOnce(Secret secret) {
    try {
      client.resource(secret).create();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw e;
      }
    }
  }
}
