package dev.laptimer.client.raw;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of text protocols. Pure. */
final class Ascii {

  /** Longest line of a reply, without the value that may follow it. */
  private static final int MAX_LINE = 4096;

  /** Far beyond what a benchmark may write. */
  private static final int MAX_VALUE_BYTES = 16 << 20;

  private Ascii() {}

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Copies {@code part} and gives its end. */
  static int put(byte[] part, byte[] out, int at) {
    System.arraycopy(part, 0, out, at, part.length);
    return at + part.length;
  }

  /** Whether {@code part} stands at a place; false if there are fewer bytes. */
  static boolean at(byte[] part, byte[] in, int from, int to) {
    return to - from >= part.length
        && Arrays.equals(part, 0, part.length, in, from, from + part.length);
  }

  /**
   * Where the line that begins at {@code from} ends, its line break not counted; {@link
   * Codec#INCOMPLETE} if the break is not there yet.
   */
  static int lineEnd(byte[] in, int from, int to) {
    for (int i = from; i + 1 < to; i++) {
      if (in[i] == '\r' && in[i + 1] == '\n') {
        return i;
      }
    }
    if (to - from > MAX_LINE) {
      throw new Codec.NotTheProtocolException("a line without an end");
    }
    return Codec.INCOMPLETE;
  }

  /**
   * The length, of a value, that stands in a line; -1 is not one.
   *
   * @throws Codec.NotTheProtocolException if there is something else
   */
  static int number(byte[] in, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      int digit = in[i] - '0';
      if (digit < 0 || digit > 9 || number > MAX_VALUE_BYTES) {
        throw new Codec.NotTheProtocolException(
            "'%s' is not the length of a value".formatted(text(in, from, to)));
      }
      number = number * 10 + digit;
    }
    return number;
  }

  static String text(byte[] in, int from, int to) {
    return new String(in, from, to - from, StandardCharsets.ISO_8859_1);
  }
}
