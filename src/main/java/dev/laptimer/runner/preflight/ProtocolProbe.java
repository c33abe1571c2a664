package dev.laptimer.runner.preflight;

import dev.laptimer.api.WireProtocol;
import dev.laptimer.plan.Plan;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One question to a port, and whether the answer is the protocol's: finds out what a driver library
 * would misread or wait for in vain. Pure.
 *
 * @param protocol its name
 * @param question what is sent
 * @param firstBytes what an answer may begin with
 */
record ProtocolProbe(String protocol, byte[] question, String... firstBytes) {

  private static final int SHOWN_CHARS = 80;

  /** The probe for what an arm's client speaks. */
  static ProtocolProbe of(Plan.Arm arm) {
    return switch (arm.engine()) {
      case Galera -> throw new IllegalArgumentException("databases speak first");
      case Redis, Valkey ->
          new ProtocolProbe("the protocol of Redis", ascii("*1\r\n$4\r\nPING\r\n"), "+", "-");
      case Memcached ->
          arm.protocol() == WireProtocol.Binary
              ? new ProtocolProbe("the binary protocol of Memcached", versionRequest(), "\u0081")
              : new ProtocolProbe(
                  "the text protocol of Memcached",
                  ascii("version\r\n"),
                  "VERSION ",
                  "CLIENT_ERROR ",
                  "SERVER_ERROR ");
    };
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
    return Arrays.stream(firstBytes).anyMatch(text::startsWith);
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
