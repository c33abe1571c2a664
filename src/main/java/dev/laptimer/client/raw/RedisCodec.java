package dev.laptimer.client.raw;

import static dev.laptimer.client.raw.Ascii.at;
import static dev.laptimer.client.raw.Ascii.bytes;
import static dev.laptimer.client.raw.Ascii.lineEnd;
import static dev.laptimer.client.raw.Ascii.put;
import static dev.laptimer.client.raw.Ascii.text;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.laptimer.client.Batch;
import dev.laptimer.client.Outcome;
import dev.laptimer.client.RefusedException;

/**
 * RESP2, the protocol of Redis and Valkey. All of a request but key and value depends on lengths
 * only and is made once for each of them.
 */
final class RedisCodec implements Codec {

  private static final byte[] LINE_BREAK = bytes("\r\n");
  private static final byte[] OK = bytes("+OK\r\n");
  private static final byte[] NONE = bytes("$-1\r\n");
  private static final byte[] ZERO = bytes(":0\r\n");
  private static final byte[] ONE = bytes(":1\r\n");

  private int setKeyLength = -1;
  private int setValueLength = -1;
  private int setExpirySeconds = -1;

  /** What precedes the key of a Set. */
  private byte[] setHead;

  /** What is between its key and its value. */
  private byte[] setMiddle;

  /** What follows its value. */
  private byte[] setTail;

  private final KeyCommand get = new KeyCommand("GET");
  private final KeyCommand delete = new KeyCommand("DEL");

  /** What precedes the value in a reply. */
  private byte[] valueHead = {};

  private int valueHeadLength = -1;

  /** The request to log in. */
  static byte[] login(String username, String password) {
    return username == null ? command("AUTH", password) : command("AUTH", username, password);
  }

  private static byte[] command(String... words) {
    var text = new StringBuilder("*%d\r\n".formatted(words.length));
    for (var word : words) {
      text.append("$%d\r\n%s\r\n".formatted(word.getBytes(UTF_8).length, word));
    }
    return text.toString().getBytes(UTF_8);
  }

  @Override
  public int write(Batch batch, int i, byte[] out, int start) {
    var key = batch.key(i).bytes();
    return switch (batch.operation(i)) {
      case Set -> {
        var value = batch.value(i);
        prepareSet(key.length, value.length, batch.expirySeconds());
        int end = put(key, out, put(setHead, out, start));
        end = put(value, out, put(setMiddle, out, end));
        yield put(setTail, out, end);
      }
      case Get -> get.write(key, out, start);
      case Delete -> delete.write(key, out, start);
    };
  }

  /** A command with a key only. */
  private static final class KeyCommand {
    private final String name;
    private int keyLength = -1;
    private byte[] head;

    private KeyCommand(String name) {
      this.name = name;
    }

    private int write(byte[] key, byte[] out, int start) {
      if (keyLength != key.length) {
        keyLength = key.length;
        head = bytes("*2\r\n$3\r\n%s\r\n$%d\r\n".formatted(name, keyLength));
      }
      return put(LINE_BREAK, out, put(key, out, put(head, out, start)));
    }
  }

  private void prepareSet(int keyLength, int valueLength, int expirySeconds) {
    if (setKeyLength == keyLength
        && setValueLength == valueLength
        && setExpirySeconds == expirySeconds) {
      return;
    }
    setKeyLength = keyLength;
    setValueLength = valueLength;
    setExpirySeconds = expirySeconds;
    var seconds = String.valueOf(expirySeconds);
    setHead = bytes("*%d\r\n$3\r\nSET\r\n$%d\r\n".formatted(expirySeconds == 0 ? 3 : 5, keyLength));
    setMiddle = bytes("\r\n$%d\r\n".formatted(valueLength));
    setTail =
        expirySeconds == 0
            ? LINE_BREAK
            : bytes("\r\n$2\r\nEX\r\n$%d\r\n%s\r\n".formatted(seconds.length(), seconds));
  }

  @Override
  public int read(Batch batch, int i, byte[] in, int from, int to) {
    return switch (batch.operation(i)) {
      case Set -> word(batch, i, in, from, to, OK, null);
      case Get -> value(batch, i, in, from, to);
      case Delete -> word(batch, i, in, from, to, ONE, ZERO);
    };
  }

  private int word(Batch batch, int i, byte[] in, int from, int to, byte[] done, byte[] miss) {
    if (at(done, in, from, to)) {
      batch.answered(i, Outcome.Done);
      return from + done.length;
    }
    if (miss != null && at(miss, in, from, to)) {
      batch.answered(i, Outcome.Miss);
      return from + miss.length;
    }
    return refusal(batch, i, in, from, to);
  }

  private int value(Batch batch, int i, byte[] in, int from, int to) {
    var expected = batch.value(i);
    if (valueHeadLength != expected.length) {
      valueHeadLength = expected.length;
      valueHead = bytes("$%d\r\n".formatted(expected.length));
    }
    if (at(valueHead, in, from, to)) {
      int start = from + valueHead.length;
      int end = start + expected.length + LINE_BREAK.length;
      if (end > to) {
        return INCOMPLETE;
      }
      if (at(expected, in, start, to)) {
        batch.answered(i, Outcome.Done);
      } else {
        batch.otherBytes(i, in, start, start + expected.length);
      }
      return end;
    }
    if (at(NONE, in, from, to)) {
      batch.answered(i, Outcome.Miss);
      return from + NONE.length;
    }
    return otherValue(batch, i, in, from, to);
  }

  /** A value of another length than expected. */
  private int otherValue(Batch batch, int i, byte[] in, int from, int to) {
    if (to > from && in[from] != '$') {
      return refusal(batch, i, in, from, to);
    }
    int lineEnd = lineEnd(in, from, to);
    if (lineEnd == INCOMPLETE) {
      return INCOMPLETE;
    }
    int start = lineEnd + LINE_BREAK.length;
    int length = Ascii.number(in, from + 1, lineEnd);
    if (start + length + LINE_BREAK.length > to) {
      return INCOMPLETE;
    }
    batch.otherBytes(i, in, start, start + length);
    return start + length + LINE_BREAK.length;
  }

  private static int refusal(Batch batch, int i, byte[] in, int from, int to) {
    int lineEnd = lineEnd(in, from, to);
    if (lineEnd == INCOMPLETE) {
      return INCOMPLETE;
    }
    var words = text(in, from, lineEnd);
    if (!words.startsWith("-")) {
      throw new NotTheProtocolException("%s answered '%s'".formatted(batch.operation(i), words));
    }
    batch.failed(i, new RefusedException(words.substring(1)));
    return lineEnd + LINE_BREAK.length;
  }
}
