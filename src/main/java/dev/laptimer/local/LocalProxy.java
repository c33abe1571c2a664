package dev.laptimer.local;

import dev.laptimer.api.DbBalance;
import dev.laptimer.engine.galera.ProxyConfig;
import dev.laptimer.plan.Planner.Address;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** HAProxy in front of the members, with the configuration that its pod has. */
record LocalProxy(LocalServer server) {

  private static final String ADDRESS = "127.0.0.1";

  /**
   * Starts it on free ports.
   *
   * @param program where HAProxy is
   * @param balance null for the default
   * @param folder for what it writes
   */
  static LocalProxy start(
      Path program, DbBalance balance, List<ProxyConfig.Server> members, Path folder, Path log)
      throws IOException {
    var address = new Address(ADDRESS, LoopbackPorts.free(ADDRESS));
    var health = ADDRESS + ":" + LoopbackPorts.free(ADDRESS);
    var run = Files.createDirectories(folder.resolve("proxy"));
    var peers = LoopbackPorts.free(ADDRESS);
    var text =
        new ProxyConfig(
                balance == null ? DbBalance.RoundRobin : balance,
                members,
                new ProxyConfig.Place(
                    address.host() + ":" + address.port(), health, run.toString()),
                null)
            .text()
            .replace("@PEERS@", "    peer local %s:%d".formatted(ADDRESS, peers));
    var config = Files.writeString(run.resolve("haproxy.cfg"), text);
    return new LocalProxy(
        LocalServer.start(
            "the proxy",
            List.of(program.toString(), "-db", "-L", "local", "-f", config.toString()),
            address,
            run,
            log));
  }
}
