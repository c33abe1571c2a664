package dev.laptimer.api;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** Caches put on the same track and timed: {@code kubectl get cbench}. */
@Group("laptimer.dev")
@Version("v1alpha1")
@ShortNames("cbench")
@Categories("benchmarks")
public class CacheBenchmark extends CustomResource<CacheBenchmarkSpec, BenchmarkStatus>
    implements Namespaced {

  @Override
  @Required
  public CacheBenchmarkSpec getSpec() {
    return super.getSpec();
  }

  /**
   * Until it is first reconciled its observed generation is -1, so that nobody takes it for ready.
   */
  @Override
  @Default("{\"observedGeneration\": -1}")
  public BenchmarkStatus getStatus() {
    return super.getStatus();
  }
}
