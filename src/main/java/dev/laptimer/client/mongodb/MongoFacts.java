package dev.laptimer.client.mongodb;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.Document;

/** What a server that speaks MongoDB's protocol says of itself. Pure. */
final class MongoFacts {

  /** What a run may want to compare, of {@code serverStatus}. */
  private static final List<String> COUNTERS =
      List.of(
          "connections.current",
          "extra_info.system_time_us",
          "extra_info.user_time_us",
          "metrics.commands.delete.total",
          "metrics.commands.find.total",
          "metrics.commands.update.total",
          "metrics.ttl.deletedDocuments",
          "network.bytesIn",
          "network.bytesOut",
          "network.numRequests",
          "opcounters.command",
          "opcounters.delete",
          "opcounters.insert",
          "opcounters.query",
          "opcounters.update",
          "uptime",
          "wiredTiger.cache.modified pages evicted",
          "wiredTiger.cache.unmodified pages evicted");

  private static final List<String> STATUS_SETTINGS =
      List.of("process", "storageEngine.name", "storageEngine.persistent");

  /** Of the command line; others could hold secrets. */
  private static final List<String> COMMAND_LINE =
      List.of(
          "net.compression.compressors",
          "net.tls.mode",
          "replication.replSetName",
          "storage.directoryPerDB",
          "storage.journal.commitIntervalMs",
          "storage.syncPeriodSecs",
          "storage.wiredTiger.engineConfig.cacheSizeGB",
          "storage.wiredTiger.collectionConfig.blockCompressor");

  private static final List<String> CONCERNS =
      List.of("defaultReadConcern.level", "defaultWriteConcern.w", "defaultWriteConcern.j");

  private MongoFacts() {}

  /** FerretDB gives the version of the MongoDB that it stands for, and says that it is another. */
  static String version(Document buildInfo) {
    var version = buildInfo.getString("version");
    return buildInfo.containsKey("ferretdbVersion") ? version + " (FerretDB)" : version;
  }

  /** Settings by their own names with the path to them. */
  static Map<String, String> settings(
      Document serverStatus, Document commandLine, Document concerns, Document parameters) {
    var settings = new TreeMap<String, String>();
    put(settings, serverStatus, STATUS_SETTINGS);
    put(settings, commandLine.get("parsed", new Document()), COMMAND_LINE);
    put(settings, concerns, CONCERNS);
    put(settings, parameters, List.of("ttlMonitorSleepSecs"));
    return settings;
  }

  private static void put(Map<String, String> settings, Document from, List<String> paths) {
    for (var path : paths) {
      var value = at(from, path);
      if (value != null) {
        settings.put(path, value.toString());
      }
    }
  }

  /** Counters by their own names with the path to them. */
  static Map<String, Long> counters(Document serverStatus) {
    var counters = new TreeMap<String, Long>();
    for (var path : COUNTERS) {
      if (at(serverStatus, path) instanceof Number number) {
        counters.put(path, number.longValue());
      }
    }
    return counters;
  }

  /** The value at a path of names with dots between; null if there is none. */
  static Object at(Document document, String path) {
    Object value = document;
    for (var name : path.split("\\.")) {
      value = value instanceof Document inner ? inner.get(name) : null;
    }
    return value;
  }
}
