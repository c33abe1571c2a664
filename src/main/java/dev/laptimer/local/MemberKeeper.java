package dev.laptimer.local;

import dev.laptimer.engine.galera.ProxyConfig;
import dev.laptimer.runner.failover.MemberProbe;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Keeps the members of a cluster alive: starts again what died, as Kubernetes does with a pod.
 * Whatever is done to a member once it is watched is done in one thread, which also outlives every
 * process that it started: the kernel takes its end for that of the program.
 */
final class MemberKeeper implements AutoCloseable {

  private static final int LOOK_MILLIS = 50;

  /** So long the proxy is told before a member stops, as in a pod. */
  private static final int DRAIN_SECONDS = 4;

  /** After that a member that was asked to stop is killed. */
  private static final int STOP_SECONDS = 60;

  /** A member that dies again and again is started after this, each time longer. */
  private static final int MAX_BACK_OFF_SECONDS = 10;

  private final Consumer<String> say;
  private final Map<String, Kept> kept = new LinkedHashMap<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            var daemon = new Thread(work, "member-keeper");
            daemon.setDaemon(true);
            return daemon;
          });
  private String firstEnd;
  private boolean closed;

  /** A member and what it is now. */
  private static final class Kept {
    private final LocalMember member;
    private final boolean alone;
    private LocalServer server;
    private MemberHealth health;
    private boolean wanted;
    private int deaths;
    private long startNanos;

    private Kept(LocalMember member, LocalServer server, boolean alone) {
      this.member = member;
      this.server = server;
      this.alone = alone;
    }
  }

  MemberKeeper(Consumer<String> say) {
    this.say = say;
  }

  /**
   * Takes over a member that was started.
   *
   * @param alone the only one of its cluster, which begins anew from itself
   */
  synchronized void keep(LocalMember member, LocalServer server, boolean alone) {
    kept.put(member.name(), new Kept(member, server, alone));
  }

  synchronized boolean isEmpty() {
    return kept.isEmpty();
  }

  synchronized int count() {
    return kept.size();
  }

  synchronized LocalServer server(String name) {
    return kept.get(name).server;
  }

  /** From now on says over HTTP how a member is. */
  synchronized void serveHealth(LocalMember member, MemberProbe probe) throws IOException {
    kept.get(member.name()).health = MemberHealth.serve(member.address().host(), probe);
  }

  /** The members as a proxy is to see them. */
  synchronized List<ProxyConfig.Server> proxied() {
    return kept.values().stream()
        .map(
            one ->
                new ProxyConfig.Server(
                    one.member.name(),
                    one.member.address().host() + ":" + one.member.address().port(),
                    one.health.port()))
        .toList();
  }

  /** From now on starts again whoever dies. */
  void watch() {
    thread.scheduleWithFixedDelay(this::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Kills a member, soon. */
  void kill(String name) {
    thread.execute(
        () -> {
          synchronized (this) {
            var one = kept.get(name);
            one.wanted = true;
            one.server.kill();
          }
        });
  }

  /**
   * Asks a member to stop, soon.
   *
   * @param drain whether a proxy is to be told first, and given the time to notice
   */
  void stop(String name, boolean drain) {
    thread.execute(
        () -> {
          synchronized (this) {
            var one = kept.get(name);
            var server = one.server;
            one.wanted = true;
            if (drain) {
              one.health.draining(true);
            }
            thread.schedule(server.process()::destroy, drain ? DRAIN_SECONDS : 0, TimeUnit.SECONDS);
            thread.schedule(server::kill, STOP_SECONDS, TimeUnit.SECONDS);
          }
        });
  }

  /** How the first member ended that nobody wanted to. */
  synchronized Optional<String> firstEnd() {
    return Optional.ofNullable(firstEnd);
  }

  private synchronized void look() {
    for (var one : kept.values()) {
      if (!closed && one.server.hasEnded() && System.nanoTime() - one.startNanos >= 0) {
        startAgain(one);
      }
    }
  }

  private void startAgain(Kept one) {
    if (!one.wanted) {
      one.deaths++;
      if (firstEnd == null) {
        firstEnd = one.server.words("");
      }
      say.accept(one.server.words(""));
    }
    one.wanted = false;
    // What it had started may have outlived it
    one.server.kill();
    try {
      one.server = one.alone ? one.member.begin() : one.member.join();
    } catch (IOException | ServerFailedException e) {
      one.deaths++;
      say.accept("%s cannot be started again: %s".formatted(one.member.label(), e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (one.health != null) {
      one.health.draining(false);
    }
    one.startNanos =
        System.nanoTime() + TimeUnit.SECONDS.toNanos(Math.min(one.deaths, MAX_BACK_OFF_SECONDS));
  }

  /** Ends all members and the watching. */
  @Override
  public void close() {
    // A start that goes on in the thread holds the lock; what it started is killed after it
    synchronized (this) {
      closed = true;
      kept.values().forEach(one -> one.server.kill());
    }
    thread.shutdownNow();
    synchronized (this) {
      kept.values().stream().filter(one -> one.health != null).forEach(one -> one.health.close());
    }
  }
}
