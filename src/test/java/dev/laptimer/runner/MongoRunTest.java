package dev.laptimer.runner;

import static dev.laptimer.runner.Plans.delete;
import static dev.laptimer.runner.Plans.get;
import static dev.laptimer.runner.Plans.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.mongodb.client.MongoClients;
import dev.laptimer.client.mongodb.MongoDriverClient;
import dev.laptimer.result.Feature;
import dev.laptimer.result.ResultDocument.PhaseResult;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Runs with FerretDB in MongoDB's place, each trial in a JVM of its own. */
class MongoRunTest {

  private static ServerProcess server;
  private final PlanRunner runner = new PlanRunner(new RecordingListener());

  @BeforeAll
  static void startServer() {
    server = ServerProcess.ferretdb();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Test
  void aServerOfSomebodyElsesIsMeasuredAndOnlyOurOwnCollectionGoes() {
    try (var owner = MongoClients.create("mongodb://127.0.0.1:" + server.port())) {
      var theirs = owner.getDatabase(MongoDriverClient.DATABASE).getCollection("theirs");
      theirs.insertOne(new Document("_id", "one"));
      var arm = Plans.endpoint(Plans.mongodb(server.port()));

      var document =
          runner.run(
              PlanRunnerTest.SPEC,
              Plans.of(arm).connections(3).phases(set(1), get(2), delete()).plan());

      assertThat(document.outcome().message()).isEqualTo("1 of 1 trials were measured");
      assertThat(document.trials().get(0).phases())
          .extracting(
              PhaseResult::operations,
              PhaseResult::errors,
              PhaseResult::misses,
              PhaseResult::wrongValues)
          .containsExactly(
              tuple(100L, 0L, 0L, 0L), tuple(200L, 0L, 0L, 0L), tuple(100L, 0L, 0L, 0L));
      assertThat(document.preflights().get(0).features())
          .extracting(Feature::name)
          .containsExactly(Feature.Name.values());
      assertThat(
              owner
                  .getDatabase(MongoDriverClient.DATABASE)
                  .listCollectionNames()
                  .into(new ArrayList<>()))
          .isEqualTo(List.of("theirs"));
      assertThat(theirs.countDocuments()).isEqualTo(1);
      theirs.drop();
    }
  }

  @Test
  void keysThatAreToExpireAreRefusedBeforeTheFirstTrialWithWhatToAskForInstead() {
    var plan = Plans.of(Plans.mongodb(server.port())).expirySeconds(20).plan();

    var document = runner.run(PlanRunnerTest.SPEC, plan);

    assertThat(document.outcome().reason()).isEqualTo("CommandRefused");
    assertThat(document.outcome().message())
        .contains("the server has no TTL index", "ask for keys that stay: `expiry.seconds: 0`");
    assertThat(document.trials()).isEmpty();
  }

  @Test
  void aPortOfAnotherProtocolIsFoundOut() {
    try (var redis = ServerProcess.redis()) {
      var document = runner.run(PlanRunnerTest.SPEC, Plans.of(Plans.mongodb(redis.port())).plan());

      assertThat(document.outcome().reason()).isEqualTo("ProtocolMismatch");
      assertThat(document.outcome().message()).contains("the protocol of MongoDB");
    }
  }
}
