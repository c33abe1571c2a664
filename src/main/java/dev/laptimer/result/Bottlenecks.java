package dev.laptimer.result;

import dev.laptimer.api.Bottleneck;
import dev.laptimer.result.ResultDocument.PhaseResult;
import dev.laptimer.result.ResultDocument.Signals;
import dev.laptimer.result.ResultDocument.Window;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What kept an arm from more operations per second in the compared phase. Looked at in this order:
 * the server's CPU, the client's busiest thread, and the bare round trip. In a closed loop
 * something always is at its end; that is no fault, but has to be known when the figures are read.
 */
final class Bottlenecks {

  private static final double BUSY_SERVER = 0.8;
  private static final double BUSY_THREAD = 0.9;

  /** The way is the bottleneck while an operation takes at most so many bare round trips. */
  private static final double WAY_SHARE = 0.5;

  private Bottlenecks() {}

  static Bottleneck of(Measured measured, String arm) {
    var phases = measured.phases(arm, measured.phase().name());
    if (phases.isEmpty()) {
      return Bottleneck.Unknown;
    }
    if (phases.stream().allMatch(p -> p.openLoop() != null && !p.openLoop().overloaded())) {
      return Bottleneck.Rate;
    }
    if (ServerCosts.cores(measured.trials(arm)).orElse(0)
        >= BUSY_SERVER * serverThreads(measured, arm)) {
      return Bottleneck.Server;
    }
    if (hottestThread(phases).orElse(0) >= BUSY_THREAD) {
      return Bottleneck.Client;
    }
    double p50Micros = Measured.median(phases, PhaseResult::p50Nanos) / 1000;
    return NetworkFloors.of(measured.document(), arm)
        .filter(floor -> measured.workload(arm).pipelineDepth() == 1)
        .filter(floor -> floor.pingP50Micros() >= WAY_SHARE * p50Micros)
        .map(floor -> Bottleneck.Network)
        .orElse(Bottleneck.Unknown);
  }

  /** Redis does commands in one thread; Memcached has several, each connection in one of them. */
  private static int serverThreads(Measured measured, String arm) {
    return measured.document().preflights().stream()
        .filter(preflight -> preflight.arm().equals(arm) && preflight.serverSettings() != null)
        .map(preflight -> preflight.serverSettings().get("num_threads"))
        .filter(Objects::nonNull)
        .findFirst()
        .map(threads -> Math.min(Integer.parseInt(threads), measured.workload(arm).connections()))
        .orElse(1);
  }

  /** Share of a core that the busiest thread of the client used. */
  static OptionalDouble hottestThread(List<PhaseResult> phases) {
    var windows =
        phases.stream()
            .map(PhaseResult::window)
            .filter(Objects::nonNull)
            .filter(window -> window.wallNanos() > 0)
            .filter(window -> nanos(window) != null)
            .toList();
    return windows.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            Measured.median(windows, window -> (double) nanos(window) / window.wallNanos()));
  }

  private static Long nanos(Window window) {
    return Optional.ofNullable(window.signals()).map(Signals::hottestThreadNanos).orElse(null);
  }
}
