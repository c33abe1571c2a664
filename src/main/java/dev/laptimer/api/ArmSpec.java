package dev.laptimer.api;

import dev.laptimer.api.CacheBenchmarkSpec.Expiry;
import dev.laptimer.api.CacheBenchmarkSpec.Keys;
import dev.laptimer.api.CacheBenchmarkSpec.Target;
import dev.laptimer.api.CacheBenchmarkSpec.Workload;
import java.util.List;

/**
 * What is compared with what: a target under one of its variants.
 *
 * @param variant null where the spec has none
 */
public record ArmSpec(Target target, Variant variant) {

  /** Every target under every variant that fits it, target by target. */
  static List<ArmSpec> of(List<Target> targets, List<Variant> variants) {
    if (variants == null) {
      return targets.stream().map(target -> new ArmSpec(target, null)).toList();
    }
    return targets.stream()
        .flatMap(
            target ->
                variants.stream()
                    .filter(variant -> variant.fits(target))
                    .map(variant -> new ArmSpec(target, variant)))
        .toList();
  }

  public String name() {
    return variant == null ? target.name() : target.name() + "/" + variant.name();
  }

  public ClientName client() {
    return variant == null || variant.client() == null
        ? target.clientOrDefault()
        : variant.client();
  }

  /** For Memcached; null for engines whose clients have no choice. */
  public WireProtocol protocol() {
    return variant == null || variant.protocol() == null
        ? target.protocolOrDefault()
        : variant.protocol();
  }

  /** The workload with what the variant changes. */
  public Workload workload(Workload base) {
    if (variant == null) {
      return base;
    }
    return new Workload(
        keys(base.keys(), variant.keys()),
        variant.value() == null ? base.value() : variant.value(),
        expiry(base.expiry(), variant.expiry()),
        variant.connections() == null ? base.connections() : variant.connections(),
        variant.pipelineDepth() == null ? base.pipelineDepth() : variant.pipelineDepth(),
        base.phases(),
        base.warmUp(),
        variant.readPercent() == null ? base.readPercent() : variant.readPercent());
  }

  private static Keys keys(Keys base, Keys changed) {
    if (base == null || changed == null) {
      return changed == null ? base : changed;
    }
    return new Keys(
        changed.count() == null ? base.count() : changed.count(),
        changed.lengthBytes() == null && changed.form() == null
            ? base.lengthBytes()
            : changed.lengthBytes(),
        changed.order() == null ? base.order() : changed.order(),
        // A length is one of letters
        changed.form() == null && changed.lengthBytes() == null ? base.form() : changed.form());
  }

  private static Expiry expiry(Expiry base, Expiry changed) {
    if (base == null || changed == null) {
      return changed == null ? base : changed;
    }
    return new Expiry(
        changed.seconds() == null ? base.seconds() : changed.seconds(),
        changed.method() == null ? base.method() : changed.method());
  }
}
