package dev.laptimer.client.raw;

import static dev.laptimer.client.raw.Ascii.at;
import static dev.laptimer.client.raw.Ascii.bytes;
import static dev.laptimer.client.raw.Ascii.lineEnd;
import static dev.laptimer.client.raw.Ascii.put;
import static dev.laptimer.client.raw.Ascii.text;

import dev.laptimer.client.Batch;
import dev.laptimer.client.Outcome;
import dev.laptimer.client.RefusedException;

/** The text protocol of Memcached, its classic commands. */
final class MemcachedCodec implements Codec {

  private static final byte[] LINE_BREAK = bytes("\r\n");
  private static final byte[] SET = bytes("set ");
  private static final byte[] GET = bytes("get ");
  private static final byte[] DELETE = bytes("delete ");
  private static final byte[] STORED = bytes("STORED\r\n");
  private static final byte[] DELETED = bytes("DELETED\r\n");
  private static final byte[] NOT_FOUND = bytes("NOT_FOUND\r\n");
  private static final byte[] VALUE = bytes("VALUE ");
  private static final byte[] END = bytes("END\r\n");
  private static final byte[] VALUE_END = bytes("\r\nEND\r\n");

  private int valueLength = -1;
  private int expirySeconds = -1;

  /** What is between key and value of a set. */
  private byte[] middle;

  private int replyLength = -1;

  /** What is between key and value in a reply. */
  private byte[] replyMiddle = {};

  @Override
  public int write(Batch batch, int i, byte[] out, int start) {
    var key = batch.key(i).bytes();
    return switch (batch.operation(i)) {
      case Set -> {
        var value = batch.value(i);
        prepareSet(value.length, batch.expirySeconds());
        int end = put(key, out, put(SET, out, start));
        end = put(value, out, put(middle, out, end));
        yield put(LINE_BREAK, out, end);
      }
      case Get -> put(LINE_BREAK, out, put(key, out, put(GET, out, start)));
      case Delete -> put(LINE_BREAK, out, put(key, out, put(DELETE, out, start)));
    };
  }

  private void prepareSet(int valueLength, int expirySeconds) {
    if (this.valueLength != valueLength || this.expirySeconds != expirySeconds) {
      this.valueLength = valueLength;
      this.expirySeconds = expirySeconds;
      middle = bytes(" 0 %d %d\r\n".formatted(expirySeconds, valueLength));
    }
  }

  @Override
  public int read(Batch batch, int i, byte[] in, int from, int to) {
    return switch (batch.operation(i)) {
      case Set -> word(batch, i, in, from, to, STORED, Outcome.Done);
      case Get -> value(batch, i, in, from, to);
      case Delete ->
          at(NOT_FOUND, in, from, to)
              ? word(batch, i, in, from, to, NOT_FOUND, Outcome.Miss)
              : word(batch, i, in, from, to, DELETED, Outcome.Done);
    };
  }

  private static int word(
      Batch batch, int i, byte[] in, int from, int to, byte[] word, Outcome outcome) {
    if (at(word, in, from, to)) {
      batch.answered(i, outcome);
      return from + word.length;
    }
    return refusal(batch, i, in, from, to);
  }

  private int value(Batch batch, int i, byte[] in, int from, int to) {
    if (!at(VALUE, in, from, to)) {
      return word(batch, i, in, from, to, END, Outcome.Miss);
    }
    var key = batch.key(i).bytes();
    var expected = batch.value(i);
    if (replyLength != expected.length) {
      replyLength = expected.length;
      replyMiddle = bytes(" 0 %d\r\n".formatted(expected.length));
    }
    int middle = from + VALUE.length + key.length;
    int start = middle + replyMiddle.length;
    int end = start + expected.length;
    if (end + VALUE_END.length <= to
        && at(key, in, from + VALUE.length, to)
        && at(replyMiddle, in, middle, to)
        && at(expected, in, start, to)
        && at(VALUE_END, in, end, to)) {
      batch.answered(i, Outcome.Done);
      return end + VALUE_END.length;
    }
    return otherValue(batch, i, in, from, to);
  }

  /** Another value or other flags than expected, or one that is not all there yet. */
  private static int otherValue(Batch batch, int i, byte[] in, int from, int to) {
    int lineEnd = lineEnd(in, from, to);
    if (lineEnd == INCOMPLETE) {
      return INCOMPLETE;
    }
    int number = lineEnd;
    while (in[number - 1] != ' ') {
      number--;
    }
    int start = lineEnd + LINE_BREAK.length;
    int end = start + Ascii.number(in, number, lineEnd);
    if (end + VALUE_END.length > to) {
      return INCOMPLETE;
    }
    if (!at(VALUE_END, in, end, to)) {
      throw new NotTheProtocolException("Get answered more than one value");
    }
    batch.otherBytes(i, in, start, end);
    return end + VALUE_END.length;
  }

  private static int refusal(Batch batch, int i, byte[] in, int from, int to) {
    int lineEnd = lineEnd(in, from, to);
    if (lineEnd == INCOMPLETE) {
      return INCOMPLETE;
    }
    var words = text(in, from, lineEnd);
    if (!words.startsWith("SERVER_ERROR ") && !words.startsWith("CLIENT_ERROR ")) {
      throw new NotTheProtocolException("%s answered '%s'".formatted(batch.operation(i), words));
    }
    batch.failed(i, new RefusedException(words));
    return lineEnd + LINE_BREAK.length;
  }
}
