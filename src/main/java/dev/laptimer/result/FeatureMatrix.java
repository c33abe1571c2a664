package dev.laptimer.result;

import dev.laptimer.plan.Plan;
import dev.laptimer.result.Feature.Answer;
import dev.laptimer.result.Feature.Name;
import dev.laptimer.result.ResultDocument.Preflight;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the server of each target can do, as far as it says so itself. Pure.
 *
 * @param targets with what was found out, in the order of the tables
 */
public record FeatureMatrix(Map<String, List<Feature>> targets) {

  /** Each target once, though it may be several arms. */
  public static FeatureMatrix of(ResultDocument document) {
    var targets = new LinkedHashMap<String, List<Feature>>();
    for (var arm : document.plan().arms()) {
      features(document, arm).ifPresent(features -> targets.putIfAbsent(arm.target(), features));
    }
    return new FeatureMatrix(targets);
  }

  static Optional<List<Feature>> features(ResultDocument document, Plan.Arm arm) {
    return document.preflights().stream()
        .filter(preflight -> preflight.arm().equals(arm.name()))
        .map(Preflight::features)
        .filter(features -> features != null && !features.isEmpty())
        .findFirst();
  }

  /** For the status: by the feature's name as fields are named; what is not known is left out. */
  static Map<String, String> words(List<Feature> features) {
    return features.stream()
        .filter(feature -> feature.name() != null && feature.answer() != Answer.Unknown)
        .collect(
            Collectors.toMap(
                feature -> fieldName(feature.name()),
                Feature::cell,
                (first, second) -> first,
                LinkedHashMap::new));
  }

  private static String fieldName(Name name) {
    return Character.toLowerCase(name.name().charAt(0)) + name.name().substring(1);
  }

  /** A row for each feature, with its name and a cell for each target. */
  public List<List<String>> rows(List<String> columns) {
    return Arrays.stream(Name.values())
        .map(
            name ->
                Stream.concat(
                        Stream.of(name.words()), columns.stream().map(target -> cell(target, name)))
                    .toList())
        .toList();
  }

  private String cell(String target, Name name) {
    return targets.get(target).stream()
        .filter(feature -> feature.name() == name)
        .map(Feature::cell)
        .findFirst()
        .orElse("unknown");
  }

  /** For a terminal; empty if nothing was found out. */
  String text() {
    if (targets.isEmpty()) {
      return "";
    }
    var names = List.copyOf(targets.keySet());
    var header = Stream.concat(Stream.of("feature"), names.stream()).toList();
    return "What the servers can do, as far as they say so themselves:\n"
        + new TextTable(header, rows(names)).render(Tables.WIDTH);
  }
}
