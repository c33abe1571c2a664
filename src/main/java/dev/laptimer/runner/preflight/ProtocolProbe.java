package dev.laptimer.runner.preflight;

import dev.laptimer.api.WireProtocol;
import dev.laptimer.plan.Plan;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One question to a port, and whether the answer is the protocol's: finds out what a driver library
 * would misread or wait for in vain. Pure.
 *
 * @param protocol its name
 * @param question what is sent
 * @param offset of the bytes that tell the protocol
 * @param marks what they may be, in Latin-1
 */
record ProtocolProbe(String protocol, byte[] question, int offset, String... marks) {

  private static final int SHOWN_CHARS = 80;

  private static final int REQUEST_ID = 0x4c617031;

  /** OP_MSG, the only kind of message since MongoDB 5.1. */
  private static final int OP_MSG = 2013;

  /** The probe for what an arm's client speaks. */
  static ProtocolProbe of(Plan.Arm arm) {
    return switch (arm.engine()) {
      case Galera -> throw new IllegalArgumentException("databases speak first");
      case Redis, Valkey ->
          new ProtocolProbe("the protocol of Redis", ascii("*1\r\n$4\r\nPING\r\n"), 0, "+", "-");
      case Memcached ->
          arm.protocol() == WireProtocol.Binary
              ? new ProtocolProbe("the binary protocol of Memcached", versionRequest(), 0, "\u0081")
              : new ProtocolProbe(
                  "the text protocol of Memcached",
                  ascii("version\r\n"),
                  0,
                  "VERSION ",
                  "CLIENT_ERROR ",
                  "SERVER_ERROR ");
      case MongoDB ->
          new ProtocolProbe(
              "the protocol of MongoDB", helloMessage(), Integer.BYTES * 2, replyToHello());
    };
  }

  /** {@code {hello: 1, $db: "admin"}}, which needs no login. */
  private static byte[] helloMessage() {
    var command = ascii("\u0010hello\0\u0001\0\0\0" + "\u0002$db\0\u0006\0\0\0admin\0" + "\0");
    int document = Integer.BYTES + command.length;
    int header = 4 * Integer.BYTES;
    int length = header + Integer.BYTES + 1 + document;
    return ByteBuffer.allocate(length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(length)
        .putInt(REQUEST_ID)
        .putInt(0)
        .putInt(OP_MSG)
        .putInt(0)
        .put((byte) 0)
        .putInt(document)
        .put(command)
        .array();
  }

  /** The number of the question and the kind of the message, in the header of the answer. */
  private static String replyToHello() {
    return latin1(
        ByteBuffer.allocate(2 * Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(REQUEST_ID)
            .putInt(OP_MSG)
            .array());
  }

  /** A request of the binary protocol: magic, opcode of version, nothing else. */
  private static byte[] versionRequest() {
    var request = new byte[24];
    request[0] = (byte) 0x80;
    request[1] = 0x0b;
    return request;
  }

  /** Whether an answer is the protocol's. */
  boolean fits(byte[] answer) {
    var text = latin1(answer);
    return Arrays.stream(marks).anyMatch(mark -> text.startsWith(mark, offset));
  }

  /** An answer in a form that can be shown: its first line, other than printable bytes as dots. */
  static String shown(byte[] answer) {
    var line = latin1(answer).lines().findFirst().orElse("").replaceAll("[^\\x20-\\x7e]", ".");
    return line.length() <= SHOWN_CHARS ? line : line.substring(0, SHOWN_CHARS) + "...";
  }

  private static String latin1(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
