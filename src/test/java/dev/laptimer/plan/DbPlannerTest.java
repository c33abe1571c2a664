package dev.laptimer.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.laptimer.api.ClientName;
import dev.laptimer.api.DbBenchmarkSpec;
import dev.laptimer.api.Documents;
import dev.laptimer.api.EngineName;
import dev.laptimer.api.FaultAction;
import dev.laptimer.api.KeyOrder;
import dev.laptimer.api.Operation;
import dev.laptimer.plan.DbPlanner.Run;
import dev.laptimer.plan.Plan.Arm;
import dev.laptimer.plan.Plan.Cluster;
import dev.laptimer.plan.Plan.Failover;
import dev.laptimer.plan.Plan.Member;
import dev.laptimer.plan.Plan.Phase;
import dev.laptimer.plan.Plan.Table;
import dev.laptimer.plan.Plan.Trial;
import dev.laptimer.plan.Plan.Workload;
import dev.laptimer.plan.Planner.Address;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DbPlannerTest {

  private static final List<Member> MEMBERS =
      List.of(
          new Member("db-0", "db-0.db-members", 3306), new Member("db-1", "db-1.db-members", 3306));

  private static final Run RUN =
      new Run("db", 3, 42, new Address("db", 3306), MEMBERS, "/secrets/db-users");

  @Test
  void anEmptySpecIsTheClassicFormOfMysqlslapThroughTheServiceAndStraightToAMember() {
    var plan = plan("rounds: 1");

    assertThat(plan)
        .isEqualTo(
            new Plan(
                "db",
                3,
                42,
                "lt:0000002a:",
                1,
                new Workload(
                    50,
                    0,
                    100,
                    0,
                    50,
                    1,
                    KeyOrder.Sequential,
                    List.of(
                        new Phase("insert", Operation.Insert, 1, 0),
                        new Phase("fullread", Operation.FullRead, 500, 0)),
                    new Table(50, 10, 50)),
                List.of(
                    arm("service", "service", ClientName.MariaDbConnectorJ, "db"),
                    arm("member", "member", ClientName.MariaDbConnectorJ, "db-0.db-members")),
                null,
                plan.trials(),
                1800,
                300,
                List.of("-XX:+UseSerialGC", "-Xms128m", "-Xmx128m"),
                new Cluster("laptimer_0000002a", MEMBERS, null),
                null));
    assertThat(plan.trials()).extracting(Trial::arm).containsExactlyInAnyOrder("service", "member");
  }

  @Test
  void everyDriverIsTimedAtEveryTarget() {
    var plan =
        plan(
            """
            targets: [{name: proxy, via: Service}, {name: first, via: Member}]
            variants: [{name: mariadb}, {name: mysql, client: MySqlConnectorJ}]
            """);

    assertThat(plan.arms())
        .containsExactly(
            arm("proxy/mariadb", "proxy", ClientName.MariaDbConnectorJ, "db"),
            arm("proxy/mysql", "proxy", ClientName.MySqlConnectorJ, "db"),
            arm("first/mariadb", "first", ClientName.MariaDbConnectorJ, "db-0.db-members"),
            arm("first/mysql", "first", ClientName.MySqlConnectorJ, "db-0.db-members"));
  }

  @Test
  void aRangeAndATransactionHaveNoMoreRowsThanTheTable() {
    assertThat(plan("workload: {rows: 5, rangeRows: 7, statementsPerTransaction: 6}").workload())
        .extracting(Workload::table)
        .isEqualTo(new Table(5, 5, 50));
  }

  @Test
  void failoverIsMeasuredThroughTheFirstArmOfAService() {
    var plan =
        plan(
            """
            targets: [{name: first, via: Member}, {name: proxy, via: Service}]
            variants: [{name: a}, {name: b, client: MySqlConnectorJ}]
            failover: {kills: 2, awaited: 1, writesPerSecond: 50}
            """);

    assertThat(plan.cluster().failover())
        .isEqualTo(
            new Failover(
                "proxy/a",
                List.of(FaultAction.Kill, FaultAction.Kill, FaultAction.Stop, FaultAction.Await),
                50,
                8,
                300));
  }

  @Test
  void aTableThatIsReadAsAWholeHasAHeapThatItFits() {
    assertThat(
            plan("workload: {rows: 2000, rowBytes: 1000, phases: [{operation: Insert}, {operation: FullRead}]}")
                .jvmOptions())
        .containsExactly("-XX:+UseSerialGC", "-Xms288m", "-Xmx288m", "-Xmn32m");
  }

  @Test
  void aSpecThatCannotBeDoneInTimeIsRefused() {
    assertThat(problem("{}")).isEmpty();
    assertThat(
            problem(
                """
                timeoutSeconds: 400
                rounds: 10
                workload: {phases: [{operation: Insert}, {operation: Mix, durationSeconds: 5}]}
                failover: {}
                """))
        .contains(
            "`timeoutSeconds` must be more than the phases by `durationSeconds` take: 5 s in each of 30 trials"
                + " (targets and variants: 2 and the control, rounds: 10) are 150 s, and one event of `failover` may take 300 s"
                + " (`eventTimeoutSeconds`); `timeoutSeconds` is 400");
  }

  @Test
  void failoverWithoutAServiceIsRefused() {
    assertThat(problem("targets: [{name: first, via: Member}]\nfailover: {}"))
        .contains(
            "`failover` needs one of `targets` with `via: Service`: straight to a member nothing fails over");
  }

  @Test
  void readsThatNoHeapHoldsAreRefused() {
    assertThat(problem("workload: {rows: 1000000}"))
        .contains(
            "the answers to the largest reads must fit into 512 MiB, as each driver holds all rows of a query:"
                + " 1000000 rows of 100 bytes (FullRead: all, RangeRead: 100) by 50 connections take about 16689 MiB");
  }

  @Test
  void aPlanSurvivesItsDocument() {
    var plan = plan("failover: {}");
    assertThat(Documents.fromJson(Documents.toJson(plan), Plan.class)).isEqualTo(plan);
  }

  private static Arm arm(String name, String target, ClientName client, String host) {
    return new Arm(
        name,
        target,
        EngineName.Galera,
        client,
        null,
        false,
        host,
        3306,
        null,
        "/secrets/db-users");
  }

  private static Optional<String> problem(String yaml) {
    return DbPlanner.problem(spec(yaml));
  }

  private static Plan plan(String yaml) {
    return DbPlanner.plan(spec(yaml), RUN);
  }

  private static DbBenchmarkSpec spec(String yaml) {
    try {
      return Documents.yaml().readValue(yaml, DbBenchmarkSpec.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
