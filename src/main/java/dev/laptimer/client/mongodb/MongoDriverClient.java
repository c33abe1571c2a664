package dev.laptimer.client.mongodb;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoCredential;
import com.mongodb.MongoException;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.connection.ServerMonitoringMode;
import com.mongodb.internal.build.MongoDriverVersion;
import dev.laptimer.client.CacheClient;
import dev.laptimer.client.Clients;
import dev.laptimer.client.Credentials;
import dev.laptimer.client.RefusedException;
import dev.laptimer.client.TlsContexts;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Feature;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bson.Document;
import org.bson.types.Binary;

/**
 * The MongoDB driver for Java, synchronous, as a key-value store: a document for each key, its
 * {@code _id} the key, with the value as binary data. A {@code MongoClient} of its own for each
 * connection, with a pool of one: so the connections of a run share no lock. The driver needs one
 * connection more for each to watch the server.
 *
 * <p>Nothing is done again by itself after an error. The write concern is the server's default. A
 * key that expires has the date in a field with a TTL index; the server deletes by a pass about
 * once a minute, until which the key can still be read.
 */
public final class MongoDriverClient implements CacheClient {

  /** The database that has the collections of runs, and nothing else. */
  public static final String DATABASE = "laptimer";

  static final String EXPIRES = "expires";

  private static final String VALUE = "value";
  private static final String ADMIN = "admin";
  private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);
  private static final int UNAUTHORIZED = 13;
  private static final int NAMESPACE_EXISTS = 48;

  private final MongoClient client;
  private final MongoDatabase database;
  private final MongoCollection<Document> collection;

  private MongoDriverClient(MongoClient client, String collection) {
    this.client = client;
    this.database = client.getDatabase(DATABASE);
    this.collection = database.getCollection(collection);
  }

  /** Connects and logs in. */
  public static MongoDriverClient open(Plan.Arm arm) {
    var opened = new MongoDriverClient(MongoClients.create(settings(arm)), arm.collection());
    try {
      opened.ping();
      return opened;
    } catch (RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private static MongoClientSettings settings(Plan.Arm arm) {
    int timeoutMillis = (int) Clients.TIMEOUT.toMillis();
    var settings =
        MongoClientSettings.builder()
            .applicationName("laptimer")
            .applyToClusterSettings(
                cluster ->
                    cluster
                        .hosts(List.of(new ServerAddress(arm.host(), arm.port())))
                        .serverSelectionTimeout(timeoutMillis, TimeUnit.MILLISECONDS))
            .applyToConnectionPoolSettings(
                pool -> pool.maxSize(1).maxWaitTime(timeoutMillis, TimeUnit.MILLISECONDS))
            .applyToServerSettings(server -> server.serverMonitoringMode(ServerMonitoringMode.POLL))
            .applyToSocketSettings(
                socket ->
                    socket
                        .connectTimeout(timeoutMillis, TimeUnit.MILLISECONDS)
                        .readTimeout(timeoutMillis, TimeUnit.MILLISECONDS))
            .retryWrites(false)
            .retryReads(false);
    if (arm.tls() != null) {
      var context = TlsContexts.of(arm.tls());
      settings.applyToSslSettings(ssl -> ssl.enabled(true).context(context));
    }
    var credentials = Credentials.read(arm.credentialsDir());
    if (credentials != null) {
      settings.credential(credential(credentials));
    }
    return settings.build();
  }

  /** SCRAM, whichever the server has. */
  private static MongoCredential credential(Credentials credentials) {
    if (credentials.username() == null) {
      throw new RefusedException(
          "AuthenticationFailed: MongoDB needs a user; the Secret of the login must have the key username");
    }
    return MongoCredential.createCredential(
        credentials.username(), ADMIN, credentials.password().toCharArray());
  }

  @Override
  public void prepare(int expirySeconds) {
    try {
      database.createCollection(collection.getNamespace().getCollectionName());
    } catch (MongoCommandException e) {
      if (e.getErrorCode() != NAMESPACE_EXISTS) {
        throw named(e);
      }
    } catch (MongoException e) {
      throw named(e);
    }
    if (expirySeconds > 0) {
      createExpiryIndex();
    }
  }

  private void createExpiryIndex() {
    try {
      makeExpiryIndex();
    } catch (MongoCommandException e) {
      throw e.getErrorCode() == UNAUTHORIZED
          ? named(e)
          : cannotExpire("it says " + MongoErrors.words(e));
    } catch (MongoException e) {
      throw named(e);
    }
    if (!hasExpiryIndex()) {
      throw cannotExpire("it took one, but does not have it");
    }
  }

  void makeExpiryIndex() {
    collection.createIndex(
        Indexes.ascending(EXPIRES), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
  }

  boolean hasExpiryIndex() {
    return collection.listIndexes().into(new ArrayList<>()).stream()
        .anyMatch(index -> index.containsKey("expireAfterSeconds"));
  }

  private static RefusedException cannotExpire(String why) {
    return new RefusedException(
        "the server has no TTL index, without which no key expires (%s); ask for keys that stay: `expiry.seconds: 0`"
            .formatted(why));
  }

  @Override
  public void set(Key key, byte[] value, int expirySeconds) {
    var document = new Document("_id", key.text()).append(VALUE, new Binary(value));
    if (expirySeconds > 0) {
      document.append(
          EXPIRES, new Date(System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(expirySeconds)));
    }
    try {
      collection.replaceOne(eq(key.text()), document, UPSERT);
    } catch (MongoException e) {
      throw named(e);
    }
  }

  @Override
  public byte[] get(Key key) {
    try {
      var document = collection.find(eq(key.text())).first();
      return document == null ? null : document.get(VALUE, Binary.class).getData();
    } catch (MongoException e) {
      throw named(e);
    }
  }

  @Override
  public boolean delete(Key key) {
    try {
      return collection.deleteOne(eq(key.text())).getDeletedCount() == 1;
    } catch (MongoException e) {
      throw named(e);
    }
  }

  @Override
  public void deleteAll(List<Key> keys) {
    asked(() -> collection.deleteMany(in("_id", keys.stream().map(Key::text).toList())));
  }

  /** Drops the run's collection. */
  @Override
  public boolean deleteAllOfTheRun() {
    asked(
        () -> {
          collection.drop();
          return true;
        });
    return true;
  }

  @Override
  public void ping() {
    command("ping");
  }

  /** By the date in the document; for ever, whatever that says, where there is no TTL index. */
  @Override
  public OptionalLong timeToLiveSeconds(Key key) {
    return asked(
        () -> {
          var document = collection.find(eq(key.text())).first();
          if (document == null) {
            return OptionalLong.of(-2);
          }
          var expires = document.getDate(EXPIRES);
          if (expires == null || !hasExpiryIndex()) {
            return OptionalLong.of(-1);
          }
          // Rounded up. What is over is there until the next pass of the server
          long millis = Math.max(0, expires.getTime() - System.currentTimeMillis());
          return OptionalLong.of((millis + 999) / 1000);
        });
  }

  @Override
  public String serverVersion() {
    return MongoFacts.version(command("buildInfo"));
  }

  @Override
  public Map<String, String> serverSettings() {
    return MongoFacts.settings(
        permitted("serverStatus"),
        permitted("getCmdLineOpts"),
        permitted("getDefaultRWConcern"),
        permitted(new Document("getParameter", 1).append("ttlMonitorSleepSecs", 1)));
  }

  @Override
  public Map<String, Long> serverCounters() {
    return MongoFacts.counters(permitted("serverStatus"));
  }

  @Override
  public List<Feature> features(Key key) {
    return MongoFeatures.of(this);
  }

  @Override
  public void flush() {
    deleteAllOfTheRun();
  }

  @Override
  public void close() {
    client.close();
  }

  MongoClient driver() {
    return client;
  }

  MongoCollection<Document> collection() {
    return collection;
  }

  private Document command(String name) {
    return asked(() -> client.getDatabase(ADMIN).runCommand(new Document(name, 1)));
  }

  /** What the server answers; what it does not know or permit is an empty document. */
  Document permitted(String command) {
    return permitted(new Document(command, 1));
  }

  Document permitted(Document command) {
    try {
      return client.getDatabase(ADMIN).runCommand(command);
    } catch (MongoCommandException e) {
      return new Document();
    } catch (MongoException e) {
      throw named(e);
    }
  }

  private <T> T asked(Supplier<T> question) {
    try {
      return question.get();
    } catch (MongoException e) {
      throw named(e);
    }
  }

  private RuntimeException named(MongoException error) {
    return MongoErrors.named(error, client);
  }

  /** Version of the driver. */
  public static String libraryVersion() {
    return MongoDriverVersion.VERSION;
  }
}
