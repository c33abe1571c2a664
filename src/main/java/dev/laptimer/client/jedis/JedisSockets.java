package dev.laptimer.client.jedis;

import dev.laptimer.client.Sockets;
import dev.laptimer.client.TlsContexts;
import dev.laptimer.plan.Plan;
import java.io.IOException;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** Gives Jedis its connections; what Jedis has for TLS reads no PEM. */
final class JedisSockets implements JedisSocketFactory {

  private final Plan.Arm arm;
  private final SSLContext tls;

  JedisSockets(Plan.Arm arm) {
    this.arm = arm;
    this.tls = arm.tls() == null ? null : TlsContexts.of(arm.tls());
  }

  @Override
  public Socket createSocket() {
    try {
      var socket = Sockets.connect(arm);
      return tls == null ? socket : Sockets.secure(socket, arm, tls);
    } catch (IOException e) {
      throw new JedisConnectionException(e);
    }
  }
}
