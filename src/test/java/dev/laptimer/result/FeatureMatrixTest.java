package dev.laptimer.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.laptimer.result.Feature.Answer;
import dev.laptimer.result.Feature.Name;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FeatureMatrixTest {

  private static final List<Feature> FEATURES =
      List.of(
          Feature.yes(Name.TimeToLive, "milliseconds", "COMMAND INFO pexpire: known"),
          Feature.of(Name.Persistence, Answer.Off, "INFO: aof_enabled 0; CONFIG: save (empty)"),
          Feature.of(Name.Transactions, Answer.Unknown, "COMMAND INFO multi: refused"));

  @Test
  void aTableHasARowForEveryFeatureAndAColumnForEveryTarget() {
    var targets = new LinkedHashMap<String, List<Feature>>();
    targets.put("redis", FEATURES);
    targets.put("silent", List.of());

    assertThat(new FeatureMatrix(targets).text())
        .isEqualTo(
            """
            What the servers can do, as far as they say so themselves:
            feature                    redis   silent
            time to live   yes, milliseconds  unknown
            persistence                  off  unknown
            replication              unknown  unknown
            clustering               unknown  unknown
            transactions             unknown  unknown
            eviction                 unknown  unknown
            largest value            unknown  unknown
            pipelining               unknown  unknown
            TLS                      unknown  unknown
            login                    unknown  unknown
            """);
  }

  @Test
  void nothingIsSaidWhereNothingWasAsked() {
    assertThat(new FeatureMatrix(new LinkedHashMap<>()).text()).isEmpty();
  }

  @Test
  void theStatusNamesThemAsFieldsAndLeavesOutWhatIsNotKnown() {
    assertThat(FeatureMatrix.words(FEATURES))
        .isEqualTo(Map.of("timeToLive", "yes, milliseconds", "persistence", "off"));
  }
}
