package dev.laptimer.runner.failover;

import dev.laptimer.client.sql.Connector;
import dev.laptimer.plan.Plan;
import dev.laptimer.runner.failover.Observed.Change;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Asks every member, straight and each in a thread of its own, how it is. */
final class MembersWatch implements AutoCloseable {

  private static final int PERIOD_MILLIS = 100;

  /** A member that takes longer counts as one that does not answer. */
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final ScheduledExecutorService threads;
  private final List<MemberProbe> probes;
  private final Map<String, MemberState> states = new LinkedHashMap<>();
  private final int members;
  private List<Change> changes = new ArrayList<>();
  private boolean broken;
  private long markNanos = System.nanoTime();

  private MembersWatch(List<MemberProbe> probes) {
    this.probes = probes;
    this.members = probes.size();
    this.threads =
        Executors.newScheduledThreadPool(
            members,
            work -> {
              var daemon = new Thread(work, "member-watch");
              daemon.setDaemon(true);
              return daemon;
            });
  }

  /**
   * Starts to ask.
   *
   * @param connector whose driver and login are used
   */
  static MembersWatch start(List<Plan.Member> members, Connector connector) {
    var watch =
        new MembersWatch(
            members.stream()
                .map(member -> new MemberProbe(connector.to(member).within(TIMEOUT)))
                .toList());
    for (int i = 0; i < members.size(); i++) {
      var name = members.get(i).name();
      var probe = watch.probes.get(i);
      watch.threads.scheduleAtFixedRate(
          () -> {
            long asked = System.nanoTime();
            watch.seen(name, asked, probe.ask());
          },
          0,
          PERIOD_MILLIS,
          TimeUnit.MILLISECONDS);
    }
    return watch;
  }

  private synchronized void seen(String member, long asked, MemberState state) {
    if (!state.equals(states.put(member, state))) {
      // A question from before the mark belongs to what is seen since
      changes.add(new Change(Math.max(asked, markNanos), member, state));
    }
    broken |= !isFull();
  }

  /** Forgets what was; what each member is now is the begin of the changes. */
  synchronized void mark() {
    markNanos = System.nanoTime();
    changes =
        states.entrySet().stream()
            .map(entry -> new Change(markNanos, entry.getKey(), entry.getValue()))
            .collect(Collectors.toCollection(ArrayList::new));
    broken = !isFull();
  }

  /** Every member is synced and counts all the others. */
  synchronized boolean isFull() {
    return states.size() == members
        && states.values().stream().allMatch(state -> state.isSynced() && state.size() == members);
  }

  /** True if that was not so at any time since {@link #mark()}. */
  synchronized boolean wasBroken() {
    return broken;
  }

  /** Changes since {@link #mark()}, in the order of the questions. */
  synchronized List<Change> changes() {
    return changes.stream().sorted(Comparator.comparingLong(Change::atNanos)).toList();
  }

  /** What each member is, in words. */
  synchronized String text() {
    return states.entrySet().stream()
        .map(
            entry ->
                "%s: %s, counts %d"
                    .formatted(entry.getKey(), entry.getValue().state(), entry.getValue().size()))
        .collect(Collectors.joining("; "));
  }

  @Override
  public void close() {
    threads.shutdownNow();
    boolean interrupted = false;
    try {
      threads.awaitTermination(2 * TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    probes.forEach(MemberProbe::close);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
