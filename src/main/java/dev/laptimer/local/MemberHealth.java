package dev.laptimer.local;

import com.sun.net.httpserver.HttpServer;
import dev.laptimer.runner.failover.MemberProbe;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Says over HTTP whether a member serves, as it is said in a pod: 200 if it does, 404 if it stops
 * soon and must get no new connections, 503 otherwise. The member is asked at every request.
 */
final class MemberHealth implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          work -> {
            var daemon = new Thread(work, "member-health");
            daemon.setDaemon(true);
            return daemon;
          });
  private final MemberProbe probe;
  private volatile boolean draining;

  private MemberHealth(HttpServer server, MemberProbe probe) {
    this.server = server;
    this.probe = probe;
  }

  /** On a free port of a loopback address, from now on. */
  static MemberHealth serve(String address, MemberProbe probe) throws IOException {
    var server = HttpServer.create(new InetSocketAddress(address, 0), 0);
    var health = new MemberHealth(server, probe);
    server.setExecutor(health.thread);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            int status = health.status();
            var body = Integer.toString(status).getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    server.start();
    return health;
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Whether the member is about to stop. */
  void draining(boolean soon) {
    draining = soon;
  }

  private int status() {
    if (draining) {
      return 404;
    }
    return probe.ask().serves() ? 200 : 503;
  }

  @Override
  public void close() {
    server.stop(0);
    thread.shutdownNow();
    probe.close();
  }
}
