package dev.laptimer.runner;

import dev.laptimer.plan.Plan;
import dev.laptimer.result.Reason;
import dev.laptimer.result.ResultDocument.Failure;
import dev.laptimer.runner.trial.Share;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Who makes the trials: processes of this container, and agents in other containers and pods, by
 * the plan.
 */
final class Crew implements AutoCloseable {

  private static final long NANOS_BETWEEN_CALLS = TimeUnit.MILLISECONDS.toNanos(300);

  private final Plan plan;
  private final String token;
  private final Map<Place, AgentConnection> agents = new TreeMap<>();

  /**
   * Where an agent is.
   *
   * @param pod number of its pod, from 0
   * @param image 0 for the runner's own, else the place in the plan's list, from 1
   */
  private record Place(int pod, int image) implements Comparable<Place> {

    @Override
    public int compareTo(Place other) {
      return pod == other.pod
          ? Integer.compare(image, other.image)
          : Integer.compare(pod, other.pod);
    }
  }

  /**
   * @param token that agents ask for; null where there are none
   */
  Crew(Plan plan, String token) {
    this.plan = plan;
    this.token = token;
  }

  /**
   * Waits until all agents are there.
   *
   * @param nanos how long
   */
  Optional<Failure> assemble(long nanos, BooleanSupplier stopped) {
    long end = System.nanoTime() + nanos;
    for (var place : places()) {
      var problem = call(place, end, stopped);
      if (problem.isPresent()) {
        return problem.map(words -> new Failure(Reason.RunnerPodLost.name(), words));
      }
    }
    return Optional.empty();
  }

  private List<Place> places() {
    var runners = plan.runners();
    if (runners == null || runners.hosts() == null) {
      return List.of();
    }
    return IntStream.range(0, runners.pods())
        .boxed()
        .flatMap(
            pod ->
                IntStream.rangeClosed(0, runners.images().size())
                    .mapToObj(image -> new Place(pod, image)))
        .filter(place -> place.pod() > 0 || place.image() > 0)
        .toList();
  }

  private Optional<String> call(Place place, long end, BooleanSupplier stopped) {
    var name = name(place);
    while (true) {
      try {
        var host = plan.runners().hosts().get(place.pod());
        int port = plan.runners().firstPort() + place.image();
        agents.put(place, AgentConnection.open(name, host, port, token));
        return Optional.empty();
      } catch (IOException e) {
        if (stopped.getAsBoolean() || System.nanoTime() - end >= 0) {
          return Optional.of(
              "%s does not answer within startTimeoutSeconds (%d): %s"
                  .formatted(name, plan.startTimeoutSeconds(), e.getMessage()));
        }
        LockSupport.parkNanos(NANOS_BETWEEN_CALLS);
      }
    }
  }

  private String name(Place place) {
    var pod = "runner pod " + place.pod();
    return place.image() == 0
        ? pod
        : "the container with image '%s' of %s"
            .formatted(plan.runners().images().get(place.image() - 1), pod);
  }

  /** Begins a trial. */
  SharedTrial start(Plan.Trial trial) {
    int pods = plan.runners() == null ? 1 : plan.runners().pods();
    var arm = plan.arm(trial.arm());
    int image =
        arm.image() == null || agents.isEmpty()
            ? 0
            : plan.runners().images().indexOf(arm.image()) + 1;
    var parts = new ArrayList<TrialPart>();
    for (int pod = 0; pod < pods; pod++) {
      var share = new Share(pod, pods);
      var agent = agents.get(new Place(pod, image));
      parts.add(
          agent == null
              ? TrialProcess.start(plan, trial, share)
              : agent.start(trial.index(), share));
    }
    return new SharedTrial(parts);
  }

  @Override
  public void close() {
    agents.values().forEach(AgentConnection::close);
  }
}
