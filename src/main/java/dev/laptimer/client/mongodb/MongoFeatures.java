package dev.laptimer.client.mongodb;

import com.mongodb.MongoException;
import com.mongodb.MongoServerException;
import com.mongodb.client.model.Filters;
import dev.laptimer.result.Feature;
import dev.laptimer.result.Feature.Answer;
import dev.laptimer.result.Feature.Name;
import java.util.List;
import org.bson.Document;

/**
 * What a server that speaks MongoDB's protocol can do: by its own words, and by a try where there
 * are none, in the run's collection.
 */
final class MongoFeatures {

  /** Transactions need a set; "only allowed on a replica set member or mongos". */
  private static final int ILLEGAL_OPERATION = 20;

  private static final int COMMAND_NOT_FOUND = 59;
  private static final int NO_REPLICATION_ENABLED = 76;
  private static final String TRY = "feature";

  private final MongoDriverClient client;
  private final Document hello;
  private final Document status;

  private MongoFeatures(MongoDriverClient client) {
    this.client = client;
    this.hello = client.permitted("hello");
    this.status = client.permitted("serverStatus");
  }

  static List<Feature> of(MongoDriverClient client) {
    var asked = new MongoFeatures(client);
    return List.of(
        asked.timeToLive(),
        asked.persistence(),
        asked.replication(),
        asked.clustering(),
        asked.transactions(),
        Feature.of(Name.Eviction, Answer.Unknown, "nothing that the server says speaks of it"),
        asked.maxValueSize(),
        Feature.of(
            Name.Pipelining, Answer.Unknown, "its driver sends one command after the other"));
  }

  private Feature timeToLive() {
    var asked = "createIndexes with expireAfterSeconds";
    try {
      client.makeExpiryIndex();
      if (!client.hasExpiryIndex()) {
        return Feature.of(
            Name.TimeToLive, Answer.No, asked + ": taken, but listIndexes does not show it");
      }
    } catch (MongoException e) {
      return refused(Name.TimeToLive, Answer.No, asked, e);
    }
    var pass =
        client
            .permitted(new Document("getParameter", 1).append("ttlMonitorSleepSecs", 1))
            .get("ttlMonitorSleepSecs");
    return Feature.yes(
        Name.TimeToLive,
        pass == null ? "deleted by a pass" : "deleted by a pass every %s s".formatted(pass),
        asked + ": done; ttlMonitorSleepSecs " + (pass == null ? "is not told" : pass));
  }

  private Feature persistence() {
    var engine = MongoFacts.at(status, "storageEngine.name");
    var persistent = MongoFacts.at(status, "storageEngine.persistent");
    if (!(persistent instanceof Boolean)) {
      return Feature.of(Name.Persistence, Answer.Unknown, "serverStatus has no storageEngine");
    }
    return new Feature(
        Name.Persistence,
        persistent.equals(true) ? Answer.Yes : Answer.Off,
        String.valueOf(engine),
        "serverStatus.storageEngine: name %s, persistent %s".formatted(engine, persistent));
  }

  private Feature replication() {
    var set = hello.getString("setName");
    if (set != null) {
      var hosts = hello.get("hosts");
      return Feature.yes(
          Name.Replication,
          hosts instanceof List<?> list ? "a set of " + list.size() : null,
          "hello: setName %s, hosts %s".formatted(set, hosts));
    }
    try {
      client.driver().getDatabase("admin").runCommand(new Document("replSetGetStatus", 1));
      return Feature.of(Name.Replication, Answer.Unknown, "hello has no setName");
    } catch (MongoServerException e) {
      var answer =
          switch (e.getCode()) {
            case NO_REPLICATION_ENABLED -> Answer.Off;
            case COMMAND_NOT_FOUND -> Answer.No;
            default -> Answer.Unknown;
          };
      return refused(Name.Replication, answer, "hello has no setName; replSetGetStatus", e);
    } catch (MongoException e) {
      return refused(Name.Replication, Answer.Unknown, "replSetGetStatus", e);
    }
  }

  private Feature clustering() {
    return "isdbgrid".equals(hello.get("msg"))
        ? Feature.yes(Name.Clustering, "a router of shards", "hello: msg isdbgrid")
        : Feature.of(
            Name.Clustering, Answer.Off, "hello has no msg isdbgrid: not a router of shards");
  }

  /** Writes in a transaction that is aborted: what is there afterwards was none. */
  private Feature transactions() {
    var asked = "an insert in a transaction that is aborted";
    try (var session = client.driver().startSession()) {
      session.startTransaction();
      client.collection().insertOne(session, new Document("_id", TRY));
      session.abortTransaction();
      boolean there = client.collection().countDocuments(Filters.eq(TRY)) > 0;
      client.collection().deleteOne(Filters.eq(TRY));
      return there
          ? Feature.of(Name.Transactions, Answer.No, asked + ": the document is there")
          : Feature.yes(Name.Transactions, "several documents", asked + ": left nothing");
    } catch (MongoServerException e) {
      return refused(
          Name.Transactions, e.getCode() == ILLEGAL_OPERATION ? Answer.Off : Answer.No, asked, e);
    } catch (MongoException e) {
      return refused(Name.Transactions, Answer.Unknown, asked, e);
    }
  }

  private Feature maxValueSize() {
    return hello.get("maxBsonObjectSize") instanceof Number bytes
        ? Feature.yes(
            Name.MaxValueSize,
            Feature.size(bytes.longValue()) + " with its key",
            "hello: maxBsonObjectSize " + bytes)
        : Feature.of(Name.MaxValueSize, Answer.Unknown, "hello has no maxBsonObjectSize");
  }

  private Feature refused(Name name, Answer answer, String asked, MongoException error) {
    return Feature.of(
        name, answer, asked + ": " + MongoErrors.named(error, client.driver()).getMessage());
  }
}
