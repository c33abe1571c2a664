package dev.laptimer.client.spymemcached;

import dev.laptimer.client.Credentials;
import dev.laptimer.client.RefusedException;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * One login by SASL PLAIN over the binary protocol, to hear what the server says to it:
 * Spymemcached only connects anew, for ever, when a login is refused.
 */
final class SaslLogin {

  private static final byte REQUEST = (byte) 0x80;
  private static final byte AUTHENTICATE = 0x21;
  private static final byte[] MECHANISM = "PLAIN".getBytes(StandardCharsets.US_ASCII);
  private static final int HEADER_BYTES = 24;
  private static final int STATUS_AT = 6;
  private static final int BODY_LENGTH_AT = 8;
  private static final int MAX_BODY_BYTES = 1024;

  private SaslLogin() {}

  /**
   * @throws RefusedException with the server's words
   */
  static void verify(Socket socket, Credentials credentials) throws IOException {
    socket.getOutputStream().write(request(credentials));
    var input = new DataInputStream(socket.getInputStream());
    var header = new byte[HEADER_BYTES];
    input.readFully(header);
    var answer = ByteBuffer.wrap(header);
    if (answer.getShort(STATUS_AT) != 0) {
      int length = Math.min(MAX_BODY_BYTES, Math.max(0, answer.getInt(BODY_LENGTH_AT)));
      var words = new String(input.readNBytes(length), StandardCharsets.US_ASCII);
      throw new RefusedException("SASL PLAIN: " + words);
    }
  }

  private static byte[] request(Credentials credentials) {
    var username = credentials.username() == null ? "" : credentials.username();
    var login = ("\0" + username + "\0" + credentials.password()).getBytes(StandardCharsets.UTF_8);
    int bodyLength = MECHANISM.length + login.length;
    return ByteBuffer.allocate(HEADER_BYTES + bodyLength)
        .put(REQUEST)
        .put(AUTHENTICATE)
        .putShort((short) MECHANISM.length)
        .putInt(BODY_LENGTH_AT, bodyLength)
        .position(HEADER_BYTES)
        .put(MECHANISM)
        .put(login)
        .array();
  }
}
