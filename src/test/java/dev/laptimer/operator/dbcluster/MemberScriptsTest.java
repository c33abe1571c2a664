package dev.laptimer.operator.dbcluster;

import static dev.laptimer.operator.dbcluster.LocalMember.told;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The scripts in a member's pod, on a real server's volume. */
class MemberScriptsTest {

  private static final String ROOT = "it's \"a\\b\" $x `y`";

  private LocalMember member;

  @BeforeEach
  void anEmptyVolume() {
    assumeTrue(
        Stream.of(
                "/usr/sbin/mariadbd", "/usr/lib/galera/libgalera_smm.so", "/usr/bin/mariadb-backup")
            .allMatch(path -> Files.exists(Path.of(path))),
        "left out: mariadb-server, galera-4 and mariadb-backup are not installed");
    member = new LocalMember(ROOT, "an.sst_password-1");
  }

  @AfterEach
  void remove() {
    if (member != null) {
      member.close();
    }
  }

  private static ConditionFactory await(String what) {
    return Awaitility.await(what).atMost(Duration.ofMinutes(2));
  }

  /** Makes a cluster of one and starts it. */
  private Process formed() {
    var report = member.prepare(told("init", "e-1", "orders-0", 1));
    assertThat(report.path("exitCode").asInt()).as(report.toString()).isZero();
    var run = member.start("run.sh", told("init", "e-1", "orders-0", 1));
    member.start("watch.sh", told("init", "e-1", "orders-0", 1));
    awaitService();
    return run;
  }

  private void awaitService() {
    await("a member that serves").until(() -> member.check("/").startsWith("HTTP/1.1 200 "));
  }

  private JsonNode status() {
    var answer = member.check("/status");
    try {
      return dev.laptimer.api.Documents.json().readTree(answer.substring(answer.indexOf("{")));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private void crash(Process run) {
    LocalMember.server(run).destroyForcibly();
    await("the container's end").until(() -> !run.isAlive());
  }

  // bitnami/charts #10880: quoting of passwords; kubeblocks-addons PR #2731: one authority for the
  // identity
  @Test
  void aNewClusterHasTheIdentityAndThePasswordsThatItWasGiven() {
    formed();
    assertThat(status().path("uuid").asText()).isEqualTo(Situations.UUID);
    assertThat(status().path("state").asText()).isEqualTo("Synced");
    assertThat(status().path("size").asInt()).isEqualTo(1);
    assertThat(status().path("refused").asText()).isEmpty();
    assertThat(member.sql(ROOT, "SELECT CURRENT_USER()").strip()).isEqualTo("root@%");
    assertThat(member.sql("", "SELECT 1")).contains("ERROR 1045");
    assertThat(member.sql(ROOT, "SELECT CONCAT(User, '@', Host) FROM mysql.global_priv ORDER BY 1"))
        .isEqualTo(
            """
            mariadb.sys@localhost
            monitor@localhost
            root@%
            root@localhost
            sst@localhost
            """);
  }

  // mariadb-operator #425 (SST leftovers), #1024 (empty tc.log); galera #354 (empty gvwstate.dat);
  // bitnami/charts #8331 (single node does not recover)
  @Test
  void aMemberThatCrashedReportsItsPositionWhateverTheCrashLeftBehind() throws IOException {
    var run = formed();
    member.sql(ROOT, "CREATE DATABASE laps; CREATE TABLE laps.t (n INT PRIMARY KEY)");
    member.sql(ROOT, "INSERT INTO laps.t VALUES (1), (2)");
    long position = status().path("position").asLong() + 1;
    member.sql(ROOT, "INSERT INTO laps.t VALUES (3)");
    crash(run);
    for (var leftover :
        new String[] {"tc.log", "gvwstate.dat", "sst_in_progress", "wsrep_sst.pid"}) {
      Files.write(member.data(leftover), new byte[0]);
    }
    Files.createDirectories(member.data(".sst"));

    var report = member.prepare(told("recover", "e-2", "none", 1));
    assertThat(report.path("epoch").asText()).isEqualTo("e-2");
    assertThat(report.path("uuid").asText()).isEqualTo(Situations.UUID);
    assertThat(report.path("seqno").asLong()).isGreaterThanOrEqualTo(position);
    assertThat(report.path("data").asInt()).isOne();
    assertThat(member.data(".sst")).doesNotExist();
    assertThat(member.data("gvwstate.dat")).doesNotExist();

    // It was alone when it crashed, so nobody can be ahead of it
    member.start("run.sh", told("run", "e-2", "none", 1));
    awaitService();
    assertThat(member.sql(ROOT, "SELECT COUNT(*) FROM laps.t").strip()).isEqualTo("3");
  }

  // Yolean/kubernetes-mysql-cluster #33, bitnami-docker-mariadb-galera #39
  @Test
  void anEmptyVolumeOfARunningClusterStaysEmpty() {
    var report = member.prepare(told("run", "e-2", "none", 3));
    assertThat(report.path("uuid").asText()).isEqualTo(Situations.EMPTY);
    assertThat(report.path("seqno").asLong()).isEqualTo(-1);
    assertThat(report.path("data").asInt()).isZero();
    assertThat(member.data("mysql")).doesNotExist();
  }

  // mariadb-operator #1701
  @Test
  void anEmptyVolumeNeverBeginsACluster() throws Exception {
    member.prepare(told("run", "e-2", "none", 3));
    var run = member.start("run.sh", told("run", "e-2", "orders-0", 3));
    await("the refusal").until(() -> !run.isAlive());
    assertThat(run.exitValue()).isOne();
    assertThat(Files.readString(member.path("run.sh.log")))
        .contains("an empty volume cannot begin a cluster");
  }

  @Test
  void onlyMemberZeroMakesANewCluster() {
    var told = new java.util.HashMap<>(told("init", "e-1", "orders-0", 1));
    told.put("POD", "orders-1");
    assertThat(member.prepare(told).path("error").asText())
        .isEqualTo("a new cluster begins with member 0 only");
  }

  @Test
  void aSettingThatTheServerDoesNotKnowIsNamed() throws IOException {
    var config = member.path("config/server.cnf");
    Files.writeString(
        config, Files.readString(config).replaceFirst("\\n", "\nno_such = \"a\\\\b\"\n"));
    assertThat(member.prepare(told("init", "e-1", "orders-0", 1)).path("error").asText())
        .startsWith("the server does not start: ")
        .contains("unknown variable 'no_such=a");
  }

  @Test
  void aVolumeOfAnotherClusterIsNotLetIn() {
    member.prepare(told("init", "e-1", "orders-0", 1));
    var told = new java.util.HashMap<>(told("run", "e-9", "none", 3));
    told.put("CLUSTER_UUID", Situations.OTHER_UUID);
    var report = member.prepare(told);
    assertThat(report.path("exitCode").asInt()).isOne();
    assertThat(report.path("error").asText())
        .isEqualTo(
            "the volume belongs to cluster %s, this is cluster %s"
                .formatted(Situations.UUID, Situations.OTHER_UUID));
  }

  // mariadb-operator #1108: what cannot be read is never taken for empty, nor for equal to the
  // others
  @Test
  void aDamagedVolumeIsReportedAsUnreadable() throws IOException {
    crash(formed());
    Files.write(member.data("ib_logfile0"), new byte[4096]);
    var report = member.prepare(told("recover", "e-2", "none", 3));
    assertThat(report.path("exitCode").asInt()).isOne();
    assertThat(report.path("error").asText()).contains("the data of this volume cannot be read");
    assertThat(report.has("seqno")).isFalse();
  }

  // mariadb-operator #787, bitnami/containers #54037, kubeblocks-addons PR #3144
  @Test
  void aMemberBeginsOncePerEpochUnlessNobodyHasJoinedSince() throws IOException {
    crash(formed());
    var grastate = member.data("grastate.dat");
    Files.writeString(grastate, Files.readString(grastate).replace("bootstrap: 1", "bootstrap: 0"));
    member.prepare(told("run", "e-2", "orders-0", 3));
    var second = member.start("run.sh", told("run", "e-2", "orders-0", 3));
    awaitService();
    assertThat(LocalMember.commandLine(LocalMember.server(second))).contains("--wsrep-new-cluster");
    crash(second);

    // Nobody has joined: it still is safe, and the mandate is not used up
    member.prepare(told("run", "e-2", "orders-0", 3));
    var third = member.start("run.sh", told("run", "e-2", "orders-0", 3));
    awaitService();
    assertThat(LocalMember.commandLine(LocalMember.server(third))).contains("--wsrep-new-cluster");
    crash(third);

    // As if others had joined
    Files.writeString(grastate, Files.readString(grastate).replace("bootstrap: 1", "bootstrap: 0"));
    member.prepare(told("run", "e-2", "orders-0", 3));
    var fourth = member.start("run.sh", told("run", "e-2", "orders-0", 3));
    awaitSoon("a server").until(() -> LocalMember.server(fourth) != null);
    assertThat(LocalMember.commandLine(LocalMember.server(fourth)))
        .doesNotContain("--wsrep-new-cluster")
        .contains("--wsrep_start_position=" + Situations.UUID);
  }

  /** What may be over soon: without others to find a server gives up by itself. */
  private static ConditionFactory awaitSoon(String what) {
    return await(what).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(2));
  }

  @Test
  void aServerThatHangsIsNotTakenForHealthy() throws IOException {
    var run = formed();
    signal("STOP", LocalMember.server(run));
    await("no service").until(() -> member.check("/").startsWith("HTTP/1.1 503 "));
    assertThat(status().path("phase").asText()).isEqualTo("Silent");
    assertThat(status().path("serves").asBoolean()).isFalse();
    signal("CONT", LocalMember.server(run));
    awaitService();
    Files.createFile(member.path("run/draining"));
    assertThat(member.check("/")).startsWith("HTTP/1.1 404 ");
  }

  private static void signal(String signal, ProcessHandle process) throws IOException {
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
  }

  @Test
  void aPasswordThatTheServerDoesNotHaveIsNoticed() throws IOException {
    formed();
    Files.writeString(member.path("users/root"), "another");
    await("the refusal").until(() -> status().path("refused").asText().equals("root"));
  }

  @Test
  void aMemberThatWaitsForTheDecisionSaysSoAndStopsAtOnce() {
    member.prepare(told("recover", "e-2", "none", 3));
    var run = member.start("run.sh", told("recover", "e-2", "none", 3));
    member.start("watch.sh", told("recover", "e-2", "none", 3));
    await("the wait").until(() -> status().path("phase").asText().equals("Waiting"));
    run.destroy();
    await("its end").until(() -> !run.isAlive());
    assertThat(run.exitValue()).isZero();
  }

  /** A server that looks for the others does not hear SIGTERM. */
  @Test
  void aMemberThatNeverServedStopsWithoutTheWholeGracePeriod() {
    crash(formed());
    member.prepare(told("run", "e-2", "none", 3));
    var run = member.start("run.sh", told("run", "e-2", "none", 3));
    awaitSoon("a server").until(() -> LocalMember.server(run) != null);
    var server = LocalMember.server(run);
    run.destroy();
    Awaitility.await("its end").atMost(Duration.ofSeconds(60)).until(() -> !server.isAlive());
  }
}
