package dev.laptimer.client.spymemcached;

import dev.laptimer.client.Sockets;
import dev.laptimer.plan.Plan;
import dev.laptimer.result.Feature;
import dev.laptimer.result.Feature.Answer;
import dev.laptimer.result.Feature.Name;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a Memcached can do, judged by what it says.
 *
 * @param settings of {@code stats settings}
 * @param answers to {@link #questions}; null if it does not answer in text
 */
record MemcachedFeatures(Map<String, String> settings, List<String> answers) {

  /**
   * Sent together in text: a key with a time to live, how long it lives, its end, a transaction.
   */
  private static String questions(String key) {
    return "set %1$s 0 60 1\r\na\r\nmg %1$s t\r\ndelete %1$s\r\nmulti\r\n".formatted(key);
  }

  private static final int QUESTIONS = 4;

  /** Asks by a connection of its own; the key is set and deleted. */
  static MemcachedFeatures ask(Plan.Arm arm, Map<String, String> settings, String key) {
    try (var socket = Sockets.connect(arm)) {
      socket.getOutputStream().write(questions(key).getBytes(StandardCharsets.US_ASCII));
      var reader =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      var lines = new ArrayList<String>();
      while (lines.size() < QUESTIONS) {
        var line = reader.readLine();
        if (line == null) {
          return new MemcachedFeatures(settings, null);
        }
        lines.add(line);
      }
      return new MemcachedFeatures(settings, List.copyOf(lines));
    } catch (IOException e) {
      return new MemcachedFeatures(settings, null);
    }
  }

  List<Feature> list() {
    var silent = "stats settings do not speak of it";
    return List.of(
        timeToLive(),
        persistence(),
        Feature.of(Name.Replication, Answer.Unknown, silent),
        Feature.of(Name.Clustering, Answer.Unknown, silent),
        transactions(),
        onOrOff(Name.Eviction, "evictions", "on"),
        maxValueSize(),
        answers == null
            ? Feature.of(Name.Pipelining, Answer.Unknown, "it does not answer in text")
            : Feature.of(
                Name.Pipelining, Answer.Yes, "four commands sent together: all answered in order"),
        onOrOff(Name.Tls, "ssl_enabled", "yes"));
  }

  private Feature timeToLive() {
    if (answers == null) {
      return Feature.of(Name.TimeToLive, Answer.Unknown, "it does not answer in text");
    }
    var evidence = "set with 60 s: %s; then mg: %s".formatted(answers.get(0), answers.get(1));
    return answers.get(0).equals("STORED") && answers.get(1).matches("HD t(59|60)")
        ? Feature.yes(Name.TimeToLive, "seconds", evidence)
        : Feature.of(Name.TimeToLive, Answer.Unknown, evidence);
  }

  private Feature persistence() {
    var file = settings.get("memory_file");
    var evidence = "stats settings: memory_file " + told(file);
    if (file == null) {
      return Feature.of(Name.Persistence, Answer.Unknown, evidence);
    }
    return file.equals("(null)")
        ? Feature.of(Name.Persistence, Answer.Off, evidence)
        : Feature.yes(Name.Persistence, "memory file", evidence);
  }

  private Feature transactions() {
    if (answers == null) {
      return Feature.of(Name.Transactions, Answer.Unknown, "it does not answer in text");
    }
    var answer = answers.get(3);
    return Feature.of(
        Name.Transactions, answer.equals("ERROR") ? Answer.No : Answer.Unknown, "multi: " + answer);
  }

  private Feature maxValueSize() {
    var size = settings.get("item_size_max");
    var evidence = "stats settings: item_size_max " + told(size);
    return size == null
        ? Feature.of(Name.MaxValueSize, Answer.Unknown, evidence)
        : Feature.yes(
            Name.MaxValueSize, Feature.size(Long.parseLong(size)) + " with its key", evidence);
  }

  private Feature onOrOff(Name name, String setting, String yes) {
    var value = settings.get(setting);
    return Feature.of(
        name,
        value == null ? Answer.Unknown : value.equals(yes) ? Answer.Yes : Answer.Off,
        "stats settings: " + setting + " " + told(value));
  }

  private static String told(String value) {
    return value == null ? "not told" : value;
  }
}
