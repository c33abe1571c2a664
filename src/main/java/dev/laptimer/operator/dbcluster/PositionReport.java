package dev.laptimer.operator.dbcluster;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.laptimer.api.Documents;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * What {@code prepare.sh} found on a member's volume, from its termination message.
 *
 * @param epoch the token of the epoch in which it looked
 * @param uuid identity of the data; all zeros for an empty volume
 * @param seqno number of the last write; -1 for none
 * @param safe 1 if Galera noted that no other member can be ahead
 * @param error why the volume could not be read; null if it could
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record PositionReport(String epoch, String uuid, Long seqno, Integer safe, String error) {

  static Optional<PositionReport> parse(String message) {
    if (message == null || !message.startsWith("{")) {
      return Optional.empty();
    }
    try {
      return Optional.of(Documents.fromJson(message, PositionReport.class));
    } catch (UncheckedIOException e) {
      return Optional.empty();
    }
  }

  /** True if there is data of the cluster, of which a member may take part in a recovery. */
  boolean hasData(String clusterUuid) {
    return error == null && clusterUuid.equals(uuid) && seqno != null && seqno >= 0;
  }
}
