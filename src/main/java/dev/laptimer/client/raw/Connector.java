package dev.laptimer.client.raw;

import dev.laptimer.api.EngineName;
import dev.laptimer.client.Credentials;
import dev.laptimer.client.RefusedException;
import dev.laptimer.client.Sockets;
import dev.laptimer.plan.Plan;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** Opens connections to an arm's server, logged in. */
final class Connector {

  private static final int MAX_ANSWER_BYTES = 1024;

  private final Plan.Arm arm;
  private final Credentials credentials;

  Connector(Plan.Arm arm) {
    if (arm.tls() != null) {
      throw new IllegalArgumentException("Raw has no TLS");
    }
    this.arm = arm;
    this.credentials = Credentials.read(arm.credentialsDir());
    if (credentials != null && arm.engine() == EngineName.Memcached) {
      throw new IllegalArgumentException("Raw cannot log in to Memcached");
    }
  }

  /**
   * A blocking channel.
   *
   * @throws RefusedException if the login fails, with the server's words
   */
  SocketChannel connect() throws IOException {
    var channel = Sockets.connectChannel(arm);
    try {
      if (credentials != null) {
        logIn(channel);
      }
      return channel;
    } catch (IOException | RefusedException e) {
      channel.close();
      throw e;
    }
  }

  private void logIn(SocketChannel channel) throws IOException {
    var request = RedisCodec.login(credentials.username(), credentials.password());
    channel.write(ByteBuffer.wrap(request));
    var input = channel.socket().getInputStream();
    var answer = new StringBuilder();
    while (answer.indexOf("\r\n") < 0 && answer.length() < MAX_ANSWER_BYTES) {
      int read = input.read();
      if (read < 0) {
        throw new EOFException("the server closed the connection when it was asked to log in");
      }
      answer.append(new String(new byte[] {(byte) read}, StandardCharsets.ISO_8859_1));
    }
    var words = answer.toString().strip();
    if (!words.equals("+OK")) {
      throw new RefusedException(words.replaceFirst("^-", ""));
    }
  }
}
