package dev.laptimer.result;

import dev.laptimer.api.BenchmarkStatus.NetworkFloor;
import dev.laptimer.result.ResultDocument.Preflight;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/** The bare way to each server, as it was found before the first trial. */
public final class NetworkFloors {

  private NetworkFloors() {}

  /** Empty where the server did not answer. */
  public static Optional<NetworkFloor> of(ResultDocument document, String arm) {
    return document.preflights().stream()
        .filter(preflight -> preflight.arm().equals(arm) && preflight.pingP50Micros() != null)
        .findFirst()
        .map(NetworkFloors::floor);
  }

  private static NetworkFloor floor(Preflight preflight) {
    return new NetworkFloor(
        preflight.pingP50Micros(),
        preflight.pingP99Micros(),
        preflight.connectMicros(),
        preflight.tlsHandshakeMicros());
  }

  /**
   * In words, for instance "bare round trip 29 us (p99 80 us), connect 210 us".
   *
   * @param duration how microseconds are written
   */
  public static String words(NetworkFloor floor, LongFunction<String> duration) {
    var parts = new ArrayList<String>();
    parts.add(
        "bare round trip %s%s"
            .formatted(
                duration.apply(floor.pingP50Micros()),
                floor.pingP99Micros() == null
                    ? ""
                    : " (p99 %s)".formatted(duration.apply(floor.pingP99Micros()))));
    if (floor.connectMicros() != null) {
      parts.add("connect " + duration.apply(floor.connectMicros()));
    }
    if (floor.tlsHandshakeMicros() != null) {
      parts.add("TLS handshake " + duration.apply(floor.tlsHandshakeMicros()));
    }
    return String.join(", ", List.copyOf(parts));
  }
}
