package dev.laptimer.operator.run;

import dev.laptimer.api.BenchmarkSpec;
import dev.laptimer.api.BenchmarkStatus;
import dev.laptimer.api.BenchmarkStatus.RunStatus;
import dev.laptimer.plan.Plan;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * A benchmark as the machine sees it, whatever its kind: computed from the resource alone, and from
 * what the operator was told and saw. Pure.
 *
 * @param resource that asks for it and owns all that is made for it
 * @param objectPrefix what the names of a run's objects begin with
 * @param spec null if the resource has none, or none any more
 * @param problem what makes the spec impossible; null for nothing. Then only {@code resource},
 *     {@code objectPrefix} and {@code status} are of use
 * @param hash of that part of the spec that a run depends on; another one asks for another run
 * @param status as it was written last; null for none
 * @param servers that are deployed for each run, and go with it
 * @param secrets that the runner reads
 * @param plan of a run
 * @param runner its image and who may pull it
 * @param cluster what is measured and was there before; null for none
 */
public record Benchmark(
    Resource resource,
    String objectPrefix,
    BenchmarkSpec spec,
    String problem,
    String hash,
    BenchmarkStatus status,
    List<OwnServer> servers,
    List<MountedSecret> secrets,
    Function<RunStatus, Plan> plan,
    RunnerImage runner,
    MeasuredCluster cluster) {

  /** The resource that asks for a benchmark. */
  public record Resource(String apiVersion, String kind, ObjectMeta metadata) {

    public static Resource of(HasMetadata resource) {
      return new Resource(resource.getApiVersion(), resource.getKind(), resource.getMetadata());
    }

    String name() {
      return metadata.getName();
    }

    String namespace() {
      return metadata.getNamespace();
    }

    String uid() {
      return metadata.getUid();
    }

    boolean isBeingDeleted() {
      return metadata.getDeletionTimestamp() != null;
    }
  }

  /**
   * A server of a run's own.
   *
   * @param target that it is deployed for
   * @param objects Service and StatefulSet, made from the metadata that they share
   */
  public record OwnServer(String target, Function<ObjectMeta, List<HasMetadata>> objects) {}

  /**
   * A Secret of which the runner sees some keys as files.
   *
   * @param keys without which it does not start
   * @param optionalKeys that may be absent
   */
  public record MountedSecret(String name, List<String> keys, List<String> optionalKeys) {}

  /**
   * What the runner's pod is made from.
   *
   * @param image unless the spec names another
   * @param pullSecrets names of the Secrets that pull images
   */
  public record RunnerImage(String image, List<String> pullSecrets) {}

  /**
   * A cluster that is there without the benchmark and stays after it.
   *
   * @param hold why it cannot be measured now; null if it can
   * @param form hash of all that makes it this cluster; when it changes, a run in progress no
   *     longer measures one thing
   * @param podLabels that its pods have, from whose nodes the runner keeps away
   * @param members by the names that the plan gives them; those that have no pod are absent
   */
  public record MeasuredCluster(
      Hold hold, String form, Map<String, String> podLabels, Map<String, Member> members) {}

  /**
   * Why nothing can begin yet.
   *
   * @param reason CamelCase
   */
  public record Hold(String reason, String message) {}

  /**
   * A member's pod.
   *
   * @param node that it runs on; null for none yet
   * @param terminating true if it is on its way out
   */
  public record Member(String podUid, String node, boolean terminating) {}

  /** True if the resource does not ask for a benchmark, or does so no longer. */
  boolean isUnwanted() {
    return spec == null && problem == null;
  }

  long generation() {
    return resource.metadata().getGeneration();
  }

  /** Hash of the measured cluster's form; null without one. */
  String form() {
    return cluster == null ? null : cluster.form();
  }

  /** True if an object was made for what is another cluster by now. */
  boolean isOfAnotherForm(HasMetadata object) {
    var form = Labels.form(object);
    return form != null && !Objects.equals(form, form());
  }
}
