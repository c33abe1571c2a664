package dev.laptimer.plan;

import dev.laptimer.api.ArmSpec;
import dev.laptimer.api.CacheBenchmarkSpec;
import dev.laptimer.api.CacheBenchmarkSpec.Workload;
import dev.laptimer.api.ClientName;
import dev.laptimer.api.Variant;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What must hold of targets under variants. For targets alone the rules of the CRD say the same; of
 * what a variant makes of a target they cannot. Pure.
 */
final class VariantRules {

  private static final int MAX_ARMS = 16;
  private static final long MAX_BYTES_ON_THEIR_WAY = 256L << 20;
  private static final int LETTERS = 26;

  private VariantRules() {}

  /** The first rule that is broken, in words; empty if none is, or if there are no variants. */
  static Optional<String> problem(CacheBenchmarkSpec spec) {
    if (spec.variants() == null) {
      return Optional.empty();
    }
    return Stream.of(
            spec.variants().stream().map(variant -> unused(spec, variant)),
            spec.targets().stream().map(target -> unmeasured(spec, target)),
            Stream.<Supplier<Optional<String>>>of(() -> tooMany(spec), () -> reference(spec))
                .map(Supplier::get),
            spec.arms().stream().map(VariantRules::client),
            spec.arms().stream().map(arm -> workload(arm, spec.workloadOrDefault())))
        .flatMap(problems -> problems)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> unused(CacheBenchmarkSpec spec, Variant variant) {
    return spec.targets().stream().anyMatch(variant::fits)
        ? Optional.empty()
        : Optional.of(
            "variant '%s' fits none of `targets`: %s"
                .formatted(
                    variant.name(),
                    variant.protocol() != null
                        ? "`protocol` is for Memcached with Spymemcached or Xmemcached only"
                        : "its client %s does not talk to their engines"
                            .formatted(variant.client())));
  }

  private static Optional<String> unmeasured(
      CacheBenchmarkSpec spec, CacheBenchmarkSpec.Target target) {
    return spec.variants().stream().anyMatch(variant -> variant.fits(target))
        ? Optional.empty()
        : Optional.of(
            "none of `variants` fits target '%s': their clients do not talk to %s"
                .formatted(target.name(), target.engine()));
  }

  private static Optional<String> tooMany(CacheBenchmarkSpec spec) {
    int arms = spec.arms().size();
    return arms <= MAX_ARMS
        ? Optional.empty()
        : Optional.of(
            "`targets` under `variants` must be at most %d, they are %d".formatted(MAX_ARMS, arms));
  }

  private static Optional<String> reference(CacheBenchmarkSpec spec) {
    var reference = spec.referenceOrDefault();
    var names = spec.arms().stream().map(ArmSpec::name).toList();
    return names.contains(reference)
        ? Optional.empty()
        : Optional.of(
            "`comparison.reference` must be one of %s, not '%s'"
                .formatted(
                    names.stream().map(name -> "'" + name + "'").collect(Collectors.joining(", ")),
                    reference));
  }

  private static Optional<String> client(ArmSpec arm) {
    var client = arm.client();
    var endpoint = arm.target().endpoint();
    if (arm.protocol() != null
        && (arm.variant().protocol() != null || arm.target().protocol() != null)
        && client == ClientName.Raw) {
      return problem(arm, "`protocol` may be chosen with Spymemcached or Xmemcached, not with Raw");
    }
    if (endpoint == null) {
      return Optional.empty();
    }
    if (endpoint.tls() != null && client == ClientName.Raw) {
      return problem(arm, "Raw speaks plain TCP only, the endpoint has `tls`");
    }
    return endpoint.auth() != null
            && ClientName.Spymemcached.talksTo(arm.target().engine())
            && client != ClientName.Spymemcached
        ? problem(arm, client + " does not log in to Memcached, the endpoint has `auth`")
        : Optional.empty();
  }

  private static Optional<String> workload(ArmSpec arm, Workload base) {
    var workload = arm.workload(base);
    int depth = workload.pipelineDepthOrDefault();
    if (depth > 1 && !arm.client().canPipeline()) {
      return problem(
          arm,
          "`pipelineDepth` of %d needs a client that can send several operations together: Jedis, Lettuce or Raw, not %s"
              .formatted(depth, arm.client()));
    }
    long bytes =
        (long) depth * workload.connectionsOrDefault() * workload.valueSizeBytesOrDefault();
    if (bytes > MAX_BYTES_ON_THEIR_WAY) {
      return problem(
          arm,
          "`connections` times `pipelineDepth` times `value.sizeBytes` must be at most %d (256 MiB), they are %d"
              .formatted(MAX_BYTES_ON_THEIR_WAY, bytes));
    }
    var keys = workload.keysOrDefault();
    return Math.pow(LETTERS, keys.lengthBytesOrDefault()) >= keys.countOrDefault()
        ? Optional.empty()
        : problem(
            arm,
            "%d letters do not make %d distinct keys"
                .formatted(keys.lengthBytesOrDefault(), keys.countOrDefault()));
  }

  private static Optional<String> problem(ArmSpec arm, String problem) {
    return Optional.of("'%s': %s".formatted(arm.name(), problem));
  }
}
