package dev.laptimer.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.laptimer.api.BenchmarkStatus.Progress;
import dev.laptimer.api.Documents;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * How a runner without any right in the cluster hands over what it measured: by its log. Each event
 * is one line, {@value #PREFIX} and a JSON object; the result document comes in numbered pieces,
 * and its SHA-256 once more in the container's termination message, so that a cut log is noticed.
 *
 * <p>Lines that are not events, and copies of events, are allowed anywhere in a log.
 */
public final class EventLog {

  /** What every event's line begins with. */
  public static final String PREFIX = "@laptimer ";

  /** Longest line of an event. Container runtimes cut lines at 16 KiB. */
  static final int MAX_LINE_BYTES = 8192;

  /** What Kubernetes keeps of a termination message. */
  static final int MAX_TERMINATION_BYTES = 4096;

  private static final int MAX_MESSAGE_CHARS = 1024;

  /** Base64 characters of a piece; the rest of the line is its numbers. */
  private static final int PIECE_CHARS = MAX_LINE_BYTES - 256;

  private EventLog() {}

  /** One event of a log. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = ProgressEvent.class, name = "progress"),
    @JsonSubTypes.Type(value = FaultEvent.class, name = "fault"),
    @JsonSubTypes.Type(value = Piece.class, name = "result")
  })
  private sealed interface Event {}

  private record ProgressEvent(Progress progress) implements Event {}

  private record FaultEvent(FaultRequest request) implements Event {}

  /**
   * One piece of a document's gzip form.
   *
   * @param number from 1
   * @param of how many pieces there are
   * @param sha256 of the whole document: pieces with another one belong to another document
   * @param crc32 of {@code data}
   * @param data base64
   */
  private record Piece(int number, int of, String sha256, long crc32, String data)
      implements Event {}

  /**
   * The termination message of the runner, JSON.
   *
   * @param reason the {@link Reason} with which the run ended
   * @param message what happened, at most 1024 characters
   * @param sha256 of the result document's bytes (its JSON in UTF-8), hexadecimal; null if there is
   *     no document
   * @param bytes its length
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Termination(String reason, String message, String sha256, int bytes) {

    /** The message as a container leaves it, at most 4096 bytes of UTF-8. */
    public String toJson() {
      var text = message == null ? "" : message;
      var json = Documents.toJson(this);
      // Characters can take up to six bytes each once they are escaped
      while (json.getBytes(StandardCharsets.UTF_8).length > MAX_TERMINATION_BYTES) {
        text = cut(text, text.length() / 2);
        json = Documents.toJson(new Termination(reason, text, sha256, bytes));
      }
      return json;
    }

    /** The message that a container left; empty if it is none of ours. */
    public static Optional<Termination> fromJson(String text) {
      try {
        return Optional.ofNullable(Documents.fromJson(text, Termination.class))
            .filter(termination -> termination.reason() != null);
      } catch (UncheckedIOException e) {
        return Optional.empty();
      }
    }
  }

  /** Says that a log does not hold the whole document. */
  public static final class ResultLostException extends Exception {
    public ResultLostException(String message) {
      super(message);
    }
  }

  /** The line of a progress event. */
  public static String progress(Progress progress) {
    return line(new ProgressEvent(progress));
  }

  /** The newest progress in (the end of) a log. */
  public static Optional<Progress> latestProgress(String log) {
    return events(log)
        .filter(ProgressEvent.class::isInstance)
        .map(event -> ((ProgressEvent) event).progress())
        .reduce((earlier, later) -> later);
  }

  /** The line by which a fault is asked for. */
  public static String fault(FaultRequest request) {
    return line(new FaultEvent(request));
  }

  /** The newest fault that was asked for in (the end of) a log: the one with the highest number. */
  public static Optional<FaultRequest> latestFault(String log) {
    return events(log)
        .filter(FaultEvent.class::isInstance)
        .map(event -> ((FaultEvent) event).request())
        .max(Comparator.comparingInt(FaultRequest::number));
  }

  /** The lines that carry a document. */
  public static List<String> result(ResultDocument document) {
    var json = bytes(document);
    var sha256 = sha256(json);
    var data = Base64.getEncoder().encodeToString(gzip(json));
    int pieces = (data.length() + PIECE_CHARS - 1) / PIECE_CHARS;
    return IntStream.range(0, pieces)
        .mapToObj(
            piece -> {
              int end = Math.min(data.length(), (piece + 1) * PIECE_CHARS);
              var part = data.substring(piece * PIECE_CHARS, end);
              return line(new Piece(piece + 1, pieces, sha256, crc32(part), part));
            })
        .toList();
  }

  /** What the runner leaves as its termination message. */
  public static Termination termination(ResultDocument document) {
    var json = bytes(document);
    var outcome = document.outcome();
    var message = outcome.message() == null ? "" : outcome.message();
    return new Termination(
        outcome.reason(), cut(message, MAX_MESSAGE_CHARS), sha256(json), json.length);
  }

  /** The document that a whole log carries. */
  public static ResultDocument read(String log, Termination termination)
      throws ResultLostException {
    if (termination.sha256() == null) {
      throw new ResultLostException(
          "the runner left no result: %s: %s"
              .formatted(termination.reason(), termination.message()));
    }
    var json = unzip(join(pieces(log, termination.sha256())), termination);
    if (!sha256(json).equals(termination.sha256())) {
      throw new ResultLostException(
          "the result in the log has SHA-256 %s, the runner's termination message says %s"
              .formatted(sha256(json), termination.sha256()));
    }
    return Documents.fromJson(new String(json, StandardCharsets.UTF_8), ResultDocument.class);
  }

  /** The intact pieces of one document, by number. */
  private static Map<Integer, Piece> pieces(String log, String sha256) {
    var pieces = new TreeMap<Integer, Piece>();
    events(log)
        .filter(Piece.class::isInstance)
        .map(Piece.class::cast)
        .filter(piece -> sha256.equals(piece.sha256()) && piece.crc32() == crc32(piece.data()))
        .forEach(piece -> pieces.put(piece.number(), piece));
    return pieces;
  }

  private static byte[] join(Map<Integer, Piece> pieces) throws ResultLostException {
    if (pieces.isEmpty()) {
      throw new ResultLostException("the log holds no piece of the result");
    }
    int count = pieces.values().iterator().next().of();
    var missing = new ArrayList<Integer>();
    var data = new StringBuilder();
    for (int number = 1; number <= count; number++) {
      if (pieces.containsKey(number)) {
        data.append(pieces.get(number).data());
      } else {
        missing.add(number);
      }
    }
    if (!missing.isEmpty()) {
      throw new ResultLostException(
          "%d of the result's %d pieces are missing in the log or altered: %s"
              .formatted(missing.size(), count, listed(missing)));
    }
    return Base64.getDecoder().decode(data.toString());
  }

  private static String listed(List<Integer> numbers) {
    var first = numbers.stream().limit(10).map(String::valueOf).toList();
    return String.join(", ", first) + (numbers.size() > first.size() ? ", ..." : "");
  }

  private static Stream<Event> events(String log) {
    return log.lines()
        .map(line -> line.indexOf(PREFIX) < 0 ? null : line.substring(line.indexOf(PREFIX)))
        .filter(line -> line != null)
        .flatMap(line -> event(line.substring(PREFIX.length())).stream());
  }

  private static Optional<Event> event(String json) {
    try {
      return Optional.ofNullable(Documents.fromJson(json, Event.class));
    } catch (UncheckedIOException e) {
      // A line that was cut, or an event of another version: the pieces' count tells what is
      // missing
      return Optional.empty();
    }
  }

  private static String line(Event event) {
    return PREFIX + Documents.toJson(event);
  }

  private static byte[] bytes(ResultDocument document) {
    return Documents.toJson(document).getBytes(StandardCharsets.UTF_8);
  }

  /** Cuts a text, not in the middle of a character. */
  private static String cut(String text, int chars) {
    if (text.length() <= chars) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(chars - 1)) ? chars - 1 : chars;
    return text.substring(0, end);
  }

  static byte[] gzip(byte[] bytes) {
    try {
      var zipped = new ByteArrayOutputStream();
      try (var gzip = new GZIPOutputStream(zipped)) {
        gzip.write(bytes);
      }
      return zipped.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] unzip(byte[] zipped, Termination termination) throws ResultLostException {
    try (var gzip = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
      // One byte more than promised, so that a longer one is noticed and a bomb does no harm
      return gzip.readNBytes(termination.bytes() + 1);
    } catch (IOException e) {
      throw new ResultLostException("the result in the log cannot be unpacked: " + e.getMessage());
    }
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long crc32(String text) {
    var crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return crc.getValue();
  }
}
