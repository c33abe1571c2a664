package dev.laptimer.client;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Knows one user and his password, and tells Cyrus SASL, as {@code saslauthd} does: so that a real
 * Memcached can be made to ask for a login.
 */
public final class PasswordDaemon implements AutoCloseable {

  private final ServerSocketChannel server;
  private final Path dir;
  private final String username;
  private final String password;

  public PasswordDaemon(Path dir, String username, String password) {
    this.dir = dir;
    this.username = username;
    this.password = password;
    try {
      this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      server.bind(UnixDomainSocketAddress.of(dir.resolve("mux")));
      Files.writeString(
          dir.resolve("memcached.conf"),
          "mech_list: plain\npwcheck_method: saslauthd\nsaslauthd_path: " + dir.resolve("mux"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var thread = new Thread(this::serve, "password-daemon");
    thread.setDaemon(true);
    thread.start();
  }

  /** Where Cyrus SASL finds its configuration, for {@code SASL_CONF_PATH}. */
  public String configurationDir() {
    return dir.toString();
  }

  private void serve() {
    try {
      while (true) {
        try (var client = server.accept()) {
          answer(client);
        }
      }
    } catch (ClosedChannelException e) {
      // closed by the test
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asked for user, password, service and realm, each after its length in two bytes. */
  private void answer(SocketChannel client) throws IOException {
    var input = new DataInputStream(Channels.newInputStream(client));
    var login = text(input) + "/" + text(input);
    text(input);
    text(input);
    var answer = login.equals(username + "/" + password) ? "OK" : "NO";
    var bytes = ByteBuffer.allocate(Short.BYTES + answer.length());
    bytes.putShort((short) answer.length()).put(answer.getBytes(StandardCharsets.US_ASCII));
    client.write(bytes.flip());
  }

  private static String text(DataInputStream input) throws IOException {
    return new String(input.readNBytes(input.readUnsignedShort()), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
