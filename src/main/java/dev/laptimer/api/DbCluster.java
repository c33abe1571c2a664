package dev.laptimer.api;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A database cluster that stays up: {@code kubectl get dbc}. */
@Group("laptimer.dev")
@Version("v1alpha1")
@ShortNames("dbc")
@Categories("benchmarks")
public class DbCluster extends CustomResource<DbClusterSpec, DbClusterStatus>
    implements Namespaced {

  @Override
  @Required
  public DbClusterSpec getSpec() {
    return super.getSpec();
  }

  /**
   * Until it is first reconciled its observed generation is -1, so that nobody takes it for ready.
   */
  @Override
  @Default("{\"observedGeneration\": -1}")
  public DbClusterStatus getStatus() {
    return super.getStatus();
  }
}
