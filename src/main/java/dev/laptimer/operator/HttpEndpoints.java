package dev.laptimer.operator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * /healthz says that the process answers, /readyz that it sees the cluster, /metrics what it did.
 */
final class HttpEndpoints implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService executor =
      Executors.newFixedThreadPool(
          2,
          task -> {
            var thread = new Thread(task, "http");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Listens.
   *
   * @param port TCP port; 0 takes a free one
   */
  HttpEndpoints(int port, BooleanSupplier ready, Supplier<String> metrics) throws IOException {
    server = HttpServer.create(new InetSocketAddress(port), 0);
    server.setExecutor(executor);
    server.createContext("/healthz", exchange -> answer(exchange, 200, "ok\n"));
    server.createContext(
        "/readyz",
        exchange -> {
          boolean isReady = ready.getAsBoolean();
          answer(exchange, isReady ? 200 : 503, isReady ? "ok\n" : "starting\n");
        });
    server.createContext("/metrics", exchange -> answer(exchange, 200, metrics.get()));
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  private static void answer(HttpExchange exchange, int code, String text) throws IOException {
    try (exchange) {
      var bytes = text.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
      exchange.sendResponseHeaders(code, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }
}
