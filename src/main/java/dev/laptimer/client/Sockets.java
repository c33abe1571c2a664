package dev.laptimer.client;

import dev.laptimer.plan.Plan;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** TCP and TLS connections to a server, the same for preflight and measurement. */
public final class Sockets {

  private static final int TIMEOUT_MILLIS = (int) Clients.TIMEOUT.toMillis();

  private Sockets() {}

  /**
   * Connects to an arm's server over plain TCP, without delay of small packets, every wait bounded
   * by {@link Clients#TIMEOUT}.
   *
   * @throws IOException that says what failed: {@link UnknownHostException}, {@link
   *     java.net.ConnectException}, {@link java.net.SocketTimeoutException}, ...
   */
  public static Socket connect(Plan.Arm arm) throws IOException {
    return connect(new Socket(), arm);
  }

  /** The same as a channel; blocking, and only reading from its socket is bounded in time. */
  public static SocketChannel connectChannel(Plan.Arm arm) throws IOException {
    return connect(SocketChannel.open().socket(), arm).getChannel();
  }

  private static Socket connect(Socket socket, Plan.Arm arm) throws IOException {
    var address = new InetSocketAddress(arm.host(), arm.port());
    try {
      if (address.isUnresolved()) {
        throw new UnknownHostException(arm.host());
      }
      socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
      socket.setKeepAlive(true);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(address, TIMEOUT_MILLIS);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Talks TLS on a connection and verifies the server's certificate and name.
   *
   * @throws javax.net.ssl.SSLException that says what failed
   */
  public static SSLSocket secure(Socket socket, Plan.Arm arm, SSLContext context)
      throws IOException {
    try {
      var secure =
          (SSLSocket) context.getSocketFactory().createSocket(socket, arm.host(), arm.port(), true);
      secure.setSSLParameters(TlsContexts.parameters(context));
      secure.startHandshake();
      return secure;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }
}
