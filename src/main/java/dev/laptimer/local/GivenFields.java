package dev.laptimer.local;

import dev.laptimer.api.BenchmarkSpec;
import java.util.ArrayList;
import java.util.List;

/** Collects the paths of fields that were given. */
final class GivenFields {

  private final List<String> paths = new ArrayList<>();

  GivenFields add(String path, Object value) {
    if (value != null) {
      paths.add(path);
    }
    return this;
  }

  /** The fields of a benchmark that concern the runner's pod. */
  GivenFields addRunner(String prefix, BenchmarkSpec spec) {
    var runner = spec.runnerOrDefault();
    return add(prefix + "runner.image", runner.image())
        .add(prefix + "runner.resources", runner.resources())
        .add(prefix + "runner.placement", runner.placement())
        .add(prefix + "runner.separation", runner.separation())
        .add(prefix + "suspend", spec.suspendOrDefault() ? true : null);
  }

  List<String> paths() {
    return List.copyOf(paths);
  }
}
