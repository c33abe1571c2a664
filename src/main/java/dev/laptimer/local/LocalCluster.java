package dev.laptimer.local;

import dev.laptimer.api.ClientName;
import dev.laptimer.api.DbCluster;
import dev.laptimer.api.DbClusterSpec;
import dev.laptimer.api.EngineName;
import dev.laptimer.api.FaultAction;
import dev.laptimer.client.sql.Connector;
import dev.laptimer.plan.DbPlanner;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.FaultRequest;
import dev.laptimer.runner.failover.MemberProbe;
import dev.laptimer.runner.failover.MemberState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A Galera cluster of processes of this machine, each on a loopback address of its own, in a
 * temporary folder that goes with it. Formed as in Kubernetes: the first member begins, the others
 * take a full copy one by one. A member that dies is started again.
 */
final class LocalCluster implements LocalServers {

  /** Longer than a healthy member ever takes to answer. */
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(2);

  private static final int POLL_MILLIS = 100;
  private static final int PASSWORD_BYTES = 16;

  private final DbCluster resource;
  private final Path folder;
  private final Path logs;
  private final Path users;
  private final Optional<Path> haproxy;
  private final LocalMember.Tools tools;
  private final Consumer<String> say;
  private final List<LocalMember> members = new ArrayList<>();
  private final List<MemberProbe> probes = new ArrayList<>();
  private final MemberKeeper keeper;
  private LocalProxy proxy;

  private LocalCluster(
      DbCluster resource,
      Path folder,
      Path logs,
      Optional<Path> haproxy,
      LocalMember.Tools tools,
      Consumer<String> say) {
    this.resource = resource;
    this.folder = folder;
    this.logs = logs;
    this.users = folder.resolve("users");
    this.haproxy = haproxy;
    this.tools = tools;
    this.say = say;
    this.keeper = new MemberKeeper(say);
  }

  /** Not started yet; the programs must be there, but for the proxy. */
  static LocalCluster of(DbCluster resource, Path logs, Programs programs, Consumer<String> say)
      throws IOException {
    return new LocalCluster(
        resource,
        Files.createTempDirectory("laptimer-"),
        logs.toAbsolutePath(),
        programs.path(LocalDatabase.PROXY),
        new LocalMember.Tools(
            programs.path(LocalDatabase.SERVER).orElseThrow(),
            programs.path(LocalDatabase.INSTALL_DB).orElseThrow(),
            programs.path(LocalDatabase.PROVIDER).orElseThrow(),
            System.getProperty("user.name").equals("root")),
        say);
  }

  @Override
  public void start() throws IOException, ServerFailedException, InterruptedException {
    long deadline =
        System.nanoTime() + TimeUnit.SECONDS.toNanos(spec().startTimeoutSecondsOrDefault());
    configure();
    for (var member : members) {
      long begin = System.nanoTime();
      boolean first = keeper.isEmpty();
      keeper.keep(member, first ? member.begin() : member.join(), members.size() == 1);
      awaitSynced(deadline);
      say.accept(
          "member %s is synced after %d s%s"
              .formatted(
                  member.name(),
                  TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin),
                  first ? "" : ", by a full copy"));
    }
    startProxy(deadline);
    keeper.watch();
  }

  private void configure() throws IOException, ServerFailedException, InterruptedException {
    Files.createDirectories(users);
    var root = password();
    var sst = password();
    Files.writeString(users.resolve("root"), root);
    for (int ordinal = 0; ordinal < spec().membersOrDefault(); ordinal++) {
      members.add(LocalMember.of(name(), ordinal, folder, logs, tools));
    }
    var addresses = members.stream().map(LocalMember::groupAddress).toList();
    for (var member : members) {
      member.configure(spec().configOrDefault(), name(), addresses, sst);
      probes.add(new MemberProbe(connector(member)));
    }
    members.get(0).seed(root, sst);
  }

  /** Waits until all that are started are synced and count each other. */
  private void awaitSynced(long deadline) throws ServerFailedException, InterruptedException {
    int started = keeper.count();
    for (int i = 0; i < started; i++) {
      var server = keeper.server(members.get(i).name());
      MemberState state;
      while (!(state = probes.get(i).ask()).isSynced() || state.size() != started) {
        if (server.process().waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
          throw new ServerFailedException(server.words("did not start: it "));
        }
        if (System.nanoTime() > deadline) {
          throw new ServerFailedException(
              "%s is not synced, and startTimeoutSeconds are over: %s; its last lines: %s"
                  .formatted(server.label(), state.state(), server.lastLines()));
        }
      }
    }
  }

  private void startProxy(long deadline)
      throws IOException, ServerFailedException, InterruptedException {
    if (haproxy.isEmpty()) {
      say.accept(
          "HAProxy is not on this machine (sudo apt-get install haproxy): the Service leads straight to member %s and"
                  .formatted(members.get(0).name())
              + " fails over to no other");
      return;
    }
    if (spec().proxy() == null) {
      say.accept(
          "HAProxy stands in for the cluster's Service: each new connection to the next member");
    }
    for (var member : members) {
      keeper.serveHealth(member, new MemberProbe(connector(member)));
    }
    proxy =
        LocalProxy.start(
            haproxy.get(),
            spec().proxy() == null ? null : spec().proxy().balance(),
            keeper.proxied(),
            folder,
            logs.resolve("haproxy.log"));
    proxy.server().awaitReady(deadline);
  }

  private Connector connector(LocalMember member) {
    return Connector.of(
            new Plan.Arm(
                member.name(),
                member.name(),
                EngineName.Galera,
                ClientName.MariaDbConnectorJ,
                null,
                true,
                member.address().host(),
                member.address().port(),
                null,
                users.toString()))
        .within(PROBE_TIMEOUT);
  }

  @Override
  public Plan plan(long seed) {
    return DbPlanner.plan(
        spec().benchmark(),
        new DbPlanner.Run(
            name(),
            1,
            seed,
            proxy == null ? members.get(0).address() : proxy.server().address(),
            members.stream()
                .map(
                    member ->
                        new Plan.Member(
                            member.name(), member.address().host(), member.address().port()))
                .toList(),
            users.toString()));
  }

  @Override
  public void faultWanted(FaultRequest request) {
    if (request.action() == FaultAction.Kill) {
      keeper.kill(request.member());
    } else if (request.action() == FaultAction.Stop) {
      keeper.stop(request.member(), proxy != null);
    }
  }

  @Override
  public Optional<String> firstEnd() {
    return keeper
        .firstEnd()
        .or(
            () ->
                proxy != null && proxy.server().hasEnded()
                    ? Optional.of(proxy.server().words(""))
                    : Optional.empty());
  }

  /** What they have written is of no use to anybody: nothing is lost by ending them at once. */
  @Override
  public void close() {
    kill();
  }

  @Override
  public void kill() {
    if (proxy != null) {
      proxy.server().kill();
    }
    keeper.close();
    probes.forEach(MemberProbe::close);
    LocalFolders.delete(folder);
  }

  private static String password() {
    var bytes = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private String name() {
    return resource.getMetadata().getName();
  }

  private DbClusterSpec spec() {
    return resource.getSpec();
  }
}
