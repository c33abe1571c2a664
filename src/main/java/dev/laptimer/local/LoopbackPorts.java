package dev.laptimer.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports that nobody listens on. */
final class LoopbackPorts {

  private LoopbackPorts() {}

  /** A port of this address that is free now. */
  static int free(String address) throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getByName(address))) {
      return socket.getLocalPort();
    }
  }
}
