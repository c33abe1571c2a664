package dev.laptimer.engine.galera;

import dev.laptimer.api.DbBalance;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The configuration file of HAProxy. What only the place of its start knows stays in it as marks:
 * {@code @DOMAIN@} the cluster's domain, a line {@code @PEERS@} for the proxies that share the
 * writer, {@code @LOGIN@} of the statistics page.
 *
 * @param servers the members, in the order of their ordinals
 * @param statsRealm name that the statistics page gives when it asks for the login; null for no
 *     page
 */
public record ProxyConfig(DbBalance balance, List<Server> servers, Place place, String statsRealm) {

  /**
   * A member, as the proxy sees it.
   *
   * @param address host and port for clients
   * @param healthPort that says over HTTP whether it serves; null for 9200
   */
  public record Server(String name, String address, Integer healthPort) {}

  /**
   * Where the proxy listens and keeps its socket.
   *
   * @param bind address and port for clients
   * @param healthBind address and port that say whether the proxy has a member to lead to
   */
  public record Place(String bind, String healthBind, String runDir) {

    /** In a pod of its own. */
    public static final Place POD = new Place(":3306", ":8405", "/run/laptimer");
  }

  /** The file. */
  public String text() {
    boolean singleWriter = balance == DbBalance.SingleWriter;
    var text =
        GaleraFiles.text("haproxy.cfg")
            .replace("@RUN_DIR@", place.runDir())
            .replace("@HEALTH_BIND@", place.healthBind())
            .replace("@MEMBERS@", singleWriter ? writer() : balanced())
            .replace(
                "@SERVING@",
                singleWriter
                    ? forEach(o -> "    acl serving nbsrv(%s) gt 0".formatted(name(o)))
                    : "    acl serving nbsrv(galera) gt 0");
    return statsRealm == null
        ? text
        : text + GaleraFiles.text("haproxy-stats.cfg").replace("@CLUSTER_NAME@", statsRealm);
  }

  private String balanced() {
    return """
        listen galera
            bind %s
            balance %s
        %s"""
        .formatted(
            place.bind(),
            balance == DbBalance.LeastConnections ? "leastconn" : "roundrobin",
            forEach(this::server));
  }

  /**
   * A connection goes to the member whose number, from 1, is in the table; if that one does not
   * serve, to the first one that does, whose number is noted. HAProxy's own stickiness would not
   * do: it goes on leading to a member that stops soon.
   */
  private String writer() {
    var acls = forEach(o -> "    acl serves_%d nbsrv(%s) gt 0".formatted(o + 1, name(o)));
    var noted =
        forEach(
            o ->
                "    tcp-request content set-var(sess.writer) int(%1$d) if { sc0_get_gpt0 eq %1$d } serves_%1$d"
                    .formatted(o + 1));
    var others =
        forEach(
            o ->
                """
                    tcp-request content sc-set-gpt0(0) %1$d if !{ var(sess.writer) -m found } serves_%1$d
                    tcp-request content set-var(sess.writer) int(%1$d) if !{ var(sess.writer) -m found } serves_%1$d"""
                    .formatted(o + 1)
                    .indent(4)
                    .stripTrailing());
    var uses =
        forEach(
            o ->
                "    use_backend %s if { var(sess.writer) -m int eq %d }"
                    .formatted(name(o), o + 1));
    var backends = forEach(o -> "\nbackend %s\n%s".formatted(name(o), server(o)));
    return GaleraFiles.text("haproxy-writer.cfg")
            .replace("@BIND@", place.bind())
            .replace("@RULES@", String.join("\n", acls, noted, others, uses))
        + backends;
  }

  private String forEach(IntFunction<String> text) {
    return IntStream.range(0, servers.size()).mapToObj(text).collect(Collectors.joining("\n"));
  }

  private String name(int ordinal) {
    return servers.get(ordinal).name();
  }

  private String server(int ordinal) {
    var server = servers.get(ordinal);
    return "    server %s %s%s"
        .formatted(
            server.name(),
            server.address(),
            server.healthPort() == null ? "" : " port " + server.healthPort());
  }
}
